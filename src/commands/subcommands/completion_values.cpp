// SPDX-License-Identifier: Apache-2.0
// The values that completion offers, one row per flag and per command.
#include "commands/subcommands/completion_values.hpp"

#include "commands/flags/cluster_flags.hpp"
#include "commands/flags/output_flags.hpp"
#include "commands/flags/remedy_flags.hpp"
#include "commands/flags/rules_flags.hpp"
#include "commands/flags/source_names.hpp"
#include "commands/subcommands/bind.hpp"
#include "commands/subcommands/lint.hpp"
#include "commands/subcommands/snapshot.hpp"
#include "engine/lint/lint.hpp"
#include "engine/options.hpp"
#include "kube/identity/kubeconfig.hpp"
#include "report/write.hpp"
#include "snapshot/collected/operator_options.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace commands {

namespace {

using Values = Candidates (*)(const TypedBefore&);

Candidates words(const std::vector<std::string_view>& list) {
  Candidates out;
  for (const std::string_view word : list) { out.list.push_back({std::string(word)}); }
  return out;
}

Candidates words(const std::set<std::string>& list) {
  Candidates out;
  for (const std::string& word : list) { out.list.push_back({word}); }
  return out;
}

Candidates any_file(const TypedBefore&) { return {{}, k_default}; }
Candidates manifest_files(const TypedBefore&) { return {{{"json"}, {"yaml"}, {"yml"}}, k_file_endings}; }
Candidates nodes(const TypedBefore& before) { return words(read_source_names(before.sources).nodes); }
Candidates namespaces(const TypedBefore& before) { return words(read_source_names(before.sources).namespaces); }

// Names of contexts, clusters or users in the kubeconfig; nothing if it is unreadable. Sends no request.
template <typename Named>
Candidates kubeconfig_names(const TypedBefore& before, std::vector<Named> kube::Kubeconfig::*list) {
  Candidates out;
  try {
    std::vector<util::Problem> warnings;
    const kube::Kubeconfig config = kube::load_kubeconfig(before.kubeconfig, before.environment, warnings);
    for (const Named& named : config.*list) { out.list.push_back({named.name}); }
  } catch (const util::Error&) { return {}; }
  std::sort(out.list.begin(), out.list.end(), [](const Candidate& a, const Candidate& b) { return a.text < b.text; });
  return out;
}

Candidates contexts(const TypedBefore& before) { return kubeconfig_names(before, &kube::Kubeconfig::contexts); }
Candidates clusters(const TypedBefore& before) { return kubeconfig_names(before, &kube::Kubeconfig::clusters); }
Candidates users(const TypedBefore& before) { return kubeconfig_names(before, &kube::Kubeconfig::users); }

// NAME=VALUE of every option and known value.
std::set<std::string> operator_option_values() {
  std::set<std::string> values;
  for (const snapshot::OperatorOption& option : snapshot::operator_options()) {
    for (const std::string_view word : option.words) { values.insert(util::concat(option.name, '=', word)); }
  }
  return values;
}

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  for (const model::LintRuleName& rule : engine::lint_rules()) { ids.push_back(rule.id); }
  return ids;
}

Candidates formats(const TypedBefore& before) {
  if (before.command->name == "snapshot") { return {{}, k_default}; } // a file
  if (before.command->name == "version") { return words(std::vector<std::string_view>{"json", "yaml"}); }
  const bool is_lint = before.command->name == "lint";
  return words(report::known_formats(is_lint ? model::ReportKind::LintReport : model::ReportKind::Explanation));
}

struct ValueRow {
  std::string_view flag;
  Values values;
};

constexpr ValueRow k_value_rows[] = {
    {"add-nodes", nodes},
    {"certificate-authority", any_file},
    {"client-certificate", any_file},
    {"client-key", any_file},
    {"cluster", clusters},
    {"color", [](const TypedBefore&) { return words(known_colors()); }},
    {"compress", [](const TypedBefore&) { return words(known_packings()); }},
    {"context", contexts},
    {"cordon", nodes},
    {"dry-run", [](const TypedBefore&) { return words(known_dry_runs()); }},
    {"filename", manifest_files},
    {"fix-kinds", [](const TypedBefore&) { return words(known_fix_kinds()); }},
    {"from", any_file},
    {"journal", any_file},
    {"kubeconfig", any_file},
    {"kuberc", any_file},
    {"level", [](const TypedBefore&) { return words(known_levels()); }},
    {"namespace", namespaces},
    {"nodes-to-score", [](const TypedBefore&) { return words(known_nodes_to_score()); }},
    {"operator-option", [](const TypedBefore&) { return words(operator_option_values()); }},
    {"order", [](const TypedBefore&) { return words(known_orders()); }},
    {"output", formats},
    {"policy", [](const TypedBefore&) { return words(engine::known_policies()); }},
    {"remove-node", nodes},
    {"rule", [](const TypedBefore&) { return words(rule_ids()); }},
    {"scheduler-config", manifest_files},
    {"scheduler-version", [](const TypedBefore&) { return words({engine::k_reference_version}); }},
    {"uncordon", nodes},
    {"user", users},
    {"victims", [](const TypedBefore&) { return words(known_victims()); }},
    {"waiting", [](const TypedBefore&) { return words(known_waitings()); }},
};

// Names in the current namespace. Names in others as NAMESPACE/NAME after a typed slash, or if -n is absent and the
// default namespace has none.
Candidates groups(const TypedBefore& before, std::string_view prefix) {
  Candidates out;
  if (before.all_namespaces) { return out; } // explain takes no names then
  const SourceNames names = read_source_names(before.sources);
  const std::string here = before.namespace_name.empty() ? "default" : before.namespace_name;
  for (const auto& [namespace_name, name] : names.groups) {
    if (namespace_name == here) { out.list.push_back({name, "group"}); }
  }
  const bool others = before.namespace_name.empty() && out.list.empty();
  for (const auto& [namespace_name, name] : names.groups) {
    if (!others && prefix.find('/') == std::string_view::npos) { break; }
    out.list.push_back({util::concat(namespace_name, '/', name), "group"});
  }
  std::erase_if(out.list, [&](const Candidate& candidate) {
    return std::find(before.words.begin(), before.words.end(), candidate.text) != before.words.end();
  });
  return out;
}

Candidates command_names() {
  Candidates out;
  for (const Command& command : commands()) {
    out.list.push_back({std::string(command.name), std::string(command.summary)});
  }
  std::sort(out.list.begin(), out.list.end(), [](const Candidate& a, const Candidate& b) { return a.text < b.text; });
  return out;
}

} // namespace

Candidates values_of_flag(std::string_view flag, const TypedBefore& before) {
  const auto row = std::find_if(std::begin(k_value_rows), std::end(k_value_rows),
                                [&](const ValueRow& each) { return each.flag == flag; });
  return row == std::end(k_value_rows) ? Candidates{} : row->values(before);
}

Candidates words_of_command(const TypedBefore& before, std::string_view prefix) {
  const std::string_view command = before.command->name;
  if (command.empty()) { return command_names(); }
  if (command == "explain" || command == "lint") { return groups(before, prefix); }
  if (command == "verify" && before.words.empty()) { return manifest_files(before); }
  if (command == "help" && before.words.empty()) { return command_names(); }
  if (command == "completion" && before.words.empty()) {
    return words(std::vector<std::string_view>{"bash", "zsh", "fish"});
  }
  return {};
}

} // namespace commands
