// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/body.hpp>

namespace rigor {

/// The path of a fixed body: where it stands from `start` to `end`, as one constant segment.
trace::Segment resting_segment(const Body& body, const trace::Time& start, const trace::Time& end);

}  // namespace rigor
