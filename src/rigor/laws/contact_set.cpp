// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include <rigor/laws/contact_set.hpp>

namespace rigor {
namespace {

constexpr std::array<std::pair<Law, const char*>, 6> kLawNames{{
    {Law::Frictionless, "frictionless"},
    {Law::NoSlip, "no_slip"},
    {Law::NoSlipActive, "no_slip_active"},
    {Law::Viscous, "viscous"},
    {Law::MaxDissipation, "max_dissipation"},
    {Law::Coulomb, "coulomb"},
}};

}  // namespace

const char* name(Law law) { return kLawNames[static_cast<std::size_t>(law)].second; }

std::optional<Law> law_named(std::string_view name) {
  for (const auto& [law, text] : kLawNames) {
    if (name == text) return law;
  }
  return std::nullopt;
}

Eigen::VectorXd zero_thresholds(const ContactSet& set, const Eigen::VectorXd& x,
                                const Eigen::VectorXd& y, const Eigen::VectorXd& bias) {
  Eigen::VectorXd size = set.N.cwiseAbs() * (x.cwiseAbs() + y.cwiseAbs()) + bias.cwiseAbs();
  for (int i = 0; i < set.size(); ++i) {
    size[i] *= kZeroFraction * set.contacts[i].extent;
  }
  return size;
}

Eigen::VectorXd normal_drive(const ContactSet& set) {
  return set.normal_drive.size() > 0 ? set.normal_drive : Eigen::VectorXd::Zero(set.size());
}

Eigen::VectorXd tangential_drive(const ContactSet& set) {
  return set.tangential_drive.size() > 0 ? set.tangential_drive
                                         : Eigen::VectorXd::Zero(2 * set.size());
}

Eigen::VectorXd normal_speeds(const ContactSet& set, const Eigen::VectorXd& v) {
  return set.N * v + normal_drive(set);
}

Eigen::VectorXd tangential_speeds(const ContactSet& set, const Eigen::VectorXd& v) {
  return set.T * v + tangential_drive(set);
}

double kinetic_energy(const ContactSet& set, const Eigen::VectorXd& v) {
  return 0.5 * set.mass.whitened(v).squaredNorm();
}

}  // namespace rigor
