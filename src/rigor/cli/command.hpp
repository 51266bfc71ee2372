// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rigor {

/// The command `rigor` with its arguments, the program's name first: prints, and returns the exit
/// code. Signals that ask to stop end a run cleanly.
int run_command(int argc, char** argv);

}  // namespace rigor
