// SPDX-License-Identifier: Apache-2.0
#include <rigor/cli/command.hpp>

int main(int argc, char** argv) { return rigor::run_command(argc, argv); }
