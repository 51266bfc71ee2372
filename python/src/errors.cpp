// SPDX-License-Identifier: Apache-2.0
// Exceptions of the library become those of rigor.errors: InputError with every problem of a scene,
// Refused for what is not offered yet, InputError for files that cannot be read or written.
#include <exception>
#include <filesystem>
#include <stdexcept>

#include <nanobind/stl/string.h>

#include <rigor/scene/problem.hpp>
#include <rigor/trace/error.hpp>

#include "bindings.hpp"

namespace nb = nanobind;

namespace rigor::python {
namespace {

nb::list problems_of(const SceneError& error) {
  nb::list problems;
  for (const Problem& problem : error.problems()) {
    nb::dict entry;
    entry["file"] = source_of(error.sources(), problem.place);
    entry["line"] = problem.place.line;
    entry["column"] = problem.place.column;
    entry["key"] = problem.key;
    entry["value"] = problem.value;
    entry["rule"] = problem.rule;
    entry["remedy"] = problem.remedy;
    problems.append(entry);
  }
  return problems;
}

/// Sets the Python error rigor.errors.<kind>(text, problems).
void raise(const char* kind, const char* text, const nb::list& problems) {
  const nb::object type = nb::module_::import_("rigor.errors").attr(kind);
  const nb::object error = type(text, problems);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const SceneError& error) {
    raise(error.fault() == SceneFault::Refusal ? "Refused" : "InputError", error.what(),
          problems_of(error));
  } catch (const trace::TraceError& error) {
    raise("InputError", error.what(), nb::list());
  } catch (const std::filesystem::filesystem_error& error) {
    raise("InputError", error.what(), nb::list());
  }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace rigor::python
