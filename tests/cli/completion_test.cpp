// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/completion.hpp>

namespace rigor {
namespace {

TEST(Completion, EveryShellKnowsEveryVerbAndOption) {
  const std::vector<VerbFacts> verbs = command_facts();
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const std::string script = completion_script(shell, verbs);
    for (const VerbFacts& verb : verbs) {
      EXPECT_NE(script.find(verb.name), std::string::npos) << shell << " " << verb.name;
      for (const OptionFacts& option : verb.options) {
        const std::string& name = option.names.back();
        if (!name.starts_with("--")) continue;
        const std::string written = shell == "fish" ? "-l " + name.substr(2) : name;
        EXPECT_NE(script.find(written), std::string::npos) << shell << " " << name;
      }
    }
    EXPECT_NE(script.find("no_slip_active"), std::string::npos) << shell;
  }
}

}  // namespace
}  // namespace rigor
