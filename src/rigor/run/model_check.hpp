// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/scene/scene.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// Whether a trace is about the scene it names: a proof of a smaller body, or without the ground,
/// proves nothing about the scene. The model is rebuilt by the ordinary reader and compared bit by
/// bit, so this part is not independent of the simulator's code.
struct ModelCheck {
  bool compared = false;
  std::string obstacle;                  ///< why it could not be compared
  std::vector<std::string> differences;  ///< each a sentence

  bool holds() const { return compared && differences.empty(); }
};

/// Against the scene text that the trace carries; its hash is compared too.
ModelCheck check_model(const trace::Trace& trace);

/// Against this scene.
ModelCheck check_model(const trace::Trace& trace, const Scene& scene);

}  // namespace rigor
