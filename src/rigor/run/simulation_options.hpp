// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/options.hpp>
#include <rigor/scene/scene.hpp>

namespace rigor {

/// What a scene asks of the simulation.
SimulationOptions simulation_options(const Scene& scene);

}  // namespace rigor
