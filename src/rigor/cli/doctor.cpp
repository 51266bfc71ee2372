// SPDX-License-Identifier: Apache-2.0
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <rigor/cli/doctor.hpp>
#include <rigor/cli/version.hpp>
#include <rigor/demand.hpp>
#include <rigor/importing/convex_parts.hpp>
#include <rigor/importing/read_mjcf.hpp>

namespace rigor {
namespace {

/// x x - y with x = 1 + 2^-27 and y = x x rounded: 2^-54 if the compiler fused it, 0 if not.
bool products_are_rounded() {
  volatile double x = 1.0 + 0x1p-27;
  volatile double rounded = x * x;
  const double a = x;
  const double y = rounded;
  return a * a - y == 0.0;
}

bool rounds_to_nearest_even() {
  volatile double one = 1.0;
  volatile double half_ulp = 0x1p-53;
  volatile double odd = 1.0 + 0x1p-52;
  return one + half_ulp == 1.0 && odd + half_ulp == 1.0 + 0x1p-51 && one - half_ulp < 1.0;
}

bool keeps_subnormals() {
  volatile double smallest = std::numeric_limits<double>::min();
  const double halved = smallest / 2.0;
  return halved > 0.0 && halved * 2.0 == smallest;
}

/// [nextafter(s, -inf), nextafter(s, +inf)] contains the exact sum a + b, found by the error-free
/// transformation s + e = a + b.
bool widening_contains() {
  double a = 0.1;
  for (int i = 0; i < 1000; ++i) {
    volatile double x = a;
    volatile double y = 1.0 / (3.0 + i);
    volatile double s = x + y;
    volatile double z = s - x;
    volatile double e = (x - (s - z)) + (y - z);
    const double up = std::nextafter(s, HUGE_VAL) - s;
    const double down = s - std::nextafter(s, -HUGE_VAL);
    if (!(e < up && -e < down)) return false;
    a = std::fmod(s * 1.7, 1.0) + 0.01;
  }
  return true;
}

bool on_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::string folder;
  std::error_code ignored;
  while (std::getline(folders, folder, ':')) {
    if (std::filesystem::exists(std::filesystem::path(folder) / program, ignored)) return true;
  }
  return false;
}

nlohmann::ordered_json to_json(const std::vector<Finding>& findings) {
  auto list = nlohmann::ordered_json::array();
  for (const Finding& f : findings)
    list.push_back({{"what", f.what}, {"good", f.good}, {"detail", f.detail}});
  return list;
}

}  // namespace

std::vector<Finding> arithmetic_findings() {
  const auto finding = [](const char* what, bool good, const char* bad) {
    return Finding{what, good, good ? "as it must be" : bad};
  };
  return {
      finding("products are rounded before they are added", products_are_rounded(),
              "contraction is on: compile with -ffp-contract=off"),
      finding("rounding to nearest, ties to even", rounds_to_nearest_even(),
              "another rounding mode is set"),
      finding("no excess precision", FLT_EVAL_METHOD == 0, "intermediate results are kept longer"),
      finding("gradual underflow", keeps_subnormals(), "small numbers are flushed to zero"),
      finding("one step of nextafter contains the exact sum", widening_contains(),
              "bounds computed by widening cannot be trusted"),
  };
}

std::vector<Finding> optional_parts() {
  struct Part {
    const char* program;
    const char* purpose;
    const char* package;
  };
  static constexpr Part kParts[] = {
      {"ccache", "faster rebuilding", "ccache"},
      {"python3", "the second, small checker and the tests of style", "python3"},
      {"clang-format", "the formatting test", "clang-format"},
      {"chromium", "looking at report pages without a desktop", "chromium"},
  };
  std::vector<Finding> findings;
  for (const Part& part : kParts) {
    const bool found = on_path(part.program);
    findings.push_back(
        {part.program, found,
         std::string(part.purpose) +
             (found ? "" : std::string("; to get it: apt-get install ") + part.package)});
  }
  findings.push_back(python_module());
  const std::string compiler = importing::mujoco_version();
  findings.push_back({"mujoco", !compiler.empty(),
                      compiler.empty() ? "its compiler reads MJCF for rigor import; to get it: pip "
                                         "install mujoco (RIGOR_PYTHON names the interpreter)"
                                       : "its compiler reads MJCF: version " + compiler});
  const std::string parts = importing::coacd_version();
  findings.push_back({"coacd", !parts.empty(),
                      parts.empty() ? "finds convex parts of meshes for rigor import --pieces; to "
                                      "get it: pip install coacd"
                                    : "finds convex parts of meshes: version " + parts});
  return findings;
}

Finding python_module() {
  // Where `import rigor` of this shell's Python leads, and whether our extension lies beside it.
  FILE* answer = popen(
      "python3 -c 'import importlib.util, glob, os; s = importlib.util.find_spec(\"rigor\"); "
      "o = s.origin if s else \"\"; "
      "print(o or \"\", bool(o and glob.glob(os.path.dirname(o) + \"/_rigor*\")), sep=\"\\n\")' "
      "2>/dev/null",
      "r");
  std::string text;
  if (answer != nullptr) {
    char block[1024];
    while (std::fgets(block, sizeof block, answer) != nullptr) text += block;
    pclose(answer);
  }
  const std::string place = text.substr(0, text.find('\n'));
  const bool ours = text.find("\nTrue\n") != std::string::npos;
  constexpr const char* kWhat = "python module rigor";
  if (ours) return {kWhat, true, "the package of this program, " + place};
  if (place.empty()) return {kWhat, false, "scripts; to get it: ./rigor python (docs/python.md)"};
  return {kWhat, false,
          place +
              " is another tool of the same name; ./rigor python gives you this one, in its own "
              "environment"};
}

std::string processor_name() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    const auto colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos)
      return line.substr(colon + 2);
  }
  return "unknown";
}

nlohmann::ordered_json doctor_facts() {
  const std::vector<Finding> arithmetic = arithmetic_findings();
  bool healthy = true;
  for (const Finding& f : arithmetic) healthy = healthy && f.good;
  nlohmann::ordered_json facts = version_facts();
  facts["cpu"] = processor_name();
  facts["arithmetic"] = to_json(arithmetic);
  facts["optional"] = to_json(optional_parts());
  facts["healthy"] = healthy;
  return facts;
}

}  // namespace rigor
