// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <rigor/trace/types.hpp>

namespace rigor {

/// What a word of the trace means, in one sentence; empty for a word that no trace contains.
std::string meaning_of_stop(const std::string& stopped);
std::string meaning_of_method(const std::string& method);
std::string meaning_of(trace::EventKind kind);
std::string meaning_of(trace::EndReason reason);

}  // namespace rigor
