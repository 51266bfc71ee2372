// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <stdexcept>

#include <rigor/reproduction/ball.hpp>
#include <rigor/reproduction/bounds.hpp>
#include <rigor/reproduction/chain.hpp>
#include <rigor/reproduction/die.hpp>
#include <rigor/reproduction/quadruped.hpp>
#include <rigor/reproduction/reproduce.hpp>
#include <rigor/reproduction/summary_section.hpp>
#include <rigor/reproduction/wheel.hpp>

namespace rigor {
namespace {

struct Experiment {
  const char* name;
  Findings (*run)(const ReproductionSettings&);
  Section (*section)(const Findings&);
};

constexpr Experiment kExperiments[] = {
    {"die", reproduce_die, die_section},
    {"chain", reproduce_chain, chain_section},
    {"quadruped", reproduce_quadruped, quadruped_section},
    {"ball", reproduce_ball, ball_section},
    {"wheel", reproduce_wheel, wheel_section},
    {"bounds", reproduce_bounds, bounds_section},
};

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.flush();
  if (!file) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : kExperiments) names.emplace_back(experiment.name);
  return names;
}

Findings reproduce(const std::vector<std::string>& names, const ReproductionSettings& settings) {
  Findings out{{"full", settings.full}};
  for (const Experiment& experiment : kExperiments)
    if (std::find(names.begin(), names.end(), experiment.name) != names.end())
      out[experiment.name] = experiment.run(settings);
  return out;
}

std::vector<Section> sections_of(const Findings& findings) {
  std::vector<Section> sections{summary_section(findings)};
  for (const Experiment& experiment : kExperiments)
    if (findings.contains(experiment.name))
      sections.push_back(experiment.section(findings[experiment.name]));
  sections.push_back(missing_section(findings));
  return sections;
}

Findings without_times(Findings findings) {
  if (findings.is_object()) findings.erase("wall");
  if (findings.is_structured())
    for (Findings& part : findings) part = without_times(std::move(part));
  return findings;
}

void write_reproduction(const Findings& findings, const std::filesystem::path& folder) {
  write_file(folder / "reproduction.json", without_times(findings).dump(1) + "\n");
  write_file(folder / "index.html", page_of(sections_of(findings)));
  const std::vector<Section> sections = sections_of(without_times(findings));
  write_file(folder / "reproduction.md", markdown_of(sections, kImages));
  for (const Section& section : sections) {
    int table = 0;
    for (const auto& part : section.parts) {
      if (const auto* figure = std::get_if<Figure>(&part))
        write_file(folder / kImages / (figure->name + ".svg"), standalone(*figure));
      if (const auto* found = std::get_if<FactTable>(&part))
        write_file(folder / "tables" / (section.name + "-" + std::to_string(++table) + ".csv"),
                   csv_of(*found));
    }
  }
}

}  // namespace rigor
