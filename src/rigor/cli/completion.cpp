// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/cli/completion.hpp>

namespace rigor {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool is_option(const OptionFacts& option) { return option.names.front().starts_with('-'); }

/// Every option name of a verb.
std::vector<std::string> flags(const VerbFacts& verb) {
  std::vector<std::string> all;
  for (const OptionFacts& option : verb.options) {
    if (is_option(option)) all.insert(all.end(), option.names.begin(), option.names.end());
  }
  return all;
}

std::vector<std::string> verb_names(const std::vector<VerbFacts>& verbs) {
  std::vector<std::string> names;
  for (const VerbFacts& verb : verbs) {
    if (!verb.name.empty()) names.push_back(verb.name);
  }
  return names;
}

/// The text in single quotes, as all three shells take it.
std::string shell_word(const std::string& words) {
  std::string text = "'";
  for (const char c : words) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The words that may follow a verb besides options and files.
std::vector<std::string> operands(const VerbFacts& verb) {
  for (const OptionFacts& option : verb.options) {
    if (!is_option(option)) return option.choices;
  }
  return {};
}

std::string bash(const std::vector<VerbFacts>& verbs) {
  std::string text =
      "# bash completion of rigor; source it, or put it into\n"
      "# ~/.local/share/bash-completion/completions/rigor\n"
      "_rigor() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} verb= w\n"
      "  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    [[ $w == -* ]] || { verb=$w; break; }\n  done\n";
  for (const VerbFacts& verb : verbs) {
    for (const OptionFacts& option : verb.options) {
      if (!is_option(option) || option.choices.empty()) continue;
      text += fmt::format(
          "  [[ $last == {} ]] && {{ COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return; }}\n",
          option.names.back(), joined(option.choices));
    }
  }
  text += "  case $verb in\n";
  for (const VerbFacts& verb : verbs) {
    const std::string words =
        verb.name.empty() ? joined(verb_names(verbs)) : joined(operands(verb));
    text += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}{}{}\" -- \"$word\")) ;;\n",
                        verb.name.empty() ? "''" : verb.name, words, words.empty() ? "" : " ",
                        joined(flags(verb)));
  }
  return text +
         "  esac\n  [[ -z $verb || $word == -* ]] || COMPREPLY+=($(compgen -f -- \"$word\"))\n}\n"
         "complete -o filenames -F _rigor rigor\n";
}

/// One option in the language of _arguments.
std::string zsh_option(const OptionFacts& option) {
  std::string about;
  for (const char c : option.description) {
    if (c == '[' || c == ']' || c == ':') about += '\\';
    about += c;
  }
  std::string text;
  for (const std::string& name : option.names) {
    std::string spec = fmt::format("{}[{}]", name, about);
    if (option.takes_value) {
      spec += option.choices.empty() ? ":value:_files" : ":value:(" + joined(option.choices) + ")";
    }
    text += " " + shell_word(spec);
  }
  return text;
}

std::string zsh(const std::vector<VerbFacts>& verbs) {
  std::string text =
      "#compdef rigor\n# zsh completion of rigor; put it into a folder of $fpath as "
      "_rigor\n_rigor() {\n  local -a verbs=(\n";
  for (const VerbFacts& verb : verbs) {
    if (!verb.name.empty()) text += "    " + shell_word(verb.name + ":" + verb.description) + "\n";
  }
  text += "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    _arguments";
  for (const OptionFacts& option : verbs.front().options) text += zsh_option(option);
  text += "\n    return\n  fi\n  case $words[2] in\n";
  for (const VerbFacts& verb : verbs) {
    if (verb.name.empty()) continue;
    text += "    " + verb.name + ") _arguments '1: :'";
    for (const OptionFacts& option : verb.options) {
      if (is_option(option)) text += zsh_option(option);
    }
    const std::vector<std::string> words = operands(verb);
    text += words.empty() ? " '*:file:_files' ;;\n" : " '*:word:(" + joined(words) + ")' ;;\n";
  }
  return text +
         "  esac\n}\nif [[ $funcstack[1] == _rigor ]]; then _rigor \"$@\"; else compdef _rigor "
         "rigor; fi\n";
}

std::string fish(const std::vector<VerbFacts>& verbs) {
  std::string text =
      "# fish completion of rigor; put it into ~/.config/fish/completions/rigor.fish\n";
  for (const VerbFacts& verb : verbs) {
    const std::string when =
        verb.name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + verb.name;
    if (!verb.name.empty()) {
      text += fmt::format("complete -c rigor -n __fish_use_subcommand -f -a {} -d {}\n", verb.name,
                          shell_word(verb.description));
      if (const auto words = operands(verb); !words.empty()) {
        text += fmt::format("complete -c rigor -n {} -f -a {}\n", shell_word(when),
                            shell_word(joined(words)));
      }
    }
    for (const OptionFacts& option : verb.options) {
      if (!is_option(option)) continue;
      text += "complete -c rigor -n " + shell_word(when);
      for (const std::string& name : option.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (option.takes_value) text += " -r";
      if (!option.choices.empty()) text += " -f -a " + shell_word(joined(option.choices));
      text += " -d " + shell_word(option.description) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::vector<VerbFacts>& verbs) {
  if (shell == "bash") return bash(verbs);
  if (shell == "zsh") return zsh(verbs);
  return fish(verbs);
}

}  // namespace rigor
