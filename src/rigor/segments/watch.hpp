// SPDX-License-Identifier: Apache-2.0
// What a segment must keep at its contacts and at half-spaces: when it stops doing so, and the
// certificates that it does until then.
#pragma once

#include <optional>

#include <rigor/certify/axis.hpp>
#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// The paths of the bodies of a cluster over one common clock, s = 0 .. 1.
struct ClusterPaths {
  const World* world = nullptr;
  std::vector<std::uint32_t> bodies;
  std::vector<BodyPath> paths;
  std::vector<std::uint32_t> segments;  ///< numbers of the bodies' segments
};

/// The end of a segment that is being looked for.
struct SegmentEnd {
  double s = 1.0;
  double late = 1.0;              ///< the event, if any, is in [s, late]
  std::optional<double> since{};  ///< where a force reached zero that is clearly negative at s
  trace::EndReason reason = trace::EndReason::Accuracy;
  bool proved = true;
  double location_error = 0.0;  ///< s, of a located event
  bool immediate = false;       ///< an event is due before any time passes
};

void take_earlier(SegmentEnd& end, double s, double late, trace::EndReason reason);

/// A plane (of a half-space or of a body in contact) and what the vertices above it must keep.
struct PlaneWatch {
  PairId pair;
  Axis axis;  ///< of a pair of bodies
  VertexGap gap;
  const VertexTree* tree = nullptr;
  std::vector<VertexBand> bands;      ///< of active vertices
  std::vector<VertexBand> departing;  ///< of others that start inside the band
  std::vector<double> rearmed;        ///< s at which each departing vertex is above δ(1 + β)
};

/// Two edges in contact.
struct EdgeWatch {
  PairId pair;
  PairMotion motion;
  Axis axis;
};

struct Watches {
  std::vector<PlaneWatch> planes;
  std::vector<EdgeWatch> edges;
};

/// Every half-space against every piece of the cluster, and every pair of bodies in the mode.
Watches make_watches(const ClusterPaths& paths, const Cluster& at_start, const Mode& mode);

/// Shortens `end` to the first exit of anything watched: an inactive vertex reaching its level
/// (Touch) or an active one leaving the band (BandExit), both proved.
void find_exits(const Watches& watches, const Tolerances& tolerances, SegmentEnd& end);

/// Certificates of everything watched on [begin, end]; nothing if one of them can not be proved
/// that far: then nothing may be published.
std::optional<std::vector<trace::Certificate>> certificates(const Watches& watches,
                                                            const ClusterPaths& paths,
                                                            const TimeSpan& span);

}  // namespace rigor
