// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <rigor/cli/examples.hpp>
#include <rigor/run/run_folder.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/write_scene.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

ReadOptions options_of(const Settings& settings, std::optional<std::uint64_t> seed) {
  ReadOptions options;
  options.seed = seed;
  for (const auto& [path, value] : settings)
    options.settings.push_back({path, value, path + "=" + value});
  return options;
}

std::vector<std::string> names_of(const Scene& scene) {
  std::vector<std::string> names;
  for (const BodySpec* body : bodies_and_links(scene)) names.push_back(body->name);
  return names;
}

/// The bundled files, name and text.
Settings bundled() {
  Settings files;
  for (const BundledFile& file : bundled_files()) files.emplace_back(file.name, file.text);
  return files;
}

}  // namespace

void bind_scene(nb::module_& m) {
  nb::class_<Scene>(m, "Scene",
                    "A scene that was read: every default filled in, random states drawn.")
      .def_ro("name", &Scene::name)
      .def_ro("description", &Scene::description)
      .def_ro("seed", &Scene::seed)
      .def_prop_ro("method", [](const Scene& s) { return std::string(name(s.method)); })
      .def_prop_ro("law", [](const Scene& s) { return std::string(name(s.law)); })
      .def_prop_ro(
          "until", [](const Scene& s) { return s.stop.time; },
          "The time at which a run of it ends at the latest, s.")
      .def_prop_ro("bodies", &names_of, "Names of the bodies, then of the links.")
      .def_prop_ro(
          "text", [](const Scene& s) { return resolved_text(s); }, "The resolved scene as YAML.")
      .def_prop_ro(
          "hash", [](const Scene& s) { return scene_hash(s); }, "SHA-256 of the resolved scene.")
      .def_prop_ro(
          "default_folder", [](const Scene& s) { return default_folder(s).root.string(); },
          "Where `rigor run` would put a run of it.")
      .def("__repr__", [](const Scene& s) { return "<rigor.Scene '" + s.name + "'>"; });
  m.def("bundled", &bundled, "The bundled files: pairs of name and text.");
  m.def(
      "load_scene",
      [](const std::string& file, const Settings& settings, std::optional<std::uint64_t> seed) {
        return load_scene(file, options_of(settings, seed));
      },
      "file"_a, "settings"_a, "seed"_a = nb::none());
  m.def(
      "read_scene",
      [](const std::string& text, const std::string& file, const Settings& settings,
         std::optional<std::uint64_t> seed) {
        return read_scene(text, file, options_of(settings, seed));
      },
      "text"_a, "file"_a, "settings"_a, "seed"_a = nb::none());
}

}  // namespace rigor::python
