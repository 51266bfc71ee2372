// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

namespace rigor {

/// What long searches and solves ask, many times a second, whether they should give up: because of
/// a signal, or because the time allowed is over. Once it has said yes it goes on saying so, so
/// that whoever started the search knows why it failed. To ask costs no more than reading a clock.
class Cancellation {
 public:
  explicit Cancellation(std::function<bool()> asks) : asks_(std::move(asks)) {}

  bool requested() const {
    if (!requested_) requested_ = asks_ && asks_();
    return requested_;
  }

 private:
  std::function<bool()> asks_;
  mutable bool requested_ = false;
};

/// Whether there is one that says so.
inline bool requested(const Cancellation* cancellation) {
  return cancellation != nullptr && cancellation->requested();
}

}  // namespace rigor
