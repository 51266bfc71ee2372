// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <rigor/importing/import_model.hpp>

#include "bindings.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace rigor::python {
namespace {

using importing::ImportOptions;

/// Kind, what, why, lines and how often.
using NoteFacts = std::tuple<std::string, std::string, std::string, std::vector<int>, int>;

std::vector<NoteFacts> notes_of(const importing::ImportedScene& made) {
  std::vector<NoteFacts> notes;
  for (const importing::NoteGroup& group : importing::grouped(made.notes))
    notes.emplace_back(name(group.kind), group.what, group.why, group.lines, group.count);
  return notes;
}

}  // namespace

void bind_importing(nb::module_& m) {
  nb::class_<ImportOptions>(m, "ImportOptions")
      .def(nb::init<>())
      .def_prop_rw(
          "free", [](const ImportOptions& o) { return o.base == importing::Base::Free; },
          [](ImportOptions& o, bool free) {
            o.base = free ? importing::Base::Free : importing::Base::Fixed;
          })
      .def_prop_rw(
          "keep_fixed",
          [](const ImportOptions& o) { return o.fixed_links == importing::FixedLinks::Keep; },
          [](ImportOptions& o, bool keep) {
            o.fixed_links = keep ? importing::FixedLinks::Keep : importing::FixedLinks::Merge;
          })
      .def_rw("floor", &ImportOptions::floor)
      .def_rw("drop", &ImportOptions::drop)
      .def_rw("mu", &ImportOptions::mu)
      .def_rw("until", &ImportOptions::until)
      .def_rw("self_contact", &ImportOptions::self_contact)
      .def_rw("repair", &ImportOptions::repair)
      .def("set_shapes",
           [](ImportOptions& o, int vertices, std::vector<std::string> folders, bool skip_meshes,
              int pieces) {
             o.shapes = {vertices, std::move(folders), skip_meshes, pieces};
           })
      .def("hold",
           [](ImportOptions& o, double kp, double kd) {
             o.hold = {kp, kd};
           })
      .def("start", [](ImportOptions& o, std::string joint, double value) {
        o.starts.push_back({std::move(joint), value});
      });
  m.def(
      "import_model",
      [](const std::string& file, const ImportOptions& options) {
        importing::ImportedScene made;
        {
          const nb::gil_scoped_release released;
          made = importing::import_model(file, options);
        }
        return std::make_tuple(made.text, made.format, notes_of(made));
      },
      "file"_a, "options"_a, "The scene of a model file: its text, the format, the notes.");
}

}  // namespace rigor::python
