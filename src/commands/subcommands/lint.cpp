// SPDX-License-Identifier: Apache-2.0
// kubectl gang lint: which groups can never start as declared?
#include "commands/subcommands/lint.hpp"

#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/flags/selection_flags.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/near_misses.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/manifest_flags.hpp"
#include "commands/reading/request.hpp"
#include "engine/answer/answer.hpp"
#include "engine/lint/lint.hpp"
#include "model/report/report_words.hpp"
#include "report/write.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace commands {

extern const HelpText k_lint_help;
const HelpText k_lint_help = {
    .long_text = R"(Finds groups that can never start as declared, or that start only by luck.

With -f or -k, it reads manifests and checks the groups that they create or change. Otherwise it checks groups of the cluster; NAME selects them as in explain. Each finding names a rule, the object and the field, shows the figures, and suggests a remedy. --list prints the rules; kubectl-gang-lint(7) explains them.

The exit status is 0 if there is no finding of level warning or error, 1 if there is one, 2 if the answer is unknown or the command failed.)",
    .examples = R"(# What is wrong with the groups of the live cluster?
kubectl gang lint -A

# Check a manifest against a saved cluster before you submit it
kubectl gang lint -f job.yaml -n ml --from cluster.json

# Check manifests without a cluster, as in the CI of a repository
kubectl gang lint -f jobs/ -R --local

# Only findings of level error
kubectl gang lint -A --from cluster.json --level error

# List the rules
kubectl gang lint --list)",
};

const std::vector<std::string_view>& known_levels() {
  static const std::vector<std::string_view> k_words = {"info", "warning", "error"};
  return k_words;
}

namespace {

struct LintFlags {
  GlobalFlags global;
  OutputFlags output;
  SelectionFlags selection;
  ManifestFlags manifest;
  std::vector<std::string> rules; // as typed: each may be a list with commas
  std::string level = "info";
  bool local = false, list = false;
};

struct LintInputs {
  Request request;
  Selection selection;
  std::optional<ManifestInput> manifest;
  std::vector<std::string> rules;                        // empty: all
  model::FindingLevel level = model::FindingLevel::Info; // the lowest level to show
  bool local = false;
};

std::vector<std::string> read_rules(const std::vector<std::string>& typed) {
  std::vector<std::string> rules;
  for (const std::string& list : typed) {
    for (std::string& id : split_filenames(list).value_or(std::vector{list})) {
      std::vector<std::string> known;
      for (const model::LintRuleName& rule : engine::lint_rules()) { known.emplace_back(rule.id); }
      if (std::find(known.begin(), known.end(), id) == known.end()) {
        throw UsageError(util::concat("unknown rule \"", id, "\" for --rule: lint --list prints the rules"),
                         near_misses(id, known));
      }
      rules.push_back(std::move(id));
    }
  }
  return rules;
}

model::FindingLevel read_level(std::string_view word) {
  for (const auto level : {model::FindingLevel::Warning, model::FindingLevel::Error}) {
    if (word == model::word(level)) { return level; }
  }
  return model::FindingLevel::Info;
}

LintInputs resolve_lint(LintFlags flags, const Words& names, const Session& session) {
  LintInputs inputs;
  if (!flags.manifest.filenames.empty() || !flags.manifest.kustomization.empty()) {
    inputs.manifest = resolve(flags.manifest);
  }
  if (inputs.manifest && !names.empty()) {
    throw UsageError("with -f the groups of the manifest are looked at: give names without it");
  }
  if (flags.local && !inputs.manifest) { throw UsageError("--local leaves nothing but a manifest: pass it with -f"); }
  if (flags.local && !flags.global.cluster.from.empty()) {
    throw UsageError("--local means that no cluster is read: leave out --from, or --local");
  }
  refuse_files_as_names(names);
  inputs.local = flags.global.cluster.none = flags.local;
  inputs.rules = read_rules(flags.rules);
  inputs.level = read_level(flags.level);
  const std::vector<std::string> files = inputs.manifest ? inputs.manifest->files : std::vector<std::string>();
  inputs.request = resolve(flags.global, flags.output, session, files);
  inputs.request.cluster.for_manifest = inputs.manifest.has_value();
  inputs.selection = resolve(flags.selection, inputs.request.cluster.namespace_name, names);
  return inputs;
}

// An unread cluster must not make anything count as missing.
void forget_cluster(model::ClusterSnapshot& cluster) {
  cluster.lists_pod_groups = cluster.lists_nodes = cluster.lists_pods = false;
}

// Keeps the requested findings and derives the verdict from them.
void choose(const LintInputs& inputs, model::Report& report) {
  const auto is_asked = [&](const model::Finding& finding) {
    return finding.level >= inputs.level && (inputs.rules.empty() || std::find(inputs.rules.begin(), inputs.rules.end(),
                                                                               finding.rule) != inputs.rules.end());
  };
  std::erase_if(report.findings, [&](const model::Finding& finding) { return !is_asked(finding); });
  const bool is_grave = std::any_of(report.findings.begin(), report.findings.end(),
                                    [](const auto& finding) { return finding.level != model::FindingLevel::Info; });
  const bool is_open = first_with(report.asked, model::Reply::NotAsked) != nullptr;
  report.verdict = is_open                                ? model::Verdict::Unknown
                   : is_grave || !report.refusals.empty() ? model::Verdict::No
                                                          : model::Verdict::Yes;
}

// A rule that needs a list finds nothing without it.
void note_missing_lists(const LintInputs& inputs, const model::ClusterSnapshot& cluster, Session& session) {
  std::vector<std::string_view> missing;
  if (!cluster.lists_pods) { missing.emplace_back("pods"); }
  if (!cluster.lists_nodes) { missing.emplace_back("nodes"); }
  const bool names_others = std::ranges::any_of(
      cluster.groups, [](const model::PodGroup& group) { return model::has_object(group.dialect) && !group.declared; });
  if (!cluster.lists_pod_groups && names_others) { missing.emplace_back("PodGroups"); }
  if (inputs.local || missing.empty()) { return; }
  print_note(util::concat("The input lacks ", util::joined(missing, ", "), "; rules that need them were not checked."),
             inputs.request.messages, session);
}

int run_lint(const LintInputs& inputs, Session& session) {
  snapshot::Builder builder = read_cluster(inputs.request, session);
  const Now now = now_of(inputs.request, builder, session);
  engine::Question question;
  question.kind = model::ReportKind::LintReport;
  std::vector<std::string> refusals;
  std::vector<model::DeclaredObject> declared;
  if (inputs.manifest) {
    declared = read_manifest(*inputs.manifest, inputs.request, now, builder, session);
    question.expansions = builder.expansions();
    refusals = builder.refusals();
  }
  model::ClusterSnapshot cluster = builder.finish();
  if (inputs.local) { forget_cluster(cluster); }
  print_warnings(cluster, inputs.request, session);
  note_missing_lists(inputs, cluster, session);
  snapshot::Targets targets = inputs.manifest ? targets_of_manifest(cluster) : select(inputs.selection, cluster);
  if (!inputs.manifest && targets.groups.empty() && targets.pods.empty()) {
    refuse_missing_namespace(inputs.selection, cluster);
    print_note(no_groups_found(inputs.selection, cluster), inputs.request.messages, session);
  }
  question.unread_pods = inputs.manifest ? model::unread_parts(cluster) : unread_pods(inputs.selection, cluster);
  question.groups = std::move(targets.groups);
  question.pods = std::move(targets.pods);
  model::Report report = engine::answer(cluster, options_at(inputs.request, now), question);
  report.declared = std::move(declared);
  report.refusals = std::move(refusals);
  report.expansions = std::move(question.expansions); // for the positions of findings (report::place_of)
  choose(inputs, report);
  if (!inputs.manifest && report.findings.empty()) {
    refuse_without_pods(cluster);
    const bool has_no_subject = question.groups.empty() && question.pods.empty() && report.asked.empty();
    if (has_no_subject && inputs.request.output.for_people()) { return k_yes; } // the note is the answer
  }
  if (now.is_clock) { report.captured_at.reset(); } // no rule uses the time
  return print_report(std::move(report), cluster, inputs.request, session);
}

int list_rules(const LintFlags& flags, Session& session) {
  const Output output = resolve(flags.output, flags.global.messages, session);
  if (!output.for_people()) { throw UsageError("--list prints a table: leave out -o"); }
  session.out << report::rules_table(engine::lint_rules(), output.style);
  return k_yes;
}

} // namespace

Runner set_up_lint(CLI::App& app) {
  const auto flags = std::make_shared<LintFlags>();
  add_flags(app, flags->global, Listed::InBoth);
  add_flags(app, flags->selection);
  add_reading_flags(app, flags->manifest);
  add_flags(app, flags->output, model::ReportKind::LintReport);
  const FlagGroup group(app, Listed::InHelp);
  group.add_list("--rule", flags->rules,
                 "Check only these rules, such as G05. May be repeated, or a list with commas.");
  group.add_choice("--level", flags->level, known_levels(), "Lowest level to show and to count: info, warning, error.");
  group.add_switch("--local", flags->local, "Read no cluster: check only the manifest.");
  group.add_switch("--list", flags->list, "Print the rules and check nothing.");
  return [flags](const Words& names, Session& session) {
    if (flags->list) { return list_rules(*flags, session); }
    return run_lint(resolve_lint(*flags, names, session), session);
  };
}

} // namespace commands
