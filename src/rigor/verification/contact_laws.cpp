// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <rigor/verification/contact_bounds.hpp>
#include <rigor/verification/contact_laws.hpp>
#include <rigor/verification/extent.hpp>

namespace rigor::verification {
namespace {

using trace::ContactState;

/// Slips that need not be known better, over one record.
constexpr Real kFineDrift = 1e-12L;  // m

/// One point of a record, judged.
class PointLaw {
 public:
  PointLaw(const ContactView& view, const trace::ForcePoint& point, Real fine, Nodes& nodes)
      : view_(view),
        point_(point),
        nodes_(nodes),
        fine_(fine),
        force_size_(size_of(point.force)),
        force_error_(4 * view.rounding() * force_size_),
        force_(force_growth(view, point)),
        normal_(normal_growth(view)),
        slip_(slip_growth(view, point)) {}

  Unlawful judged();

 private:
  struct Sample {
    const ContactInstant& at;
    Vec force;
  };

  const std::vector<Sample>& samples(int count) const;
  bool measure_normal();
  void push();
  void cone(bool rim);
  void no_friction();
  void no_slip();
  void slip();
  void drag();
  /// Largest size of a vector polynomial; error that of its values.
  template <class F>
  Real largest(const Growth& growth, Real error, F&& value) const;
  /// A scalar polynomial.
  template <class F>
  Bounded polynomial(const Growth& growth, Real error, F&& value) const;
  Real differ(Real g, Real force) const;

  const ContactView& view_;
  const trace::ForcePoint& point_;
  Nodes& nodes_;
  Real fine_;
  Real force_size_;
  Real force_error_;
  Growth force_, normal_, slip_;
  Real normal_least_ = 0;                                       ///< of |N|
  mutable std::map<std::size_t, std::vector<Sample>> samples_;  ///< by number of nodes
  Unlawful out_;
};

const std::vector<PointLaw::Sample>& PointLaw::samples(int count) const {
  const std::vector<ContactInstant>& instants = view_.at_nodes(count, nodes_);
  std::vector<Sample>& all = samples_[instants.size()];
  if (all.empty()) {
    all.reserve(instants.size());
    for (const ContactInstant& at : instants) all.push_back({at, view_.force_at(point_, at)});
  }
  return all;
}

template <class F>
Real PointLaw::largest(const Growth& growth, Real error, F&& value) const {
  const int degree = growth.degree_within(error);
  Real most = 0;
  for (const Sample& sample : samples(nodes_for(degree)))
    most = std::max(most, norm(value(sample)));
  return 2.1L * (most + error) + 3.1L * growth.beyond(degree);
}

template <class F>
Bounded PointLaw::polynomial(const Growth& growth, Real error, F&& value) const {
  const int degree = growth.degree_within(error);
  std::vector<Real> values;
  const std::vector<Sample>& all = samples(degree + 1);
  values.reserve(all.size());
  for (const Sample& sample : all) values.push_back(value(sample));
  return {values, error + 2 * growth.beyond(degree), nodes_, static_cast<std::size_t>(degree) + 1};
}

bool PointLaw::measure_normal() {
  const Real size = normal_size(view_);
  const Bounded squared = polynomial(normal_ * normal_, 3 * size * normal_error(view_),
                                     [](const Sample& x) { return dot(x.at.normal, x.at.normal); });
  if (!(squared.low() > 0)) return false;
  normal_least_ = std::sqrt(squared.low());
  return true;
}

void PointLaw::push() {
  const Real size = normal_size(view_);
  const Bounded pull =
      polynomial(normal_ * force_, 2 * (size * force_error_ + normal_error(view_) * force_size_),
                 [](const Sample& x) { return -dot(x.at.normal, x.force); });
  const auto breach = [this](Real s, Real) { return s / normal_least_; };
  out_.impulse += view_.length() * mean_above_zero(pull, pull, breach, fine_, nodes_);
}

/// By how much |F_t| and μ |F_n| differ at most, if g is no larger and |F| no less.
Real PointLaw::differ(Real g, Real force) const {
  const Real mu = view_.force().friction;
  const Real over = std::max(g, Real{0}) / (normal_least_ * normal_least_);
  const Real lever = std::min(Real{1}, mu) * force;
  const Real root = std::sqrt(over);
  return lever > 0 ? std::min(root, over / lever) : root;
}

void PointLaw::cone(bool rim) {
  const Real mu = view_.force().friction;
  const Real size = normal_size(view_);
  const Real error = 8 * (1 + mu * mu) * size * force_size_ *
                     (size * force_error_ + normal_error(view_) * force_size_);
  const Growth across = normal_ * force_;
  const Bounded g = polynomial(across * across, error, [&](const Sample& x) {
    const Real s = dot(x.at.normal, x.force);
    return dot(x.at.normal, x.at.normal) * dot(x.force, x.force) - (1 + mu * mu) * s * s;
  });
  const Bounded force = polynomial(force_ * force_, 3 * force_size_ * force_error_,
                                   [](const Sample& x) { return dot(x.force, x.force); });
  const auto breach = [this](Real over, Real weight) { return differ(over, std::sqrt(weight)); };
  out_.impulse += view_.length() * mean_above_zero(g, force, breach, fine_, nodes_);
  if (rim) out_.impulse += view_.length() * mean_above_zero(-g, force, breach, fine_, nodes_);
}

void PointLaw::no_friction() {
  const Real error = 4 * (normal_size(view_) * force_error_ + normal_error(view_) * force_size_);
  const Real most =
      largest(normal_ * force_, error, [](const Sample& x) { return cross(x.at.normal, x.force); });
  out_.impulse += view_.length() * most / normal_least_;
}

void PointLaw::no_slip() {
  if (belt_of(view_) != Vec{}) {
    const Real size = normal_size(view_);
    const Real slip_size = largest(slip_, slip_error(view_, point_),
                                   [this](const Sample& x) { return view_.slip_at(point_, x.at); });
    const Real error = 4 * (size * slip_error(view_, point_) + normal_error(view_) * slip_size);
    const Real most = largest(normal_ * slip_, error, [this](const Sample& x) {
      return cross(x.at.normal, view_.slip_at(point_, x.at));
    });
    out_.drift += view_.length() * most / normal_least_;
    return;
  }
  out_.drift += view_.length() * largest(slip_, slip_error(view_, point_), [this](const Sample& x) {
                  return view_.slip_at(point_, x.at);
                });
}

void PointLaw::slip() {
  const Real slip_size = largest(slip_, slip_error(view_, point_),
                                 [this](const Sample& x) { return view_.slip_at(point_, x.at); });
  const Real size = normal_size(view_);
  const Real error =
      8 * (size * force_size_ * slip_error(view_, point_) + size * force_error_ * slip_size +
           normal_error(view_) * force_size_ * slip_size);
  const Growth power = slip_ * force_ * normal_;
  const Real aside = largest(power, error, [this](const Sample& x) {
    return Vec{dot(x.at.normal, cross(view_.slip_at(point_, x.at), x.force)), 0, 0};
  });
  const Bounded along = polynomial(power * normal_, 4 * size * error, [this](const Sample& x) {
    const Vec v = view_.slip_at(point_, x.at);
    const Vec& n = x.at.normal;
    return dot(n, n) * dot(x.force, v) - dot(n, x.force) * dot(n, v);
  });
  if (!(force_size_ > 0)) return;
  const Real scale = normal_least_ * force_size_;
  const auto breach = [&](Real watts, Real) { return watts / (normal_least_ * scale); };
  out_.drift +=
      view_.length() *
      (aside / scale + mean_above_zero(along, along, breach, kFineDrift / view_.length(), nodes_));
}

void PointLaw::drag() {
  const Real k = view_.force().viscosity;
  const Real size = normal_size(view_);
  const Real slip_size = largest(slip_, slip_error(view_, point_),
                                 [this](const Sample& x) { return view_.slip_at(point_, x.at); });
  const Real error = 4 * (size * (force_error_ + k * slip_error(view_, point_)) +
                          normal_error(view_) * (force_size_ + k * slip_size));
  const Real most = largest(normal_ * (force_ + k * slip_), error, [this, k](const Sample& x) {
    return cross(x.at.normal, x.force + k * view_.slip_at(point_, x.at));
  });
  out_.impulse += view_.length() * most / normal_least_;
}

Unlawful PointLaw::judged() {
  if (!measure_normal()) {
    out_.problem = "the normal of a contact may vanish";
    return out_;
  }
  push();
  switch (point_.state) {
    case ContactState::Frictionless:
    case ContactState::Broken:
      no_friction();
      break;
    case ContactState::Stick:
      cone(false);
      no_slip();
      break;
    case ContactState::Slip:
      cone(true);
      slip();
      break;
    case ContactState::Bonded:
      no_slip();
      break;
    case ContactState::Viscous:
      drag();
      break;
    case ContactState::Step:
      out_.problem = "a mean over a step stands for a force";
      break;
  }
  return out_;
}

}  // namespace

bool may_be(const std::string& law, ContactState state, double friction) {
  if (law == "frictionless") return state == ContactState::Frictionless;
  if (law == "no_slip" || law == "no_slip_active")
    return state == ContactState::Bonded || state == ContactState::Broken;
  if (law == "viscous")
    return state == ContactState::Viscous || state == ContactState::Frictionless ||
           state == ContactState::Broken;
  if (law == "coulomb")
    return state == ContactState::Stick || state == ContactState::Slip ||
           (state == ContactState::Frictionless && friction == 0.0);
  return false;
}

Unlawful unlawful_part(const ContactView& view, Real fine, Nodes& nodes) {
  Unlawful sum;
  for (const trace::ForcePoint& point : view.force().points) {
    const Unlawful one = PointLaw(view, point, fine, nodes).judged();
    if (one.problem != nullptr) return one;
    sum.impulse += one.impulse;
    sum.drift += one.drift;
  }
  return sum;
}

}  // namespace rigor::verification
