// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/scene/scene.hpp>

namespace rigor {

const char* name(ForceAxes axes) { return axes == ForceAxes::World ? "world" : "body"; }

const char* name(RegularSolidKind kind) {
  switch (kind) {
    case RegularSolidKind::Tetrahedron:
      return "tetrahedron";
    case RegularSolidKind::Octahedron:
      return "octahedron";
    case RegularSolidKind::Dodecahedron:
      return "dodecahedron";
    case RegularSolidKind::Icosahedron:
      return "icosahedron";
  }
  return "unknown";
}

std::vector<const BodySpec*> bodies_and_links(const Scene& scene) {
  std::vector<const BodySpec*> all;
  for (const BodySpec& body : scene.bodies) all.push_back(&body);
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LinkSpec& link : mechanism.links) all.push_back(&link.body);
  return all;
}

PairSpec pair_of(const Scene& scene, const std::string& a, const std::string& b) {
  for (const SurfacePairSpec& entry : scene.pairs) {
    if ((entry.a == a && entry.b == b) || (entry.a == b && entry.b == a)) return entry.pair;
  }
  return scene.default_pair;
}

bool has_no_friction(const Scene& scene) {
  return scene.law == Law::Coulomb && scene.default_pair.mu == 0.0 &&
         std::all_of(scene.pairs.begin(), scene.pairs.end(),
                     [](const SurfacePairSpec& pair) { return pair.pair.mu == 0.0; });
}

}  // namespace rigor
