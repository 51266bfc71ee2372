// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <rigor/cli/examples.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/scene/problem.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kTemplate = "template.yaml";
constexpr std::string_view kSchema = "scene.schema.json";
constexpr std::string_view kEnding = ".yaml";

/// The scenes among the bundled files, without the ending; not the template. Parts end in .yml.
std::vector<std::string_view> scene_names() {
  std::vector<std::string_view> names;
  for (const BundledFile& file : bundled_files()) {
    if (!file.name.ends_with(kEnding) || file.name == kTemplate) continue;
    names.push_back(file.name.substr(0, file.name.size() - kEnding.size()));
  }
  // Scenes of their own first, then those in folders.
  const auto in_folder = [](std::string_view name) { return name.find('/') != name.npos; };
  std::stable_partition(names.begin(), names.end(), [&](auto name) { return !in_folder(name); });
  return names;
}

const BundledFile* find(std::string_view name) {
  for (const BundledFile& file : bundled_files()) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

void write_new(const std::filesystem::path& file, std::string_view text) {
  if (std::filesystem::exists(file)) {
    throw std::runtime_error(
        file.string() + " already exists and was not changed; remove it or choose another name");
  }
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
  write_whole(file, std::string(text));
}

/// The files that the scene's text names: parts and meshes lie beside the scenes.
std::vector<const BundledFile*> with_parts(const BundledFile& scene) {
  std::vector<const BundledFile*> files{&scene};
  for (const BundledFile& other : bundled_files()) {
    if (&other != &scene && scene.text.find(other.name) != std::string_view::npos)
      files.push_back(&other);
  }
  return files;
}

Exit list_examples(bool json) {
  const std::vector<std::string_view> names = scene_names();
  Json scenes = Json::array();
  std::size_t width = 0;
  for (const std::string_view name : names) width = std::max(width, name.size());
  for (const std::string_view name : names) {
    const std::string about = first_sentence(find(std::string(name) + std::string(kEnding))->text);
    if (json) {
      scenes.push_back({{"name", name}, {"about", about}});
    } else {
      fmt::print("{:<{}}  {}\n", name, width, about);
    }
  }
  if (json) {
    fmt::print("{}\n", Json{{"scenes", scenes}}.dump(2));
  } else {
    fmt::print("\nrigor examples {} copies one to this folder; rigor run {}.yaml runs it\n",
               names.front(), names.front());
  }
  return Exit::Done;
}

Exit copy(const ExamplesArguments& arguments) {
  const std::vector<std::string_view> known = scene_names();
  std::vector<std::string> wanted = arguments.names;
  if (arguments.all) wanted.assign(known.begin(), known.end());
  std::vector<const BundledFile*> files;
  for (std::string name : wanted) {
    if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string_view meant = nearest(name, known);
      throw std::runtime_error(fmt::format("no example \"{}\"; {}", name,
                                           meant.empty()
                                               ? "rigor examples lists them"
                                               : fmt::format("did you mean \"{}\"?", meant)));
    }
    for (const BundledFile* file : with_parts(*find(name + std::string(kEnding)))) {
      if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
    }
  }
  Json copied = Json::array();
  for (const BundledFile* file : files) {
    const std::filesystem::path to = std::filesystem::path(arguments.out) / file->name;
    write_new(to.lexically_normal(), file->text);
    copied.push_back(to.lexically_normal().string());
    if (!arguments.json) fmt::print("{}\n", to.lexically_normal().string());
  }
  if (arguments.json) fmt::print("{}\n", Json{{"copied", copied}}.dump(2));
  return Exit::Done;
}

bool is_word(const std::string& name) {
  return !name.empty() && name.size() <= 64 && name.front() != '.' && name.front() != '-' &&
         name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ==
             std::string::npos;
}

}  // namespace

std::string first_sentence(std::string_view scene) {
  std::string text;
  while (scene.starts_with('#')) {
    const std::size_t end = std::min(scene.find('\n'), scene.size());
    std::string_view line = scene.substr(1, end - 1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (!line.starts_with("yaml-language-server")) {
      text += (text.empty() ? "" : " ") + std::string(line);
    }
    scene.remove_prefix(std::min(end + 1, scene.size()));
  }
  const std::size_t stop = text.find(". ");
  return stop == std::string::npos ? text : text.substr(0, stop + 1);
}

int examples_verb(const ExamplesArguments& arguments) {
  return with_failures(arguments.json, [&] {
    return arguments.names.empty() && !arguments.all ? list_examples(arguments.json)
                                                     : copy(arguments);
  });
}

int new_verb(const NewArguments& arguments) {
  return with_failures(arguments.json, [&] {
    std::string name = arguments.name;
    if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
    if (!is_word(name)) {
      throw std::runtime_error(
          "\"" + arguments.name +
          "\" is not a valid name: use at most 64 letters, digits, '_', '-' or '.'");
    }
    std::string text(find(kTemplate)->text);
    constexpr std::string_view kPlaceholder = "name: template";
    text.replace(text.find(kPlaceholder), kPlaceholder.size(), "name: " + name);
    const std::string file = name + std::string(kEnding);
    write_new(file, text);
    if (!std::filesystem::exists(kSchema)) write_new(kSchema, find(kSchema)->text);
    if (arguments.json) {
      fmt::print("{}\n", Json{{"scene", file}, {"schema", kSchema}}.dump(2));
    } else {
      fmt::print("{}\n{}  (lets editors complete and check the YAML)\nnext    rigor run {}\n", file,
                 kSchema, file);
    }
    return Exit::Done;
  });
}

}  // namespace rigor
