// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/report/plot.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Where the number of contact points is taken from.
enum class ContactSource {
  Certificates,  ///< points that certificates keep inside the band around the skin
  Forces,        ///< points that press; of bodies that sleep, those that pressed last
};

struct ContactCount {
  ContactSource source = ContactSource::Certificates;
  std::vector<PlotPoint> points;  ///< a step function of time, s
};

/// The number of contact points of all pairs: those that certificates list, or, if they list none
/// because the method keeps contacts at a distance, those of the recorded forces.
ContactCount contact_count(const trace::Trace& trace);

}  // namespace rigor
