// SPDX-License-Identifier: Apache-2.0
// A file of known numbers, one of each kind.
#pragma once

namespace rigor {

inline constexpr const char* kKnownNumbers =
    R"({"scene": "s.yaml", "title": "t", "derivation": "d", "numbers": [
        {"event": "impact", "number": 2, "value": 1.5},
        {"position": "box", "axis": 2, "value": 0.25},
        {"quat_wxyz": "box", "axis": 0, "value": 0.6},
        {"quat_wxyz": "box", "axis": 3, "value": 0.8},
        {"event": "impact", "number": 2, "energy": true, "value": 4.500000003},
        {"event": "impact", "number": 2, "angular": "box", "axis": 1, "value": -2.5},
        {"linear": "box", "axis": 1, "value": 0.5},
        {"time": 0.5, "position": "box", "axis": 0, "value": 7.0},
        {"event": "impact", "number": 2, "before": true, "linear": "box", "axis": 2, "value": -4.0},
        {"event": "impact", "number": 2, "position": "box", "axis": 1, "value": 6.0},
        {"energy": true, "value": 9.0}]})";

}  // namespace rigor
