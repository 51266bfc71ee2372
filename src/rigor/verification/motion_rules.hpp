// SPDX-License-Identifier: Apache-2.0
// Whether the forces on file explain the motion on file (rule 8 of docs/trace-format.md), for every
// body that forces move, links included, of a trace that claims it. In momentum form: paths are
// differentiated once, forces are integrated once (momentum_chain.hpp, body_motion.hpp). And
// whether forces and impulses act where bodies touch (contact_band.hpp) and obey the law of contact
// (contact_laws.hpp, impulse_laws.hpp), and joints give nothing along their motions by themselves
// (joint_laws.hpp). All in long double, with a bound of every rounding added.
#pragma once

#include <rigor/verification/structure.hpp>
#include <rigor/verification/work.hpp>

namespace rigor::verification {

/// Measures the motion rules of every such body; breaches of a full claim fail Rule::Motion.
/// Bodies that are driven or fixed have none, nor have interrupted runs.
/// `holds`: certificate by certificate, whether it is proved.
MotionReport check_motion(const Subject& subject, const std::vector<char>& holds, Work& work,
                          Report& report);

}  // namespace rigor::verification
