// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <iterator>

#include <rigor/scene/problem_order.hpp>

namespace rigor {
namespace {

/// Whether a path is that of a thing or of something in it.
bool within(std::string_view path, std::string_view thing) {
  if (thing.empty() || path == thing) return true;
  return path.starts_with(thing) && (path[thing.size()] == '.' || path[thing.size()] == '[');
}

}  // namespace

void put_in_order(std::vector<Problem>& problems) {
  const auto earlier = [](const Problem& a, const Problem& b) { return a.place < b.place; };
  std::stable_sort(problems.begin(), problems.end(), earlier);
  for (std::size_t i = problems.size(); i-- > 0;) {
    if (problems[i].value != kWholeMap) continue;
    const std::string& key = problems[i].key;
    const auto belongs = [&](const Problem& other) { return within(other.key, key); };
    const auto whole = problems.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last =
        std::find_if(problems.rbegin(), std::make_reverse_iterator(whole + 1), belongs);
    std::rotate(whole, whole + 1, last.base());
  }
}

}  // namespace rigor
