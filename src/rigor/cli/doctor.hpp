// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace rigor {

/// One thing that was looked at: what, the outcome in words, whether results may be trusted with
/// it.
struct Finding {
  std::string what;
  bool good = false;
  std::string detail;
};

/// Tests of the arithmetic that proofs and reproducibility rest on, run on this machine by this
/// binary: no contraction, rounding to nearest, no excess precision, gradual underflow, nextafter
/// widens.
std::vector<Finding> arithmetic_findings();

/// Programs that some parts can use, whether they are on the PATH, and how to get the missing ones.
std::vector<Finding> optional_parts();

/// Whether `import rigor` of this shell's Python is ours; the name belongs to another tool too.
Finding python_module();

/// The processor, as the system names it; "unknown" if it does not say.
std::string processor_name();

/// Everything `rigor doctor` shows. `healthy` is false if an arithmetic finding is bad.
nlohmann::ordered_json doctor_facts();

}  // namespace rigor
