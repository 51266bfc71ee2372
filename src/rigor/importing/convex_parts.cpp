// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <rigor/importing/convex_parts.hpp>
#include <rigor/importing/run_program.hpp>

namespace rigor {
std::string_view coacd_parts_text();  // made by cmake/EmbedText.cmake
}

namespace rigor::importing {
namespace {

using Json = nlohmann::json;

/// A file of its own in the folder for temporary files, removed at the end.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text) {
    name_ = (std::filesystem::temp_directory_path() / "rigor-mesh-XXXXXX").string();
    const int opened = mkstemp(name_.data());
    if (opened < 0) return;
    close(opened);
    std::ofstream file(name_, std::ios::binary);
    file << text;
    file.flush();
    good_ = file.good();
  }
  ~ScratchFile() {
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& name() const { return name_; }
  bool good() const { return good_; }

 private:
  std::string name_;
  bool good_ = false;
};

std::string text_of(const MeshSurface& mesh) {
  Json points = Json::array();
  for (const Vector3& p : mesh.points) points.push_back({p.x(), p.y(), p.z()});
  return Json{{"points", points}, {"triangles", mesh.triangles}}.dump();
}

}  // namespace

std::string_view coacd_parts() { return coacd_parts_text(); }

std::string coacd_version() { return python_package_version("coacd"); }

std::variant<ConvexParts, NoParts> from_coacd_answer(const std::string& answer) {
  try {
    const Json read = Json::parse(answer);
    if (read.contains("missing")) return NoParts{true, read["missing"].get<std::string>()};
    if (read.contains("error")) return NoParts{false, read["error"].get<std::string>()};
    ConvexParts parts;
    for (const Json& one : read.at("parts")) {
      std::vector<Vector3> points;
      for (const Json& p : one)
        points.emplace_back(p.at(0).get<double>(), p.at(1).get<double>(), p.at(2).get<double>());
      parts.push_back(std::move(points));
    }
    if (parts.empty()) return NoParts{false, "it found no part"};
    return parts;
  } catch (const Json::exception& error) {
    return NoParts{false, error.what()};
  }
}

std::variant<ConvexParts, NoParts> convex_parts(const MeshSurface& mesh, int most) {
  const ScratchFile file(text_of(mesh));
  if (!file.good()) return NoParts{false, "no temporary file could be written"};
  const auto answer =
      run_program({python_interpreter(), "-c", std::string(coacd_parts()), file.name(),
                   fmt::format("{}", kConcavity), fmt::format("{}", most)});
  if (!answer) return NoParts{true, python_interpreter() + " did not run"};
  return from_coacd_answer(*answer);
}

}  // namespace rigor::importing
