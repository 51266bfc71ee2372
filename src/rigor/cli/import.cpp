// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include <rigor/cli/failure.hpp>
#include <rigor/cli/import.hpp>
#include <rigor/importing/import_model.hpp>
#include <rigor/run/run_folder.hpp>

namespace rigor {
namespace {

importing::StartValue start_value(const std::string& text) {
  const std::size_t equal = text.rfind('=');
  if (equal != std::string::npos && equal > 0) {
    const std::string number = text.substr(equal + 1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error == std::errc{} && end == number.data() + number.size() && std::isfinite(value))
      return {text.substr(0, equal), value};
  }
  throw std::runtime_error("--start " + shortened(text) + ": expected JOINT=VALUE, in m or rad");
}

/// "KP,KD", both not below zero.
importing::Hold hold_of(const std::string& text) {
  importing::Hold hold;
  const char* end = text.data() + text.size();
  const auto kp = std::from_chars(text.data(), end, hold.kp);
  if (kp.ec == std::errc{} && kp.ptr != end && *kp.ptr == ',') {
    const auto kd = std::from_chars(kp.ptr + 1, end, hold.kd);
    const bool sound = hold.kp >= 0.0 && hold.kd >= 0.0 && hold.kp <= 1e12 && hold.kd <= 1e12;
    if (kd.ec == std::errc{} && kd.ptr == end && sound) return hold;
  }
  throw std::runtime_error("--hold " + shortened(text) + ": expected KP,KD, e.g. 100,2");
}

importing::ImportOptions options_of(const ImportArguments& arguments) {
  using namespace importing;
  ImportOptions options{.base = arguments.free ? Base::Free : Base::Fixed,
                        .fixed_links = arguments.keep_fixed ? FixedLinks::Keep : FixedLinks::Merge,
                        .floor = arguments.floor,
                        .drop = arguments.drop,
                        .mu = arguments.mu,
                        .until = arguments.until,
                        .self_contact = !arguments.no_self_contact,
                        .repair = arguments.repair};
  options.shapes = {.vertices = arguments.vertices,
                    .folders = arguments.folders,
                    .skip_meshes = arguments.skip_meshes,
                    .pieces = arguments.pieces};
  if (!arguments.hold.empty()) options.hold = hold_of(arguments.hold);
  for (const std::string& text : arguments.start) options.starts.push_back(start_value(text));
  return options;
}

nlohmann::ordered_json import_facts(const importing::ImportedScene& made,
                                    const std::filesystem::path& out) {
  auto notes = nlohmann::ordered_json::array();
  for (const importing::NoteGroup& group : importing::grouped(made.notes))
    notes.push_back({{"kind", name(group.kind)},
                     {"what", group.what},
                     {"why", group.why},
                     {"count", group.count},
                     {"lines", group.lines}});
  return {{"file", out.string()},
          {"format", made.format},
          {"source_links", made.source_links},
          {"source_joints", made.source_joints},
          {"links", made.links},
          {"velocities", made.velocities},
          {"moving_mass", made.moving_mass},
          {"exclusions", made.exclusions},
          {"notes", notes}};
}

std::string some(int count, const char* one, const char* several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

void tell_import(const importing::ImportedScene& made, const std::filesystem::path& out) {
  fmt::print("{}: {} and {} of {}; here {}, {}, {:.6g} kg\n", out.string(),
             some(made.source_links, "link", "links"), some(made.source_joints, "joint", "joints"),
             made.format, some(made.links, "moving link", "moving links"),
             some(made.velocities, "velocity", "velocities"), made.moving_mass);
  std::optional<importing::NoteKind> kind;
  for (const importing::NoteGroup& group : importing::grouped(made.notes)) {
    if (kind != group.kind) fmt::print("{}\n", name(group.kind));
    kind = group.kind;
    fmt::print("  {}\n", to_text(group));
  }
  fmt::print("next: rigor run {}\n", out.string());
}

}  // namespace

int import_verb(const ImportArguments& arguments) {
  return with_failures(arguments.json, [&] {
    namespace fs = std::filesystem;
    const fs::path out = arguments.out.empty()
                             ? fs::path(fs::path(arguments.file).stem().string() + ".yaml")
                             : fs::path(arguments.out);
    std::error_code unknown;
    if (!arguments.force && fs::exists(out, unknown))
      throw std::runtime_error(out.string() +
                               " already exists; choose another file with -o, or use --force " +
                               "to overwrite it");
    const importing::ImportedScene made =
        importing::import_model(arguments.file, options_of(arguments));
    write_whole(out, made.text);
    if (arguments.json)
      fmt::print("{}\n", import_facts(made, out).dump(
                             2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    else
      tell_import(made, out);
    return Exit::Done;
  });
}

}  // namespace rigor
