// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <rigor/scene/read_exclusions.hpp>

namespace rigor {
namespace {

constexpr std::size_t kLongestReason = 200;

std::vector<std::string_view> names_of(const Scene& scene) {
  std::vector<std::string_view> names;
  for (const BodySpec* body : bodies_and_links(scene)) names.emplace_back(body->name);
  for (const HalfSpaceSpec& half_space : scene.half_spaces) names.emplace_back(half_space.name);
  return names;
}

std::string read_name(const Cursor& at, const std::vector<std::string_view>& known) {
  return known_name(at, known, "the name of a body, link or half-space",
                    "see the names under bodies, mechanisms and half_spaces");
}

}  // namespace

std::vector<ExclusionSpec> read_exclusions(const Cursor& list, const Scene& scene) {
  const std::vector<std::string_view> known = names_of(scene);
  std::vector<ExclusionSpec> all;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Cursor& item : items(list)) {
    if (!check_keys(item, {"between", "reason"}, {"between", "reason"})) continue;
    const auto between = entry(item, "between");
    const auto reason = entry(item, "reason");
    if (!between || !reason) continue;
    const std::vector<Cursor> names = items(*between);
    if (names.size() != 2) {
      note(*between, "two names of bodies or half-spaces", "e.g. between: [peg, board]");
      continue;
    }
    ExclusionSpec pair{read_name(names[0], known), read_name(names[1], known),
                       words(*reason, kLongestReason)};
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
    if (pair.a == pair.b) note(*between, "two different names", "a body never meets itself");
    if (pair.reason.empty()) note(*reason, "why the pair may overlap", "the verdict repeats it");
    if (!seen.emplace(pair.a, pair.b).second) note(item, "each pair once", "remove one of them");
    all.push_back(std::move(pair));
  }
  return all;
}

}  // namespace rigor
