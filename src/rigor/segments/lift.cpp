// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/segments/lift.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

using Points = std::vector<Eigen::Vector2d>;

double turn(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// Whether c lies strictly to the left of the line from a to b.
bool turns_left(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  const double t = turn(b - a, c - b);
  return t > kStraightRow * (b - a).norm() * (c - b).norm();
}

/// Weights of the contacts for one edge of the hull (or one end of a segment): the distance from
/// the line through `from` along `along`, as a fraction of the largest.
std::vector<double> distances(const Points& points, const Eigen::Vector2d& from,
                              const Eigen::Vector2d& inward) {
  std::vector<double> d;
  double largest = 0.0;
  for (const auto& p : points) {
    d.push_back(std::max(0.0, inward.dot(p - from)));
    largest = std::max(largest, d.back());
  }
  for (double& value : d) value /= largest;
  return d;
}

/// One list of weights per lift function of contacts at these points of a plane.
std::vector<std::vector<double>> edge_weights(const Points& points) {
  const std::vector<int> hull = hull_of(points);
  const std::size_t n = hull.size();
  if (n == 1) return {std::vector<double>(points.size(), 1.0)};
  std::vector<std::vector<double>> all;
  for (std::size_t k = 0; k < n; ++k) {
    const Eigen::Vector2d& a = points[hull[k]];
    const Eigen::Vector2d along = points[hull[(k + 1) % n]] - a;
    const Eigen::Vector2d inward = n == 2 ? along : Eigen::Vector2d(-along.y(), along.x());
    all.push_back(distances(points, a, inward));
  }
  return all;
}

}  // namespace

std::vector<int> hull_of(const std::vector<Eigen::Vector2d>& points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int i, int j) {
    return std::make_pair(points[i].x(), points[i].y()) <
           std::make_pair(points[j].x(), points[j].y());
  });
  order.erase(
      std::unique(order.begin(), order.end(), [&](int i, int j) { return points[i] == points[j]; }),
      order.end());
  if (order.size() < 3) return order;
  std::vector<int> hull;
  const auto add_chain = [&](auto begin, auto end) {  // Andrew's monotone chain
    const std::size_t base = hull.size();
    for (auto it = begin; it != end; ++it) {
      while (hull.size() >= base + 2 &&
             !turns_left(points[hull[hull.size() - 2]], points[hull.back()], points[*it]))
        hull.pop_back();
      hull.push_back(*it);
    }
    hull.pop_back();
  };
  add_chain(order.begin(), order.end());
  add_chain(order.rbegin(), order.rend());
  return hull;
}

std::vector<LiftFunction> lift_functions(const ModeMotion& motion, const Cluster& cluster,
                                         const std::vector<ActiveContact>& contacts) {
  std::vector<LiftFunction> all;
  const auto same_plane = [](const PairId& x, const PairId& y) {
    return x.a == y.a && x.b.body == y.b.body;
  };
  const std::size_t count = contacts.size();
  for (std::size_t first = 0; first < count;) {
    const PairId pair = contacts[first].id.pair;
    std::size_t end = first;
    Points points;
    for (; end < count && same_plane(contacts[end].id.pair, pair); ++end) {  // ordered by pair
      const MovingContact& contact = motion.contacts[end];
      if (!on_half_space(pair)) continue;
      const BodyState& state = cluster.states[contact.place_O];
      points.push_back(contact.frame_P.rightCols<2>().transpose() * (state.q * contact.r_O));
    }
    if (!points.empty()) {
      for (const std::vector<double>& weights : edge_weights(points)) {
        LiftFunction lift{pair, Eigen::VectorXd::Zero(static_cast<int>(motion.rows.size()))};
        for (std::size_t row = 0; row < motion.rows.size(); ++row) {
          const ModeMotion::Row at = motion.rows[row];
          const auto contact = static_cast<std::size_t>(at.contact);
          if (at.axis == 0 && contact >= first && contact < end)
            lift.weights[static_cast<int>(row)] = weights[contact - first];
        }
        all.push_back(std::move(lift));
      }
    }
    first = end;
  }
  return all;
}

}  // namespace rigor
