# SPDX-License-Identifier: Apache-2.0
# cmake -DINPUT=page.html -DOUTPUT=page.cpp -DFUNCTION=name -P EmbedText.cmake
# writes a C++ source with the function rigor::<name>(), which returns the text of the file.
file(READ ${INPUT} text)
if(text MATCHES "\\)rigor_text\"")
  message(FATAL_ERROR "${INPUT} contains the closing mark of the literal")
endif()
file(WRITE ${OUTPUT}
"// SPDX-License-Identifier: Apache-2.0
// Made from ${INPUT} by cmake/EmbedText.cmake.
#include <string_view>

#pragma GCC diagnostic ignored \"-Woverlength-strings\"

namespace rigor {

std::string_view ${FUNCTION}();
std::string_view ${FUNCTION}() {
  return R\"rigor_text(${text})rigor_text\";
}

}  // namespace rigor
")
