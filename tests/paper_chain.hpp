// SPDX-License-Identifier: Apache-2.0
// The paper's chain: links of equal length hung from the world, released lying along +x.
#pragma once

#include <string>
#include <variant>

#include <rigor/dynamics/build.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {

struct ChainScene {
  int links = 20;
  double length = 5.0;    ///< of a link, m
  double width = 2.0;     ///< across, both ways, m
  double mass = 200.0;    ///< of a link, kg
  double ground = 100.0;  ///< metres below the first hinge
};

/// As the authors ran it: 20 boxes of 2 x 2 x 5 m.
inline ChainScene authors_chain() { return {20, 5.0, 2.0, 200.0, 100.0001}; }
/// As the paper states it: 100 links of 1 m.
inline ChainScene stated_chain() { return {100, 1.0, 0.02, 1.0, 100.0001}; }

struct BuiltChain {
  Model model;
  State initial;
};

/// Hinges turn about y; link k hangs along -z from its hinge at zero angle. No two links collide.
inline BuiltChain build_chain(const ChainScene& chain) {
  ModelDescription description;
  description.gravity = Vector3(0.0, 0.0, -9.81);
  for (int i = 0; i < chain.links; ++i) {
    LinkDescription link;
    link.name = "link" + std::to_string(i + 1);
    if (i > 0) link.parent = "link" + std::to_string(i);
    link.joint = Revolute{Vector3::UnitY()};
    if (i > 0) link.X_PJ.translation = Vector3(0.0, 0.0, -chain.length);
    link.mass = chain.mass;
    PieceDescription piece{
        "box", unwrap(make_box(0.5 * Vector3(chain.width, chain.width, chain.length))), {}, ""};
    piece.X_LP.translation = Vector3(0.0, 0.0, -0.5 * chain.length);
    link.pieces.push_back(piece);
    description.links.push_back(link);
    for (int k = 0; k < i; ++k)
      description.exclusions.push_back({link.name, "link" + std::to_string(k + 1),
                                        "self collision is off in the paper's scene"});
  }
  description.half_spaces.push_back({"ground", {Vector3::UnitZ(), -chain.ground}, ""});
  BuiltChain out{std::get<Model>(build(description)), {}};
  out.initial = neutral_state(out.model);
  out.initial.q[0] = -0.5 * M_PI;  // -z turned about y by -90 degrees is +x
  return out;
}

}  // namespace rigor
