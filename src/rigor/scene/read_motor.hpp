// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/scene/fields.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// A function of time: a number, {knots: [[time, value], ...], pieces: cubic | linear | step}, or
/// {harmonics: {period, mean, cos: [...], sin: [...]}}.
Signal read_signal(const Cursor& at, const NumberRule& rule, Interpolation pieces);

/// The value of `motor`: {effort} or {kp, kd, target, limit, every}.
MotorSpec read_motor(const Cursor& at);

/// The motor as a force on the link.
Force motor_force(const MotorSpec& motor);

/// As a scene file says it.
std::string text_of(const MotorSpec& motor);

}  // namespace rigor
