// SPDX-License-Identifier: Apache-2.0
#include <rigor/assembly/outcome.hpp>

namespace rigor {

const char* name(StopKind kind) {
  switch (kind) {
    case StopKind::Rest:
      return "rest";
    case StopKind::Time:
      return "time";
    case StopKind::Events:
      return "events";
    case StopKind::Segments:
      return "segments";
    case StopKind::WallTime:
      return "wall_time";
    case StopKind::Interrupted:
      return "interrupted";
    case StopKind::NoProgress:
      return "no_progress";
    case StopKind::Inconsistent:
      return "inconsistent";
    case StopKind::Jam:
      return "jam";
    case StopKind::Indeterminate:
      return "indeterminate";
    case StopKind::Unsupported:
      return "unsupported";
    case StopKind::Driven:
      return "driven";
    case StopKind::Mechanism:
      return "mechanism";
    case StopKind::Overlap:
      return "overlap";
    case StopKind::Degenerate:
      return "degenerate";
    case StopKind::Uncertified:
      return "uncertified";
  }
  return "unknown";
}

bool is_done(StopKind kind) {
  return kind == StopKind::Rest || kind == StopKind::Time || kind == StopKind::Events ||
         kind == StopKind::Segments;
}

}  // namespace rigor
