// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace rigor {

/// What explain.hpp found out, for people.
std::string text_of_run(const nlohmann::ordered_json& facts);
std::string text_of_event(const nlohmann::ordered_json& facts);
std::string text_of_time(const nlohmann::ordered_json& facts);

}  // namespace rigor
