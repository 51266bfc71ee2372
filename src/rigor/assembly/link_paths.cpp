// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/link_paths.hpp>
#include <rigor/chebyshev/nodes.hpp>

namespace rigor {

double write_link_paths(const Model& model, const Mechanism& mechanism, std::uint32_t first_body,
                        const CoordinatesAt& at, double from, double to,
                        const LinkPathAccuracy& accuracy, std::span<trace::Segment> segments) {
  std::vector<Pose> poses(model.links.size());
  State state;
  double tail = 0.0;
  for (const int degree : accuracy.degrees) {
    const LobattoNodes& nodes = lobatto_nodes(degree);
    std::vector<Eigen::MatrixXd> rows(segments.size(), Eigen::MatrixXd(7, degree + 1));
    for (int j = 0; j <= degree; ++j) {
      state.q = at(from + (to - from) * nodes.s[j]);
      update_poses(model, mechanism, state, poses);
      for (std::size_t i = 0; i < segments.size(); ++i) {
        const Pose& X_WL = poses[segments[i].body - first_body];
        const std::array<double, 4> q = wxyz(X_WL.rotation);
        rows[i].col(j) << X_WL.translation, q[0], q[1], q[2], q[3];
      }
    }
    tail = 0.0;
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const Eigen::MatrixXd coefficients = rows[i] * nodes.coefficients.transpose();
      tail = std::max(tail, coefficients.rightCols<2>().cwiseAbs().maxCoeff());
      write_path(coefficients, segments[i]);
    }
    if (tail <= accuracy.tail) break;
  }
  return tail;
}

}  // namespace rigor
