// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/geometry/overlap.hpp>

namespace rigor {
namespace {

double cross(const Vector2& a, const Vector2& b) { return a.x() * b.y() - a.y() * b.x(); }

std::size_t edge_count(std::span<const Vector2> figure) {
  return figure.size() > 2 ? figure.size() : figure.size() - 1;
}

const Vector2& next(std::span<const Vector2> figure, std::size_t i) {
  return figure[(i + 1) % figure.size()];
}

CornerKind kind_at(PolygonPlace::Kind kind) {
  switch (kind) {
    case PolygonPlace::AtVertex:
      return CornerKind::VV;
    case PolygonPlace::OnEdge:
      return CornerKind::VE;
    case PolygonPlace::Inside:
      break;
  }
  return CornerKind::VF;
}

CornerKind swapped(CornerKind kind) {
  if (kind == CornerKind::VF) return CornerKind::FV;
  if (kind == CornerKind::VE) return CornerKind::EV;
  return kind;
}

/// Which ends of two segments that cross are farther from the other one than the tolerance.
enum class Clear : std::uint8_t { AllEnds, OneOfEach };

/// The crossing of the two segments, if each has its ends on opposite sides of the other, clear of
/// it as asked.
std::optional<Vector2> crossing(const Vector2& p, const Vector2& along_p, const Vector2& q,
                                const Vector2& along_q, double tolerance, Clear clear) {
  const double turn = cross(along_p, along_q);
  if (turn == 0.0) return std::nullopt;
  // Distances from the other line times its length.
  const auto apart = [tolerance, clear](double s, double t, const Vector2& line) {
    const double least = tolerance * line.norm();
    const auto [nearer, farther] = std::minmax({std::abs(s), std::abs(t)});
    return (clear == Clear::AllEnds ? nearer : farther) > least;
  };
  const double p_tail = cross(along_q, p - q);
  const double p_head = cross(along_q, p + along_p - q);
  if (p_tail * p_head >= 0.0 || !apart(p_tail, p_head, along_q)) return std::nullopt;
  const double q_tail = cross(along_p, q - p);
  const double q_head = cross(along_p, q + along_q - p);
  if (q_tail * q_head >= 0.0 || !apart(q_tail, q_head, along_p)) return std::nullopt;
  return p + p_tail / (p_tail - p_head) * along_p;
}

bool has_corner(const std::vector<OverlapCorner>& corners, const Vector2& p, double tolerance) {
  return std::any_of(corners.begin(), corners.end(), [&p, tolerance](const OverlapCorner& corner) {
    return (corner.point - p).squaredNorm() <= tolerance * tolerance;
  });
}

/// Counter-clockwise about the mean; two corners need no order.
void sort_around_mean(std::vector<OverlapCorner>& corners) {
  if (corners.size() < 3) return;
  Vector2 mean = Vector2::Zero();
  for (const OverlapCorner& corner : corners) {
    mean += corner.point / static_cast<double>(corners.size());
  }
  // Grows with the angle from 0 to 4, without trigonometry.
  const auto angle = [&mean](const OverlapCorner& corner) {
    const Vector2 arm = corner.point - mean;
    const double slope = arm.x() / (std::abs(arm.x()) + std::abs(arm.y()));
    return arm.y() >= 0.0 ? 1.0 - slope : 3.0 + slope;
  };
  std::stable_sort(corners.begin(), corners.end(),
                   [&angle](const OverlapCorner& one, const OverlapCorner& other) {
                     return angle(one) < angle(other);
                   });
}

/// A polygon that degenerates to a line keeps only its two extreme corners.
void drop_inner_of_line(std::vector<OverlapCorner>& corners, double tolerance) {
  if (corners.size() < 3) return;
  const Vector2 origin = corners[0].point;
  const auto farther = [&origin](const OverlapCorner& a, const OverlapCorner& b) {
    return (a.point - origin).squaredNorm() < (b.point - origin).squaredNorm();
  };
  const Vector2 far = std::max_element(corners.begin(), corners.end(), farther)->point;
  const Vector2 along = (far - origin).normalized();
  for (const OverlapCorner& corner : corners) {
    if (std::abs(cross(along, corner.point - origin)) > tolerance) return;
  }
  const auto before = [&along](const OverlapCorner& a, const OverlapCorner& b) {
    return along.dot(a.point) < along.dot(b.point);
  };
  const auto [low, high] = std::minmax_element(corners.begin(), corners.end(), before);
  corners = {*low, *high};
}

}  // namespace

std::optional<PolygonPlace> place_of(const Vector2& p, std::span<const Vector2> figure,
                                     double tolerance) {
  const double near_squared = tolerance * tolerance;
  std::optional<std::uint32_t> near_edge;
  for (std::uint32_t k = 0; k < edge_count(figure); ++k) {
    const Vector2 along = next(figure, k) - figure[k];
    const Vector2 arm = p - figure[k];
    const double length_squared = along.squaredNorm();
    const double area = cross(along, arm);  // distance from the line times length
    if (area * area <= near_squared * length_squared) {
      const double reach = arm.dot(along);
      if (reach > 0.0 && reach < length_squared) near_edge = k;
    } else if (area < 0.0 || figure.size() == 2) {
      return std::nullopt;
    }
  }
  for (std::uint32_t k = 0; k < figure.size(); ++k) {
    if ((p - figure[k]).squaredNorm() <= near_squared)
      return PolygonPlace{PolygonPlace::AtVertex, k};
  }
  if (near_edge) return PolygonPlace{PolygonPlace::OnEdge, *near_edge};
  if (figure.size() < 3) return std::nullopt;
  // Within the tolerance of an edge's line but beyond its end: outside, unless inside all lines.
  for (std::size_t k = 0; k < figure.size(); ++k) {
    if (cross(next(figure, k) - figure[k], p - figure[k]) < 0.0) return std::nullopt;
  }
  return PolygonPlace{PolygonPlace::Inside, 0};
}

std::vector<OverlapCorner> overlap_corners(std::span<const Vector2> P, std::span<const Vector2> Q,
                                           double tolerance) {
  std::vector<OverlapCorner> corners;
  for (std::uint32_t i = 0; i < P.size(); ++i) {
    const auto place = place_of(P[i], Q, tolerance);
    if (place && !has_corner(corners, P[i], tolerance)) {
      corners.push_back({P[i], kind_at(place->kind), i, place->index});
    }
  }
  for (std::uint32_t j = 0; j < Q.size(); ++j) {
    const auto place = place_of(Q[j], P, tolerance);
    if (!place || has_corner(corners, Q[j], tolerance)) continue;
    corners.push_back({Q[j], swapped(kind_at(place->kind)), place->index, j});
  }
  // A segment that runs nearly along an edge may have one end on it and leave the figure far from
  // there: without that crossing the overlap would be the end alone.
  const Clear clear = P.size() == 2 || Q.size() == 2 ? Clear::OneOfEach : Clear::AllEnds;
  for (std::uint32_t i = 0; i < edge_count(P); ++i) {
    for (std::uint32_t j = 0; j < edge_count(Q); ++j) {
      const auto point =
          crossing(P[i], next(P, i) - P[i], Q[j], next(Q, j) - Q[j], tolerance, clear);
      if (point && !has_corner(corners, *point, tolerance)) {
        corners.push_back({*point, CornerKind::EE, i, j});
      }
    }
  }
  drop_inner_of_line(corners, tolerance);
  sort_around_mean(corners);
  return corners;
}

}  // namespace rigor
