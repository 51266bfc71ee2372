// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <rigor/scene/compose.hpp>
#include <rigor/scene/problem_order.hpp>
#include <rigor/scene/read_body.hpp>
#include <rigor/scene/read_exclusions.hpp>
#include <rigor/scene/read_forces.hpp>
#include <rigor/scene/read_mechanism.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/read_stepping.hpp>
#include <rigor/scene/unit_notes.hpp>

namespace rigor {
namespace {

constexpr long long kFormat = 1;
constexpr NumberRule kTolerance{1e-14, 1e-2, false, "a tolerance from 1e-14 to 1e-2"};
constexpr NumberRule kSkin{1e-11, 1e-3, false, "a skin from 1e-11 m to 1e-3 m"};
constexpr NumberRule kStartTolerance{0.0, 1e-4, false, "from 0 to 1e-4 m"};
constexpr NumberRule kTime{0.0, 1e9, true, "a time above 0 and up to 1e9 s"};
constexpr NumberRule kGravity{-1e6, 1e6, false, "an acceleration of at most 1e6 m/s2"};
constexpr NumberRule kBeta{0.01, 0.01, false,
                           "exactly 0.01: the width of the contact band is fixed"};

/// Max-dissipation is a law of impacts: enough for the paper's method, which knows nothing else.
Law read_law(const Cursor& at, Method method, ReadContext& context) {
  if (at.node.text == "max_dissipation" && method == Method::Paper) return Law::MaxDissipation;
  if (at.node.text == "max_dissipation") {
    refuse(at, context, "this law is complete for impacts only, not between events",
           "complete laws: coulomb, frictionless, no_slip, no_slip_active, viscous");
    return Law::Frictionless;
  }
  choice(at, {"frictionless", "no_slip", "no_slip_active", "viscous", "coulomb"});
  return law_named(at.node.text).value_or(Law::Frictionless);
}

Method read_method(const Cursor& at) {
  choice(at, {"oracle", "first_order", "paper", "stewart_trinkle", "anitescu_potra"});
  return method_named(at.node.text).value_or(Method::Oracle);
}

PairSpec read_pair(const Cursor& at, PairSpec pair) {
  if (const auto e = entry(at, "restitution")) pair.restitution = number(*e, kFraction);
  if (const auto e = entry(at, "mu")) pair.mu = number(*e, kNotNegative);
  if (const auto e = entry(at, "viscosity")) pair.viscosity = number(*e, kNotNegative);
  return pair;
}

void read_surfaces(const Cursor& at, Scene& scene) {
  if (!check_keys(at, {"default", "pairs"})) return;
  if (const auto e = entry(at, "default")) {
    if (check_keys(*e, {"restitution", "mu", "viscosity"})) scene.default_pair = read_pair(*e, {});
  }
  const auto list = entry(at, "pairs");
  if (!list) return;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Cursor& item : items(*list)) {
    if (!check_keys(item, {"between", "restitution", "mu", "viscosity"}, {"between"})) continue;
    const auto between = entry(item, "between");
    if (!between) continue;
    const std::vector<Cursor> names = items(*between);
    if (names.size() != 2) {
      note(*between, "two surface names", "e.g. between: [rubber, steel]");
      continue;
    }
    SurfacePairSpec pair{identifier(names[0]), identifier(names[1]), {}, item.node.place};
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
    pair.pair = read_pair(item, scene.default_pair);
    if (!seen.emplace(pair.a, pair.b).second) note(item, "each pair once", "remove one of them");
    scene.pairs.push_back(std::move(pair));
  }
}

void read_tolerances(const Cursor& at, Scene& scene) {
  if (!check_keys(at, {"tol", "skin", "beta"})) return;
  if (const auto e = entry(at, "tol")) scene.tol = number(*e, kTolerance);
  if (const auto e = entry(at, "skin")) scene.skin = number(*e, kSkin);
  if (const auto e = entry(at, "beta")) number(*e, kBeta);
}

StopSpec read_stop(const Cursor& at) {
  StopSpec stop{.time = 1.0};
  constexpr long long kMost = 1'000'000'000'000;
  if (!check_keys(at, {"time", "at_rest", "events", "segments", "wall_time"}, {"time"}))
    return stop;
  if (const auto e = entry(at, "time")) stop.time = number(*e, kTime);
  if (const auto e = entry(at, "at_rest")) stop.at_rest = flag(*e);
  if (const auto e = entry(at, "events")) stop.events = whole_number(*e, 1, kMost);
  if (const auto e = entry(at, "segments")) stop.segments = whole_number(*e, 1, kMost);
  if (const auto e = entry(at, "wall_time")) stop.wall_time = number(*e, kTime);
  return stop;
}

void read_seed(const Cursor& root, const ReadOptions& options, Scene& scene) {
  constexpr long long kMost = 0x7fff'ffff'ffff'ffffLL;
  if (const auto e = entry(root, "seed")) {
    scene.seed = static_cast<std::uint64_t>(whole_number(*e, 0, kMost));
  }
  if (options.seed) scene.seed = options.seed;
}

/// The items of a list, none if there are too many of them.
std::vector<Cursor> items_up_to(const Cursor& list, std::size_t most) {
  std::vector<Cursor> all = items(list);
  if (all.size() <= most) return all;
  note(list, fmt::format("at most {} items", most), "make the scene smaller");
  return {};
}

/// Whether forces can move some body or joint.
bool moves(const Scene& scene) {
  const auto moving_joint = [](const LinkSpec& link) {
    return velocity_count(link.joint.joint) > 0;
  };
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const BodySpec& body) { return !body.fixed && !body.driven; }) ||
         std::any_of(scene.mechanisms.begin(), scene.mechanisms.end(), [&](const auto& mechanism) {
           return std::any_of(mechanism.links.begin(), mechanism.links.end(), moving_joint);
         });
}

void read_things(const Cursor& root, ReadContext& context, Scene& scene) {
  if (const auto e = entry(root, "bodies")) {
    for (const Cursor& item : items_up_to(*e, kMostBodies)) {
      scene.bodies.push_back(read_body(item, scene.bodies.size(), context));
    }
  }
  if (const auto e = entry(root, "half_spaces")) {
    for (const Cursor& item : items_up_to(*e, kMostHalfSpaces)) {
      scene.half_spaces.push_back(read_half_space(item));
    }
  }
  if (const auto e = entry(root, "mechanisms")) {
    for (const Cursor& item : items_up_to(*e, kMostBodies)) {
      scene.mechanisms.push_back(read_mechanism(item, scene, context));
    }
  }
  std::set<std::string> names;
  const auto once = [&](const std::string& name, const Place& place) {
    if (names.insert(name).second) return;
    root.problems.push_back({place, "name", name,
                             "bodies, links and half-spaces have different names",
                             "rename one of them"});
  };
  for (const BodySpec* body : bodies_and_links(scene)) once(body->name, body->place);
  for (const HalfSpaceSpec& half_space : scene.half_spaces) once(half_space.name, half_space.place);
  const bool any_moves = moves(scene);
  if (!any_moves && root.problems.empty()) {
    root.problems.push_back({root.node.place, "bodies", "", "at least one body that can move",
                             "add a body without fixed: true"});
  }
}

/// A surface named in a pair must be worn by something: it is a typing mistake otherwise.
void check_surface_names(const Cursor& root, const Scene& scene) {
  std::set<std::string, std::less<>> worn{"default"};
  for (const BodySpec* body : bodies_and_links(scene)) {
    for (const PieceSpec& piece : body->pieces) worn.insert(piece.surface);
  }
  for (const HalfSpaceSpec& half_space : scene.half_spaces) worn.insert(half_space.surface);
  const std::vector<std::string_view> known(worn.begin(), worn.end());
  for (const SurfacePairSpec& pair : scene.pairs) {
    for (const std::string& surface : {pair.a, pair.b}) {
      if (worn.contains(surface)) continue;
      const std::string_view meant = nearest(surface, known);
      root.problems.push_back({pair.place, "surfaces.pairs", surface,
                               "a surface that some body or half-space has",
                               meant.empty() ? "add surface: " + surface + " to a body"
                                             : fmt::format("did you mean \"{}\"?", meant)});
    }
  }
}

/// Notes every `surface: name` below the node whose name is not known.
void check_worn(const Cursor& at, const std::vector<std::string_view>& known) {
  if (at.node.kind == DocumentNode::Kind::Sequence) {
    for (const Cursor& item : items(at)) check_worn(item, known);
    return;
  }
  if (at.node.kind != DocumentNode::Kind::Map) return;
  for (const std::string& key : at.node.keys) {
    const auto below = entry(at, key);
    if (key != "surface") {
      check_worn(*below, known);
      continue;
    }
    const std::string& name = below->node.text;
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string_view meant = nearest(name, known);
    note(*below, "a surface that surfaces.pairs says something about, or default",
         meant.empty()
             ? fmt::format("add {{between: [{}, default], mu: 0.5}} to surfaces.pairs", name)
             : fmt::format("did you mean \"{}\"?", meant));
  }
}

/// A surface that no pair speaks of would silently be the default one.
void check_worn_surfaces(const Cursor& root, const Scene& scene) {
  std::set<std::string, std::less<>> stated{"default"};
  for (const SurfacePairSpec& pair : scene.pairs) stated.insert({pair.a, pair.b});
  const std::vector<std::string_view> known(stated.begin(), stated.end());
  for (const char* part : {"bodies", "mechanisms", "half_spaces"}) {
    if (const auto e = entry(root, part)) check_worn(*e, known);
  }
}

/// A seed that nothing uses is a mistake, most of all when it was asked for.
void check_seed_is_used(const Cursor& root, const ReadOptions& options,
                        const ReadContext& context) {
  if (context.drew || !root.problems.empty()) return;
  if (options.seed) {
    root.problems.push_back({{},
                             "--seed",
                             std::to_string(*options.seed),
                             "a seed needs a body with a random state; this scene has none",
                             "leave --seed out, or give a body random: {...}"});
  }
}

Scene read_root(const Cursor& root, const ReadOptions& options, ReadContext& context) {
  Scene scene;
  const bool is_map =
      check_keys(root, {"rigor_scene", "name",          "description",  "gravity",
                        "law",         "method",        "stepping",     "surfaces",
                        "bodies",      "half_spaces",   "tolerances",   "start_tolerance",
                        "jam",         "indeterminate", "normal_split", "stop",
                        "seed",        "include",       "parameters",   "mechanisms",
                        "forces",      "exclusions"},
                 {"rigor_scene", "gravity", "stop"});
  if (!is_map) return scene;
  if (!entry(root, "bodies") && !entry(root, "mechanisms")) {
    root.problems.push_back({root.node.place, "", "", "the key \"bodies\" is mandatory",
                             "add bodies: ... or mechanisms: ... (docs/scene-format.md)"});
  }
  if (const auto e = entry(root, "rigor_scene")) whole_number(*e, kFormat, kFormat);
  if (const auto e = entry(root, "name")) scene.name = identifier(*e);
  if (const auto e = entry(root, "description")) scene.description = words(*e, 4000);
  if (const auto e = entry(root, "gravity")) scene.gravity = vector3(*e, kGravity);
  if (const auto e = entry(root, "method")) scene.method = read_method(*e);
  if (const auto e = entry(root, "law")) scene.law = read_law(*e, scene.method, context);
  if (const auto e = entry(root, "surfaces")) read_surfaces(*e, scene);
  if (const auto e = entry(root, "tolerances")) read_tolerances(*e, scene);
  if (const auto e = entry(root, "stepping")) {
    scene.stepping = read_stepping(*e, scene);
  } else {
    check_stepping_given(root, scene);
  }
  scene.start_tolerance = 2 * scene.skin;
  if (const auto e = entry(root, "start_tolerance")) {
    scene.start_tolerance = number(*e, kStartTolerance);
  }
  if (const auto e = entry(root, "jam")) {
    scene.jam = static_cast<OnJam>(choice(*e, {"bond_break", "refuse"}));
  }
  if (const auto e = entry(root, "normal_split"))
    scene.normal_split = static_cast<NormalSplit>(choice(*e, {"equal_stiffness", "refuse"}));
  if (const auto e = entry(root, "indeterminate")) {
    scene.indeterminate = static_cast<OnIndeterminate>(choice(*e, {"continue", "refuse"}));
  }
  if (const auto e = entry(root, "stop")) scene.stop = read_stop(*e);
  read_seed(root, options, scene);
  context.seed = scene.seed;
  read_things(root, context, scene);
  if (const auto e = entry(root, "exclusions")) scene.exclusions = read_exclusions(*e, scene);
  if (const auto e = entry(root, "forces")) scene.forces = read_forces(*e, scene);
  check_surface_names(root, scene);
  check_worn_surfaces(root, scene);
  check_seed_is_used(root, options, context);
  return scene;
}

/// The stem of the file as a scene's name, letters that names may not have replaced.
std::string name_from(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string().substr(0, 64);
  for (char& c : stem) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-' || c == '.';
    if (!fits) c = '_';
  }
  if (stem.empty() || stem.front() == '.' || stem.front() == '-') stem.insert(0, "scene");
  return stem;
}

}  // namespace

Scene read_scene(const std::string& text, const std::string& file, const ReadOptions& options) {
  const Document document = compose(text, file, options.settings);
  std::vector<Problem> problems;
  ReadContext context{.sources = document.sources};
  Scene scene = read_root({document.root, "", problems}, options, context);
  put_in_order(problems);
  constexpr std::size_t kMostProblems = 20;  // enough to mend; a wrong file would print thousands
  if (problems.size() > kMostProblems) problems.resize(kMostProblems);
  if (!problems.empty()) throw SceneError(document.sources, std::move(problems));
  if (!context.refusals.empty()) {
    throw SceneError(document.sources, std::move(context.refusals), SceneFault::Refusal);
  }
  scene.sources = document.sources;
  scene.notes = unit_notes(document.root, document.sources);
  if (scene.name.empty()) scene.name = name_from(file);
  return scene;
}

Scene load_scene(const std::string& file, const ReadOptions& options) {
  return read_scene(read_bytes(file), file, options);
}

}  // namespace rigor
