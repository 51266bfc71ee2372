// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <csignal>

#include <rigor/cli/interruption.hpp>

namespace rigor {
namespace {

std::atomic<bool> interrupted{false};

void on_signal(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

std::function<bool()> watch_for_interruption() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  return [] { return interrupted.load(); };
}

}  // namespace rigor
