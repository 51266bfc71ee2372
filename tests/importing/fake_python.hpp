// SPDX-License-Identifier: Apache-2.0
// A program that stands in for Python: whatever it is asked, it prints one answer.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <rigor/spatial/pose.hpp>

#include "model_files.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {

/// While it lives, RIGOR_PYTHON names it.
class FakePython {
 public:
  FakePython(const TemporaryFolder& folder, const std::string& answer) {
    write_file(folder / "answer", answer);
    const std::filesystem::path program = folder / "python";
    write_file(program, "#!/bin/sh\ncat '" + (folder / "answer").string() + "'\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    setenv("RIGOR_PYTHON", program.c_str(), 1);
  }
  ~FakePython() { unsetenv("RIGOR_PYTHON"); }
  FakePython(const FakePython&) = delete;
  FakePython& operator=(const FakePython&) = delete;
};

inline std::vector<Vector3> box_points(const Vector3& low, const Vector3& high) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i)
    points.emplace_back((i & 1) != 0 ? high.x() : low.x(), (i & 2) != 0 ? high.y() : low.y(),
                        (i & 4) != 0 ? high.z() : low.z());
  return points;
}

inline std::string coacd_answer(const std::vector<std::vector<Vector3>>& parts) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& part : parts) {
    nlohmann::json points = nlohmann::json::array();
    for (const Vector3& p : part) points.push_back({p.x(), p.y(), p.z()});
    list.push_back(points);
  }
  return nlohmann::json{{"parts", list}}.dump();
}

}  // namespace rigor::importing
