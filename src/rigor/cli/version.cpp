// SPDX-License-Identifier: Apache-2.0
#include <rigor/build_facts.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/commit.hpp>

namespace rigor {

nlohmann::ordered_json version_facts() {
  return {{"version", build_facts::kVersion},
          {"commit", build_facts::kCommit},
          {"compiler", build_facts::kCompiler},
          {"build_type", build_facts::kBuildType},
          {"flags", build_facts::kFlags},
          {"conventions",
           {{"units", "SI: m, kg, s, rad, N"},
            {"axes", "right-handed, z up"},
            {"quaternion", "w, x, y, z (field quat_wxyz)"},
            {"pose", "X_AB maps B to A"},
            {"velocity",
             "world-frame velocity of the body's origin, then world-frame angular velocity"},
            {"random", "PCG32 (XSH-RR 64/32), seed stated in the scene"}}}};
}

}  // namespace rigor
