// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// What changed in the joints of trees from `before` to the outcome of an event, as copies of
/// `base` that name the link twice: `stick` and `slip` where dry friction begins or ceases to hold
/// a joint, `limit` where a motor comes to the most that it gives or leaves it. Nothing at the
/// start, where nothing was known before.
std::vector<trace::Event> joint_events(const Cluster& before, const ResolvedEvent& result,
                                       const trace::Event& base);

/// Samples of controllers and knots of given forces, efforts and targets that fall on the instant
/// `now` of an event, as events `sample` that name the body twice: one for each mechanism and each
/// free body, however many of its inputs change.
std::vector<trace::Event> sample_events(const World& world, const ResolvedEvent& result,
                                        const trace::Time& now);

}  // namespace rigor
