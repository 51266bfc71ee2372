// SPDX-License-Identifier: Apache-2.0
#include <rigor/importing/read_sdf.hpp>
#include <rigor/importing/sdf_include.hpp>
#include <rigor/importing/sdf_model.hpp>
#include <rigor/importing/sdf_values.hpp>

namespace rigor::importing {

SourceScene read_sdf(XmlElement sdf, const std::string& file,
                     const std::vector<std::string>& folders) {
  Reading reading{.file = file};
  SourceScene scene{.format = "SDF"};
  expand_includes(reading, sdf, folders);
  const double version = number_or(reading, sdf, "version", 1.0, kFinite);
  const XmlElement* world = child(sdf, "world");
  if (world != nullptr) {
    scene.name = mandatory(reading, *world, "name");
    account(reading, *world, {"model", "gravity"});
    if (child(*world, "gravity") != nullptr)
      scene.gravity = vector_of(reading, *world, "gravity", "0 0 -9.8", kSpeed);
    else
      scene.gravity = Vector3(0.0, 0.0, -9.8);
  }
  account(reading, sdf, {"world", "model"});
  const XmlElement& parent = world != nullptr ? *world : sdf;
  for (const XmlElement* model : children(parent, "model")) {
    if (scene.name.empty()) scene.name = mandatory(reading, *model, "name");
    scene.models.push_back(read_sdf_model(reading, *model, version));
  }
  if (scene.models.empty())
    problem(reading, sdf, "sdf", "", "a model or a world with models", "<model name=\"...\">");
  settle(reading);
  scene.notes = std::move(reading.notes);
  return scene;
}

}  // namespace rigor::importing
