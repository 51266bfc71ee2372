// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include <rigor/segments/force_records.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

void write_normal(const World& world, const ContactId& id, trace::ContactForce& record) {
  if (on_half_space(id.pair)) {
    record.normal = triple(world.half_spaces[id.pair.a.piece].normal);
    return;
  }
  if (id.axis.kind == AxisKind::EdgeEdge) {
    const Edge& a = polytope_of(world, id.pair.a).edges()[id.axis.index_A];
    const Edge& b = polytope_of(world, id.pair.b).edges()[id.axis.index_B];
    record.edge_a = {a.tail, a.head};
    record.edge_b = {b.tail, b.head};
    if (id.axis.sign < 0) std::swap(record.edge_b[0], record.edge_b[1]);
    return;
  }
  const bool of_a = carried_by_a(id);
  record.frame = of_a ? trace::PlaneFrame::A : trace::PlaneFrame::B;
  const Polytope& carrier = polytope_of(world, of_a ? id.pair.a : id.pair.b);
  const Vector3& n = carrier.faces()[of_a ? id.axis.index_A : id.axis.index_B].normal;
  record.normal = triple(of_a ? n : Vector3(-n));
}

/// Three rows without what is below `least`, all of one length.
std::array<std::vector<double>, 3> series(const Eigen::MatrixXd& rows, double least) {
  Eigen::Index count = rows.cols();
  while (count > 1 && rows.col(count - 1).cwiseAbs().maxCoeff() <= least) --count;
  std::array<std::vector<double>, 3> out;
  for (int k = 0; k < 3; ++k)
    for (Eigen::Index c = 0; c < count; ++c)
      out[k].push_back(std::abs(rows(k, c)) <= least ? 0.0 : rows(k, c));
  return out;
}

/// N s, the larger one of a pair at the start.
double momentum_size(const ForcedMotion& motion, const PairId& pair) {
  double most = 0.0;
  for (const std::uint32_t body : {pair.a.body, pair.b.body})
    if (const int place = body == trace::kWorld ? -1 : place_of(motion.start, body); place >= 0)
      most = std::max(
          most, motion.world.bodies[body].mass * motion.start.states[place].v.head<3>().norm());
  return most;
}

/// The record of a pair, without its points.
trace::ContactForce blank_record(const ForcedMotion& motion, std::span<const KeptContact> kept,
                                 const RecordTime& time) {
  const World& world = motion.world;
  const ContactId& id = kept.front().id;
  const auto segment = [&](std::uint32_t body) {
    const int place = body == trace::kWorld ? -1 : place_of(motion.start, body);
    return place < 0 ? trace::kNoSegment : motion.segments[place];
  };
  trace::ContactForce record;
  record.a = id.pair.a;
  record.b = id.pair.b;
  record.segment_a = segment(record.a.body);
  record.segment_b = segment(record.b.body);
  record.begin = time.begin;
  record.end = time.end;
  record.length = time.length;
  // Corners of a pair may lie on axes of their own (an edge over an edge of the other face); the
  // normal on file is that of the plane that the pair is certified by.
  const auto active = contacts_of(motion.mode, id.pair);
  write_normal(world, active.empty() ? id : active.front()->id, record);
  const bool cone = world.law == Law::Coulomb || world.law == Law::MaxDissipation;
  record.friction = cone ? surface_of(world, id.pair).friction : 0.0;
  for (const KeptContact& contact : kept)  // bonds of single points may have broken
    record.viscosity = std::max(record.viscosity, contact.viscosity);
  return record;
}

/// The force of contact k, as long as `load` is the largest one of its pair.
trace::ForcePoint point_of(const KeptContact& kept, const ForceCourse& course,
                           const Eigen::MatrixXd& force, std::size_t k, double load) {
  trace::ForcePoint point;
  point.state = kept.state;
  if (kept.id.axis.kind != AxisKind::EdgeEdge && is_feature(kept.id) && kept.across == 0.0) {
    (carried_by_a(kept.id) ? point.vertex_b : point.vertex_a) = kept.id.vertex;
  } else {
    Eigen::MatrixXd path(3, force.cols());
    for (Eigen::Index j = 0; j < path.cols(); ++j)
      path.col(j) = course.samples[j].contacts[k].point_W;
    point.path = series(path * course.nodes.coefficients.transpose(), kCutSpan);
  }
  point.force = series(force * course.nodes.coefficients.transpose(), kCutSpan * load);
  return point;
}

/// The contacts [first, last) are those of one pair.
void add_record(const ForcedMotion& motion, const std::vector<KeptContact>& kept, std::size_t first,
                std::size_t last, const ForceCourse& course, const RecordTime& time,
                RecordedForces& out) {
  double load = 0.0;
  for (const auto& at_node : course.forces)
    for (std::size_t k = first; k < last; ++k)
      load = std::max(load, at_node[k].cwiseAbs().maxCoeff());
  // Of bodies that only go on together, what is left is the rounding of their momenta.
  if (load * time.length <= kCutSpan * momentum_size(motion, kept[first].id.pair)) return;
  trace::ContactForce record =
      blank_record(motion, std::span(kept).subspan(first, last - first), time);
  for (std::size_t k = first; k < last; ++k) {
    Eigen::MatrixXd force(3, course.nodes.s.size());
    for (Eigen::Index j = 0; j < force.cols(); ++j) force.col(j) = course.forces[j][k];
    if (force.cwiseAbs().maxCoeff() <= kCutSpan * load) continue;
    record.points.push_back(point_of(kept[k], course, force, k, load));
  }
  if (!record.points.empty()) out.contacts.push_back(std::move(record));
}

void add_joint_records(const std::vector<BodyJoint>& joints, const ForceCourse& course,
                       const RecordTime& time, RecordedForces& out) {
  const Eigen::Index count = course.nodes.s.size();
  for (std::size_t k = 0; k < joints.size(); ++k) {
    Eigen::MatrixXd wrench(6, count);
    for (Eigen::Index j = 0; j < count; ++j) wrench.col(j) = course.joints[j][k];
    if (wrench.isZero(0.0)) continue;
    const double reach = course.samples.front().bodies[joints[k].child].reach;
    const double force = wrench.topRows<3>().cwiseAbs().maxCoeff();
    const double moment = std::max(wrench.bottomRows<3>().cwiseAbs().maxCoeff(), force * reach);
    const Eigen::MatrixXd coefficients = wrench * course.nodes.coefficients.transpose();
    out.joints.push_back({joints[k].number, time.begin, time.end, time.length, joints[k].at_lower,
                          joints[k].at_upper, series(coefficients.topRows<3>(), kCutSpan * force),
                          series(coefficients.bottomRows<3>(), kCutSpan * moment)});
  }
}

}  // namespace

void add_records(const ForceSampler& sampler, const std::vector<KeptContact>& kept,
                 const ForceCourse& course, const RecordTime& time, RecordedForces& out) {
  for (std::size_t first = 0, last = 0; first < kept.size(); first = last) {
    while (last < kept.size() && kept[last].id.pair == kept[first].id.pair) ++last;
    add_record(sampler.motion(), kept, first, last, course, time, out);
  }
  add_joint_records(sampler.joints(), course, time, out);
}

}  // namespace rigor
