// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Proves that every pair of pieces that can meet and is not excluded is apart at every instant: by
/// swept boxes, by the certificates that hold (`holds`, one entry a certificate), or by a
/// half-space's own plane. `gap` learns the separations, `counts` the work.
void check_coverage(const Subject& subject, const std::vector<char>& holds, Work& work,
                    Report& report, Gap& gap, Counts& counts);

}  // namespace rigor::verification
