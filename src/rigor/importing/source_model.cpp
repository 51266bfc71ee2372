// SPDX-License-Identifier: Apache-2.0
#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

const char* name(JointKind kind) {
  switch (kind) {
    case JointKind::Fixed:
      return "fixed";
    case JointKind::Revolute:
      return "revolute";
    case JointKind::Prismatic:
      return "prismatic";
    case JointKind::Universal:
      return "universal";
    case JointKind::Spherical:
      return "spherical";
    case JointKind::Planar:
      return "planar";
    case JointKind::Free:
      break;
  }
  return "free";
}

}  // namespace rigor::importing
