// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/laws/gripping.hpp>

namespace rigor {

GrippingProjection project_gripping(const ContactSet& set, const Eigen::VectorXd& target,
                                    const Eigen::VectorXd& normal_bias,
                                    const Eigen::VectorXd& tangential_bias, const Grip& grip) {
  const auto gripping = static_cast<int>(std::count(grip.begin(), grip.end(), 1));
  LinearRows equal{Eigen::MatrixXd(2 * gripping, set.mass.size()), Eigen::VectorXd(2 * gripping)};
  int row = 0;
  for (int i = 0; i < set.size(); ++i) {
    if (grip[i] == 0) continue;
    equal.rows.middleRows(row, 2) = set.T.middleRows(2 * i, 2);
    equal.right.segment(row, 2) = -tangential_bias.segment(2 * i, 2);
    row += 2;
  }
  const ConeProjection cone =
      project_on_cone(set.mass, target, {set.N, -normal_bias}, equal,
                      {.equation_slack = kFlatness, .inequality_slack = kFlatness});
  GrippingProjection result{
      cone.x,        cone.normal,     Eigen::VectorXd::Zero(2 * set.size()),
      cone.residual, cone.slack_used, cone.status == ProjectionStatus::Solved};
  row = 0;
  for (int i = 0; i < set.size(); ++i) {
    if (grip[i] == 0) continue;
    result.tangential.segment(2 * i, 2) = cone.tangential.segment(row, 2);
    row += 2;
  }
  return result;
}

Grip bonded_contacts(const ContactSet& set) {
  Grip grip(set.contacts.size());
  for (std::size_t i = 0; i < grip.size(); ++i) {
    grip[i] = set.contacts[i].tangential && set.contacts[i].bonded ? 1 : 0;
  }
  return grip;
}

Eigen::MatrixXd whitened_columns(const ContactSet& set, const std::vector<int>& normals,
                                 const Grip& grip, const Eigen::VectorXd& drag) {
  const auto count = static_cast<int>(normals.size());
  const auto gripping = static_cast<int>(std::count(grip.begin(), grip.end(), 1));
  Eigen::MatrixXd rows(count + 2 * gripping, set.mass.size());
  for (int k = 0; k < count; ++k) {
    const int i = normals[k];
    rows.row(k) = set.N.row(i);
    if (drag.size() > 0)
      rows.row(k) += drag.segment<2>(2 * i).transpose() * set.T.middleRows<2>(2 * i);
  }
  int row = count;
  for (int i = 0; i < set.size(); ++i) {
    if (grip[i] == 0) continue;
    rows.middleRows(row, 2) = set.T.middleRows(2 * i, 2);
    row += 2;
  }
  return set.mass.whitened_rows(rows);
}

}  // namespace rigor
