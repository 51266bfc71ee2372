// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include <rigor/cli/examples.hpp>
#include <rigor/cli/failure.hpp>
#include <rigor/cli/interruption.hpp>
#include <rigor/cli/reproduce.hpp>
#include <rigor/reproduction/reproduce.hpp>

namespace rigor {
namespace {

std::vector<std::string> chosen(const std::vector<std::string>& names) {
  const bool all = names.empty() || std::find(names.begin(), names.end(), "all") != names.end();
  return all ? experiment_names() : names;
}

std::string bundled_text(const std::string& name) {
  for (const BundledFile& file : bundled_files())
    if (file.name == name) return std::string(file.text);
  throw std::runtime_error("no bundled scene " + name);
}

/// What is at work: one line on a terminal, rewritten; elsewhere a line every ten seconds.
class Speaker {
 public:
  explicit Speaker(bool wanted) : wanted_(wanted) {}
  ~Speaker() {
    if (drawn_) fmt::print(stderr, "\r\033[K");
  }
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  void say(const std::string& what) {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (!wanted_ || (!live_ && now - last_ < std::chrono::seconds(10))) return;
    last_ = now;
    fmt::print(stderr, "{}{}{}", live_ ? "\r" : "", what, live_ ? "\033[K" : "\n");
    std::fflush(stderr);
    drawn_ = live_;
  }

 private:
  bool wanted_;
  bool live_ = isatty(STDERR_FILENO) != 0;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::mutex mutex_{};
};

Findings read_findings(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  Findings findings = Findings::parse(file, nullptr, false);
  if (!findings.is_object() || !findings.contains("full"))
    throw std::runtime_error(path + " is not a reproduction.json");
  return findings;
}

Findings found(const ReproduceArguments& arguments) {
  if (!arguments.from.empty()) return read_findings(arguments.from);
  Speaker speaker(!arguments.json);
  ReproductionSettings settings;
  settings.full = arguments.full;
  settings.folder = arguments.out;
  settings.scene_text = bundled_text;
  settings.threads = arguments.threads > 0
                         ? arguments.threads
                         : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  settings.say = [&speaker](const std::string& what) { speaker.say(what); };
  settings.interrupted = watch_for_interruption();
  return reproduce(chosen(arguments.names), settings);
}

void tell_findings(const Findings& findings, const ReproduceArguments& arguments, double seconds) {
  if (arguments.json) {
    nlohmann::ordered_json facts{{"page", arguments.out + "/index.html"},
                                 {"seconds", seconds},
                                 {"findings", without_times(findings)},
                                 {"exit_code", 0}};
    fmt::print("{}\n", facts.dump(2));
    return;
  }
  const Section summary = sections_of(findings).front();
  for (const auto& part : summary.parts)
    if (const auto* table = std::get_if<FactTable>(&part)) fmt::print("{}", text_of(*table));
  fmt::print("{:.3g} s\npage    {}/index.html\n", seconds, arguments.out);
}

}  // namespace

std::vector<std::string> reproduce_choices() {
  std::vector<std::string> names = experiment_names();
  names.emplace_back("all");
  return names;
}

int reproduce_verb(const ReproduceArguments& arguments) {
  return with_failures(arguments.json, [&] {
    const auto began = std::chrono::steady_clock::now();
    try {
      const Findings findings = found(arguments);
      write_reproduction(findings, arguments.out);
      tell_findings(
          findings, arguments,
          std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    } catch (const Findings::exception&) {
      if (arguments.from.empty()) throw;
      throw std::runtime_error(arguments.from + " is not a reproduction.json of this version");
    } catch (const Interrupted&) {
      fmt::print(stderr, "rigor: interrupted; only traces were written\n");
      return Exit::Interrupted;
    }
    return Exit::Done;
  });
}

}  // namespace rigor
