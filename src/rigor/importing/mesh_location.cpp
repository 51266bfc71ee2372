// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include <rigor/importing/mesh_location.hpp>

namespace rigor::importing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kVariables[] = {"ROS_PACKAGE_PATH", "GAZEBO_MODEL_PATH",
                                      "GZ_SIM_RESOURCE_PATH", "SDF_PATH"};

void add_listed(const char* variable, std::vector<fs::path>& folders) {
  const char* value = std::getenv(variable);
  std::string rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    if (colon > 0) folders.emplace_back(rest.substr(0, colon));
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
}

/// The folder of the file and those above it.
std::vector<fs::path> folders_above(const fs::path& file) {
  std::error_code failed;
  fs::path folder = fs::weakly_canonical(file, failed).parent_path();
  std::vector<fs::path> all;
  while (!folder.empty()) {
    all.push_back(folder);
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return all;
}

/// Where REST of package://NAME/REST may be.
std::vector<fs::path> package_places(const std::string& name, const fs::path& rest,
                                     const fs::path& model_file,
                                     const std::vector<fs::path>& folders) {
  std::vector<fs::path> places;
  for (const fs::path& folder : folders_above(model_file)) {
    if (folder.filename() == name) places.push_back(folder / rest);
    places.push_back(folder / name / rest);
  }
  for (const fs::path& folder : folders) {
    if (folder.filename() == name) places.push_back(folder / rest);
    places.push_back(folder / name / rest);
  }
  return places;
}

}  // namespace

std::variant<fs::path, NotFound> mesh_location(const std::string& uri, const fs::path& model_file,
                                               const std::vector<std::string>& folders) {
  std::vector<fs::path> known(folders.begin(), folders.end());
  for (const char* variable : kVariables) add_listed(variable, known);
  std::vector<fs::path> places;
  const std::size_t scheme = uri.find("://");
  if (scheme == std::string::npos) {
    places.push_back(model_file.parent_path() / uri);
    if (!fs::path(uri).is_absolute())
      for (const fs::path& folder : known) places.push_back(folder / uri);
  } else if (const std::string rest = uri.substr(scheme + 3); uri.starts_with("file://")) {
    places.push_back(model_file.parent_path() / rest);
  } else if (uri.starts_with("package://") || uri.starts_with("model://")) {
    const std::size_t slash = rest.find('/');
    if (slash != std::string::npos)
      places = package_places(rest.substr(0, slash), rest.substr(slash + 1), model_file, known);
  }
  std::error_code failed;
  for (const fs::path& place : places)
    if (fs::is_regular_file(place, failed)) return place;
  return NotFound{places};
}

}  // namespace rigor::importing
