// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/compose.hpp>
#include <rigor/scene/include.hpp>
#include <rigor/scene/parameter.hpp>
#include <rigor/scene/setting.hpp>

namespace rigor {

Document compose(const std::string& text, const std::string& file,
                 const std::vector<Setting>& settings, const DocumentLimits& limits) {
  Document document{parse_document(text, file, limits), {file}};
  expand_includes(document, limits);
  for (const Setting& setting : settings) apply(setting, document, limits);
  substitute_parameters(document, limits);
  return document;
}

}  // namespace rigor
