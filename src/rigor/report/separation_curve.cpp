// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <rigor/report/separation_curve.hpp>
#include <rigor/report/track.hpp>

namespace rigor {
namespace {

/// One side of a pair at one instant.
struct PlacedPiece {
  const trace::Piece* piece = nullptr;  ///< nullptr: a half-space
  Pose X_WB;

  Vector3 vertex(std::size_t i) const { return X_WB * Vector3(piece->vertices[i].data()); }
  /// Smallest n·x over the vertices.
  double lowest(const Vector3& n) const {
    double low = std::numeric_limits<double>::infinity();
    const Vector3 n_B = X_WB.rotation.conjugate() * n;
    for (const trace::Triple& p : piece->vertices) low = std::min(low, n_B.dot(Vector3(p.data())));
    return low + n.dot(X_WB.translation);
  }
};

std::optional<PlacedPiece> placed(const trace::Trace& trace, const Tracks& tracks,
                                  const trace::PieceId& id, std::uint32_t index,
                                  const trace::Time& t) {
  if (id.body == trace::kWorld) return PlacedPiece{};
  if (id.body >= trace.bodies.size() || id.piece >= trace.bodies[id.body].pieces.size()) return {};
  const trace::Segment* segment = tracks.segment(id.body, index);
  if (segment == nullptr) return {};
  return PlacedPiece{&trace.bodies[id.body].pieces[id.piece],
                     track_pose(*segment, trace::elapsed(segment->start, t))};
}

/// The certificate's normal in the world, from a to b; not unit.
std::optional<Vector3> world_normal(const trace::Certificate& certificate, const PlacedPiece& a,
                                    const PlacedPiece& b) {
  const Vector3 normal(certificate.normal.data());
  if (certificate.kind == trace::CertificateKind::EdgeEdge) {
    if (a.piece == nullptr || b.piece == nullptr) return {};
    const auto edge = [](const PlacedPiece& side, const std::array<std::uint32_t, 2>& ends) {
      return Vector3(side.vertex(ends[1]) - side.vertex(ends[0]));
    };
    const std::size_t most_a = a.piece->vertices.size(), most_b = b.piece->vertices.size();
    if (std::max(certificate.edge_a[0], certificate.edge_a[1]) >= most_a ||
        std::max(certificate.edge_b[0], certificate.edge_b[1]) >= most_b) {
      return {};
    }
    return certificate.sign * edge(a, certificate.edge_a).cross(edge(b, certificate.edge_b));
  }
  if (certificate.frame == trace::PlaneFrame::A) return Vector3(a.X_WB.rotation * normal);
  if (certificate.frame == trace::PlaneFrame::B) return Vector3(b.X_WB.rotation * normal);
  return normal;
}

/// Distance of the two pieces along the certificate's normal at t, or nothing if the certificate
/// names things that do not exist.
std::optional<double> separation(const trace::Trace& trace, const Tracks& tracks,
                                 const trace::Certificate& certificate, const trace::Time& t) {
  const auto a = placed(trace, tracks, certificate.a, certificate.segment_a, t);
  const auto b = placed(trace, tracks, certificate.b, certificate.segment_b, t);
  if (!a || !b || b->piece == nullptr) return {};
  if (a->piece == nullptr) {
    if (certificate.a.piece >= trace.half_spaces.size()) return {};
    const trace::HalfSpace& half_space = trace.half_spaces[certificate.a.piece];
    const Vector3 n(half_space.normal.data());
    return (b->lowest(n) - half_space.offset) / n.norm();
  }
  const auto n = world_normal(certificate, *a, *b);
  if (!n || !(n->norm() > 0)) return {};
  return (b->lowest(*n) + a->lowest(-*n)) / n->norm();  // the highest of a is -lowest(-n)
}

/// The smallest value met in each of equal parts of a span.
class Columns {
 public:
  Columns(const Range& times, int count)
      : times_(times), smallest_(static_cast<std::size_t>(count)) {}

  double width() const {
    return (times_.high - times_.low) / static_cast<double>(smallest_.size());
  }
  double centre(long i) const { return times_.low + (static_cast<double>(i) + 0.5) * width(); }
  long index(double t) const { return static_cast<long>(std::floor((t - times_.low) / width())); }

  void note(double t, double value) {
    const long last = static_cast<long>(smallest_.size()) - 1;
    const long i = t >= times_.high ? last : index(t);
    if (i < 0 || t > times_.high) return;
    auto& slot = smallest_[i];
    if (!slot || value < slot->y) slot = PlotPoint{t, value};
  }

  std::vector<PlotPoint> points() const {
    std::vector<PlotPoint> all;
    for (const auto& slot : smallest_) {
      if (slot) all.push_back(*slot);
    }
    return all;
  }

 private:
  Range times_;
  std::vector<std::optional<PlotPoint>> smallest_;
};

}  // namespace

std::vector<PlotPoint> smallest_separation(const trace::Trace& trace, const Range& times,
                                           int columns) {
  const Tracks tracks(trace);
  Columns smallest(times, columns);
  for (const trace::Certificate& certificate : trace.certificates) {
    const auto sample = [&](const trace::Time& t) {
      if (const auto value = separation(trace, tracks, certificate, t)) {
        smallest.note(trace::seconds(t), *value);
      }
    };
    sample(certificate.begin);
    sample(certificate.end);
    const double end = std::min(trace::seconds(certificate.end), times.high);
    long i = std::max(0L, smallest.index(trace::seconds(certificate.begin)));
    for (; smallest.centre(i) < end; ++i) {
      const trace::Time t = trace::time_from(smallest.centre(i));
      if (t > certificate.begin) sample(t);
    }
  }
  return smallest.points();
}

}  // namespace rigor
