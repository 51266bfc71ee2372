// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/load.hpp>

namespace rigor {
namespace {

bool is_piecewise_linear(const Signal& signal) {
  if (const auto* table = std::get_if<Table>(&signal))
    return table->interpolation != Interpolation::Cubic;
  const auto* polynomial = std::get_if<Polynomial>(&signal);
  return polynomial != nullptr && polynomial->coefficients.size() == 1;
}

/// The wrenches on the link.
std::vector<const AppliedWrench*> wrenches_on(const Model& model, std::uint32_t link) {
  std::vector<const AppliedWrench*> found;
  for (const Force& force : model.forces) {
    const auto* wrench = std::get_if<AppliedWrench>(&force);
    if (wrench != nullptr && wrench->link == static_cast<int>(link)) found.push_back(wrench);
  }
  return found;
}

/// From the centre of mass to where the force acts, body axes.
Vector3 arm_of(const AppliedWrench& wrench, const Model& model) {
  if (!wrench.point_L) return Vector3::Zero();
  return *wrench.point_L - model.links[wrench.link].inertia.com;
}

/// The first knot after t; infinity if there is none.
double next_knot(const AppliedWrench& wrench, double t) {
  double next = std::numeric_limits<double>::infinity();
  for (const auto* signals : {&wrench.force, &wrench.moment})
    for (const Signal& signal : *signals) next = std::min(next, next_break(signal, t));
  return next;
}

struct VectorJet {
  Vector3 value;
  Vector3 rate;
};

VectorJet jet_of(const std::array<Signal, 3>& signals, double t) {
  VectorJet jet;
  for (int i = 0; i < 3; ++i) {
    const Jet one = evaluate(signals[i], t);
    jet.value[i] = one.value;
    jet.rate[i] = one.rate;
  }
  return jet;
}

trace::Triple value_before(const std::array<Signal, 3>& signals, double t) {
  return {evaluate_before(signals[0], t).value, evaluate_before(signals[1], t).value,
          evaluate_before(signals[2], t).value};
}

double size_at(const AppliedLoad& load, double after, double radius) {
  double size = 0.0;
  for (const LinearWrench& wrench : load.wrenches)
    size += (wrench.force + after * wrench.force_rate).norm() +
            (wrench.moment + after * wrench.moment_rate).norm() / radius;
  return size;
}

trace::Load trace_load(const AppliedWrench& wrench, const Model& model) {
  trace::Load out;
  out.body = wrench.link;
  out.axes = wrench.axes == Axes::World ? trace::LoadAxes::World : trace::LoadAxes::Body;
  out.point = load_point(wrench, model);
  const auto add = [&](double t, const trace::Triple& force, const trace::Triple& moment) {
    out.times.push_back(t);
    out.forces.push_back(force);
    out.moments.push_back(moment);
  };
  const double never = std::numeric_limits<double>::infinity();
  for (double t = next_knot(wrench, -never); t < never; t = next_knot(wrench, t)) {
    add(t, value_before(wrench.force, t), value_before(wrench.moment, t));
    const trace::Triple force = triple(jet_of(wrench.force, t).value);
    const trace::Triple moment = triple(jet_of(wrench.moment, t).value);
    if (force != out.forces.back() || moment != out.moments.back()) add(t, force, moment);
  }
  if (out.times.empty())
    add(0.0, triple(jet_of(wrench.force, 0.0).value), triple(jet_of(wrench.moment, 0.0).value));
  return out;
}

}  // namespace

bool is_piecewise_linear(const Force& force) {
  const auto* wrench = std::get_if<AppliedWrench>(&force);
  if (wrench == nullptr) return false;
  const auto linear = [](const Signal& signal) { return is_piecewise_linear(signal); };
  return std::all_of(wrench->force.begin(), wrench->force.end(), linear) &&
         std::all_of(wrench->moment.begin(), wrench->moment.end(), linear);
}

AppliedLoad load_from(const Model& model, std::uint32_t link, const trace::Time& start,
                      double radius) {
  AppliedLoad load;
  load.start = start;
  const double t = trace::seconds(start);
  double next = std::numeric_limits<double>::infinity();
  for (const AppliedWrench* source : wrenches_on(model, link)) {
    const VectorJet force = jet_of(source->force, t);
    const VectorJet moment = jet_of(source->moment, t);
    load.wrenches.push_back(
        {arm_of(*source, model), source->axes, force.value, force.rate, moment.value, moment.rate});
    next = std::min(next, next_knot(*source, t));
  }
  if (std::isfinite(next)) load.end = trace::time_from(next);
  load.most = size_at(load, 0.0, radius);
  if (load.end)
    load.most = std::max(load.most, size_at(load, trace::elapsed(start, *load.end), radius));
  return load;
}

Wrench load_at(const AppliedLoad& load, const Matrix3& R_WB, double after) {
  Wrench sum;
  for (const LinearWrench& wrench : load.wrenches) {
    Vector3 force = wrench.force + after * wrench.force_rate;
    Vector3 moment = wrench.moment + after * wrench.moment_rate;
    if (wrench.axes == Axes::Link) {
      force = R_WB * force;
      moment = R_WB * moment;
    }
    sum.force += force;
    sum.moment += moment + Vector3(R_WB * wrench.point_B).cross(force);
  }
  return sum;
}

trace::Triple load_point(const AppliedWrench& wrench, const Model& model) {
  const Vector3 arm = arm_of(wrench, model);
  return triple(
      is_free_body(model, wrench.link) ? arm : Vector3(arm + model.links[wrench.link].inertia.com));
}

std::vector<trace::Load> trace_loads(const Model& model) {
  std::vector<trace::Load> loads;
  for (const Force& force : model.forces)
    if (const auto* wrench = std::get_if<AppliedWrench>(&force))
      loads.push_back(trace_load(*wrench, model));
  return loads;
}

}  // namespace rigor
