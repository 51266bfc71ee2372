// SPDX-License-Identifier: Apache-2.0
// The forces of a stretch as they go on file: polynomials through their values at the nodes, one
// record per pair and per joint.
#pragma once

#include <rigor/segments/force_course.hpp>

namespace rigor {

/// When a record holds.
struct RecordTime {
  trace::Time begin;
  trace::Time end;
  double length = 0.0;  ///< s, of the nodes' interval
};

/// Appends the records of all pairs and joints that give any force.
void add_records(const ForceSampler& sampler, const std::vector<KeptContact>& kept,
                 const ForceCourse& course, const RecordTime& time, RecordedForces& out);

}  // namespace rigor
