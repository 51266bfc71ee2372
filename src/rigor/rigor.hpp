// SPDX-License-Identifier: Apache-2.0
// Everything a program needs to go from a scene to a proved motion.
#pragma once

#include <rigor/run/live_simulation.hpp>
#include <rigor/run/record.hpp>
#include <rigor/run/simulate.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>
#include <rigor/verification/verify.hpp>
