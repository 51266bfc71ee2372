// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>

#include <rigor/assembly/prelude.hpp>
#include <rigor/run/model_check.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/sha256.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

class Differences {
 public:
  explicit Differences(std::vector<std::string>& list) : list_(list) {}

  template <class Value>
  void compare(const char* what, const Value& trace, const Value& scene) {
    if (!(trace == scene)) list_.push_back(std::string(what) + " is not the scene's");
  }

  /// Records that have names, one by one.
  template <class Record>
  void compare_all(const char* kind, const std::vector<Record>& trace,
                   const std::vector<Record>& scene) {
    if (trace.size() != scene.size())
      list_.push_back(std::string("the trace has ") + std::to_string(trace.size()) + " " + kind +
                      ", the scene " + std::to_string(scene.size()));
    for (std::size_t i = 0; i < std::min(trace.size(), scene.size()); ++i)
      if (!(trace[i] == scene[i]))
        list_.push_back(std::string(kind) + ": number " + std::to_string(i) + named(scene[i]) +
                        " is not the scene's");
  }

 private:
  template <class Record>
  static std::string named(const Record& record) {
    if constexpr (requires { record.name; }) {
      return " ('" + record.name + "')";
    } else {
      return {};
    }
  }

  std::vector<std::string>& list_;
};

void compare_header(const trace::Header& trace, const trace::Header& scene,
                    Differences& differences) {
  differences.compare("the method", trace.method, scene.method);
  differences.compare("the law", trace.law, scene.law);
  differences.compare("gravity", trace.gravity, scene.gravity);
  differences.compare("the skin", trace.skin, scene.skin);
  differences.compare("the tolerance", trace.tol, scene.tol);
  differences.compare("the start", trace.start, scene.start);
}

}  // namespace

ModelCheck check_model(const trace::Trace& trace, const Scene& scene) {
  ModelCheck check;
  try {
    const BuiltScene built = build(scene);
    const trace::Trace expected =
        trace_prelude(built.model, built.initial, simulation_options(scene));
    check.compared = true;
    Differences differences(check.differences);
    compare_header(trace.header, expected.header, differences);
    differences.compare_all("bodies", trace.bodies, expected.bodies);
    differences.compare_all("half-spaces", trace.half_spaces, expected.half_spaces);
    differences.compare_all("joints", trace.joints, expected.joints);
    differences.compare_all("excluded pairs", trace.exclusions, expected.exclusions);
    differences.compare_all("given forces", trace.loads, expected.loads);
  } catch (const std::exception& error) {
    check.obstacle = error.what();
  }
  return check;
}

ModelCheck check_model(const trace::Trace& trace) {
  ModelCheck check;
  if (trace.header.scene_text.empty()) {
    check.obstacle = "the trace carries no scene";
    return check;
  }
  try {
    check = check_model(trace, read_scene(trace.header.scene_text, trace.header.scene_name));
  } catch (const std::exception& error) {
    check.obstacle = error.what();
  }
  if (sha256(trace.header.scene_text) != trace.header.scene_hash)
    check.differences.emplace_back("the recorded hash is not that of the scene text");
  return check;
}

}  // namespace rigor
