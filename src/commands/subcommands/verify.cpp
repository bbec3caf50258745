// SPDX-License-Identifier: Apache-2.0
// kubectl gang verify: do the certificates of a report hold?
#include "engine/verify/verify.hpp"
#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/flags/selection_flags.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/manifest_flags.hpp"
#include "commands/reading/request.hpp"
#include "model/values/time.hpp"
#include "snapshot/save/report_reader.hpp"
#include "util/concat.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace commands {

extern const HelpText k_verify_help;
const HelpText k_verify_help = {
    .long_text = R"(Checks the certificates in a report against the cluster.

A report of explain or dry-run contains evidence for what it says about a group's feasibility: a placement of members, and a bound that shows why no more fit. verify replays the placement pod by pod, recomputes the bound by plain counting, and compares every number and name. Its code is not the code that found the answer.

REPORT is the output of explain or dry-run with -o json or -o yaml; - is standard input. Use the same cluster and rules as for the report. If the report used what-if flags, give the same ones; if it came from dry-run, give the same manifest with -f or -k.

The exit status is 0 if every certificate holds, 1 if one does not, 2 if the report has no certificate or one could not be checked.)",
    .examples = R"(# Explain a group, and check the answer
kubectl gang explain train -n ml --from cluster.json -o json > report.json
kubectl gang verify report.json --from cluster.json

# The same without a file in between
kubectl gang explain train -n ml --from cluster.json -o json | kubectl gang verify - --from cluster.json

# Check a report of dry-run, with its manifest
kubectl gang dry-run -f job.yaml -n ml --min-member 2 --from cluster.json -o json > job-report.json
kubectl gang verify job-report.json -f job.yaml -n ml --min-member 2 --from cluster.json

# The result, for a script
kubectl gang verify report.json --from cluster.json -o json)",
};

namespace {

struct VerifyFlags {
  RequestFlags request;
  ManifestFlags manifest;
};

struct VerifyInputs {
  Request request;
  std::optional<ManifestInput> manifest;
  std::string report;
};

VerifyInputs resolve_verify(const VerifyFlags& flags, const Words& words, const Session& session) {
  VerifyInputs inputs;
  if (words.empty()) {
    throw UsageError("give the report to be checked: what explain or dry-run printed with -o json");
  }
  if (words.size() > 1) { throw UsageError("one report is checked at a time"); }
  inputs.report = words.front();
  std::vector<std::string> files = {inputs.report};
  if (!flags.manifest.filenames.empty() || !flags.manifest.kustomization.empty()) {
    inputs.manifest = resolve(flags.manifest);
    files.insert(files.end(), inputs.manifest->files.begin(), inputs.manifest->files.end());
  } else if (flags.manifest.min_member) {
    throw UsageError("--min-member is about the manifest: pass it with -f");
  }
  inputs.request = resolve(flags.request, session, files);
  return inputs;
}

std::string listed_or(const std::vector<std::string>& texts, std::string_view none) {
  return texts.empty() ? std::string(none) : util::joined(texts, ", ");
}

// Warns because a check against another snapshot, or by other rules, may refute a correct certificate.
void warn_where_inputs_differ(const model::Report& claimed, const VerifyInputs& inputs, const model::Report& found,
                              Session& session) {
  const auto warn = [&](const std::string& sentence) { print_warning(sentence, inputs.request.messages, session); };
  const bool is_dry_run = claimed.kind == model::ReportKind::DryRun;
  if (is_dry_run && !inputs.manifest) { warn("the report is one of dry-run: give its manifest with -f"); }
  if (!is_dry_run && inputs.manifest) { warn("the report is not one of dry-run: its groups have no manifest"); }
  if (claimed.captured_at && *claimed.captured_at != *found.captured_at) {
    warn(util::concat("the report was made from the cluster as it was at ", model::time_text(*claimed.captured_at),
                      "; this is how it was at ", model::time_text(*found.captured_at)));
  }
  if (!claimed.scheduler_version.empty() && claimed.scheduler_version != found.scheduler_version) {
    warn(util::concat("the report is about kube-scheduler ", claimed.scheduler_version, ", this check about ",
                      found.scheduler_version, ": --scheduler-version says which"));
  }
  std::vector<std::string> what_ifs;
  for (const WhatIfFlags::Change& change : inputs.request.what_ifs) { what_ifs.push_back(change.typed); }
  if (what_ifs != claimed.what_ifs) {
    warn(util::concat("the report was made with ", listed_or(claimed.what_ifs, "no what-ifs"), ", this check with ",
                      listed_or(what_ifs, "none")));
  }
}

int run_verify(const VerifyInputs& inputs, Session& session) {
  const model::Report claimed = snapshot::read_report(inputs.report);
  snapshot::Builder builder = read_cluster(inputs.request, session);
  const Now now = now_of(inputs.request, builder, session);
  std::vector<model::DeclaredObject> declared;
  if (inputs.manifest) { declared = read_manifest(*inputs.manifest, inputs.request, now, builder, session); }
  const model::ClusterSnapshot cluster = builder.finish();
  print_warnings(cluster, inputs.request, session);
  if (!inputs.manifest) { refuse_without_pods(cluster); }
  refuse_unread_parts(cluster);
  model::Report report = engine::verify(cluster, options_at(inputs.request, now), claimed);
  note_clock(now, report);
  report.declared = std::move(declared);
  warn_where_inputs_differ(claimed, inputs, report, session);
  return print_report(std::move(report), cluster, inputs.request, session);
}

} // namespace

Runner set_up_verify(CLI::App& app) {
  const auto flags = std::make_shared<VerifyFlags>();
  add_flags(app, flags->request, model::ReportKind::VerifyReport);
  add_manifest_flags(app, flags->manifest);
  return [flags](const Words& words, Session& session) {
    return run_verify(resolve_verify(*flags, words, session), session);
  };
}

} // namespace commands
