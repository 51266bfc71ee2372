// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include <rigor/importing/mesh_location.hpp>
#include <rigor/importing/sdf_include.hpp>
#include <rigor/importing/sdf_model.hpp>
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestInclude = 8;
constexpr int kMostIncludes = 1000;
constexpr const char* kExpand = "expand it first: gz sdf -p FILE > whole.sdf";

constexpr const char* kGroundPlane =
    "<model name='ground_plane'><static>true</static><link name='ground'>"
    "<collision name='plane'><geometry><plane/></geometry></collision></link></model>";

std::string file_text(const fs::path& file) {
  std::error_code failed;
  if (fs::file_size(file, failed) > kMostXmlBytes || failed) return {};
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void set_attribute(XmlElement& element, std::string_view name, const std::string& value) {
  std::erase_if(element.attributes, [&](const XmlAttribute& one) { return one.name == name; });
  element.attributes.push_back({std::string(name), value});
}

/// Replaces the children of that name by the one of `from`, if it has one.
void take_child(XmlElement& element, std::string_view name, const XmlElement& from) {
  const XmlElement* given = child(from, name);
  if (given == nullptr) return;
  std::erase_if(element.children, [&](const XmlElement& one) { return one.name == name; });
  element.children.push_back(*given);
}

/// Everything in the element is where the include is, and paths in it count from its own file.
void settle_elsewhere(XmlElement& element, const Place& place, const fs::path& folder) {
  element.place = place;
  if (element.name == "uri") {
    const std::string path = text_of({.children = {element}}, "uri", "");
    if (path.find("://") == std::string::npos && !fs::path(path).is_absolute())
      element.text = (folder / path).lexically_normal().string();
  }
  for (XmlElement& inner : element.children) settle_elsewhere(inner, place, folder);
}

/// The file that a model.config names: that of the highest version.
std::optional<fs::path> file_of_config(const fs::path& config) {
  const XmlElement root = parse_xml(file_text(config), config.string());
  double best = -1.0;
  std::optional<fs::path> file;
  for (const XmlElement* sdf : children(root, "sdf")) {
    const std::string* told = attribute(*sdf, "version");
    const double version = told == nullptr ? 0.0 : std::strtod(told->c_str(), nullptr);
    if (version < best) continue;
    best = version;
    file = config.parent_path() / text_of({.children = {*sdf}}, "sdf", "");
  }
  return file;
}

class Expansion {
 public:
  Expansion(Reading& reading, const std::vector<std::string>& folders)
      : reading_(reading), folders_(folders) {}

  /// Expands what is in the element, which stands in `file`.
  void expand(XmlElement& element, const fs::path& file, int depth) {
    std::vector<XmlElement> children;
    for (XmlElement& inner : element.children) {
      if (inner.name == "include" &&
          (element.name == "world" || element.name == "model" || element.name == "sdf")) {
        if (auto model = included(inner, file, depth)) children.push_back(std::move(*model));
        continue;
      }
      if (inner.name == "world" || inner.name == "model") expand(inner, file, depth);
      children.push_back(std::move(inner));
    }
    element.children = std::move(children);
  }

 private:
  std::optional<XmlElement> included(const XmlElement& include, const fs::path& file, int depth) {
    const std::string uri = text_of(include, "uri", "");
    account(reading_, include, {"uri", "name", "pose", "static", "placement_frame", "merge"});
    const std::string* merges = attribute(include, "merge");
    if (merges != nullptr && *merges != "false" && *merges != "0")
      return no_model(include, uri, "an include that does not merge its model", kExpand);
    if (child(include, "placement_frame") != nullptr)
      return no_model(include, uri, "an include without placement_frame", kExpand);
    if (depth > kDeepestInclude || ++count_ > kMostIncludes)
      return no_model(include, uri, "at most 8 files inside each other, and 1000 in all",
                      "does a model include itself?");
    if (uri.starts_with("http://") || uri.starts_with("https://"))
      return no_model(include, uri, "a model on this machine",
                      "download it, and say with --folder where it is");
    const auto found = model_file(uri, file);
    if (!found) return well_known(include, uri);
    return model_of(include, *found, depth);
  }

  std::nullopt_t no_model(const XmlElement& include, const std::string& uri, std::string rule,
                          std::string remedy) {
    problem(reading_, include, "include", uri, std::move(rule), std::move(remedy));
    return std::nullopt;
  }

  std::optional<fs::path> model_file(const std::string& uri, const fs::path& file) const {
    for (const char* inside : {"", "/model.config", "/model.sdf"}) {
      const auto place = mesh_location(uri + inside, file, folders_);
      const auto* found = std::get_if<fs::path>(&place);
      if (found == nullptr) continue;
      return found->filename() == "model.config" ? file_of_config(*found) : *found;
    }
    return std::nullopt;
  }

  std::optional<XmlElement> well_known(const XmlElement& include, const std::string& uri) {
    if (uri.ends_with("sun")) {
      reading_.notes.push_back(
          {NoteKind::LeftOut, "include of a sun", "lights are not simulated", include.place});
      return std::nullopt;
    }
    if (!uri.ends_with("ground_plane"))
      return no_model(include, uri, "an existing model",
                      "--folder DIR says where models are (DIR/NAME/model.sdf)");
    reading_.notes.push_back({NoteKind::Added, "a plane for the included ground_plane",
                              "its file is missing", include.place});
    XmlElement ground = parse_xml(kGroundPlane, "ground_plane");
    settle_elsewhere(ground, include.place, {});
    return asked_for(std::move(ground), include);
  }

  /// The model of the file as the include asks for it.
  std::optional<XmlElement> model_of(const XmlElement& include, const fs::path& file, int depth) {
    XmlElement root = parse_xml(file_text(file), file.string());
    expand(root, file, depth + 1);
    const auto models = children(root, "model");
    if (models.size() != 1)
      return no_model(include, file.string(), "a file with one model",
                      "includes bring one model each");
    XmlElement model = *models.front();
    settle_elsewhere(model, include.place, fs::absolute(file).parent_path());
    if (const std::string* version = attribute(root, "version"))
      if (attribute(model, kOwnVersion) == nullptr) set_attribute(model, kOwnVersion, *version);
    return asked_for(std::move(model), include);
  }

  XmlElement asked_for(XmlElement model, const XmlElement& include) const {
    if (const std::string name = text_of(include, "name", ""); !name.empty())
      set_attribute(model, "name", name);
    take_child(model, "pose", include);
    take_child(model, "static", include);
    return model;
  }

  Reading& reading_;
  const std::vector<std::string>& folders_;
  int count_ = 0;
};

}  // namespace

void expand_includes(Reading& reading, XmlElement& sdf, const std::vector<std::string>& folders) {
  Expansion(reading, folders).expand(sdf, reading.file, 1);
}

}  // namespace rigor::importing
