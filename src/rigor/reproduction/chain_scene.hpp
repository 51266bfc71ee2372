// SPDX-License-Identifier: Apache-2.0
// The paper's chain as a scene: links of equal length hung from the world, released lying along +x.
#pragma once

#include <string>

namespace rigor {

struct ChainShape {
  int links = 20;
  double length = 5.0;    ///< of a link, m
  double width = 2.0;     ///< across, both ways, m
  double mass = 200.0;    ///< of a link, kg
  double ground = 100.0;  ///< metres below the first hinge
};

/// As the authors ran it: 20 boxes of 2 x 2 x 5 m.
ChainShape authors_chain();
/// As the paper states it: 100 links of 1 m.
ChainShape stated_chain();

/// Hinges turn about y; no two links collide, as in the authors' scene. Runs to `until` seconds.
std::string chain_scene(const ChainShape& chain, double until);

}  // namespace rigor
