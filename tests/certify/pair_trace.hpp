// SPDX-License-Identifier: Apache-2.0
// What a run of a pair would leave behind as a trace.
#pragma once

#include "random_pairs.hpp"

namespace rigor {

inline trace::Body body_of(const PieceShape& shape, const char* name) {
  trace::Piece piece;
  piece.name = name;
  for (const Vector3& v : shape.polytope.vertices())
    piece.vertices.push_back({v.x(), v.y(), v.z()});
  trace::Body body;
  body.name = name;
  body.kind = trace::BodyKind::Driven;
  body.pieces.push_back(std::move(piece));
  return body;
}

/// The certified part of a run as a trace; empty time is left out.
inline trace::Trace trace_of(const TumblingPair& pair, const PairRun& run, double skin) {
  trace::Trace trace;
  trace.header.skin = skin;
  trace.bodies = {body_of(pair.a, "a"), body_of(pair.b, "b")};
  const Touches* touch = touch_of(run);
  for (std::size_t k = 0; k < run.parts.size(); ++k) {
    trace::Segment a = run.segments_a[k];
    trace::Segment b = run.segments_b[k];
    trace::Time end = std::min(a.end, b.end);
    if (touch != nullptr && k + 1 == run.parts.size()) end = touch->when.begin;
    if (!(a.start < end)) break;
    a.end = b.end = end;
    trace.segments.push_back(a);
    trace.segments.push_back(b);
    trace.footer.end = end;
    const auto& certificates = run.parts[k].certificates;
    trace.certificates.insert(trace.certificates.end(), certificates.begin(), certificates.end());
  }
  trace.footer.stopped = "time";
  trace.complete = true;
  return trace;
}

}  // namespace rigor
