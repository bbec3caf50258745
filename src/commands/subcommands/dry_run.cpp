// SPDX-License-Identifier: Apache-2.0
// kubectl gang dry-run: would the groups of a manifest start?
#include "commands/flags/command.hpp"
#include "commands/flags/remedy_flags.hpp"
#include "commands/flags/sizing_flags.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/manifest_flags.hpp"
#include "commands/reading/request.hpp"
#include "document/yaml/writer.hpp"
#include "engine/answer/answer.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace commands {

extern const HelpText k_dry_run_help;
const HelpText k_dry_run_help = {
    .long_text = R"(Says whether the pods of a manifest would start if you applied it now. It submits nothing.

It expands jobs, training jobs and groups into pods as their controllers do, and fills in defaults as the API server does. Then it simulates the scheduler's queue until nothing changes any more. The answer says whether the group fits at all, and whether it fits at its turn in the queue. If it does not start, the cheapest changes that let it start follow. The program simulates each one before it prints it.

--how-many counts how many such jobs fit. --largest finds the most replicas of each role, and the largest request, with which every pod fits.

The exit status is 0 if everything in the manifest would start, 1 if something would not, 2 if the answer is unknown or the command failed. So `kubectl gang dry-run -f job.yaml --from cluster.json && kubectl apply -f job.yaml` submits the job only if it would start.)",
    .examples = R"(# Would the groups in job.yaml start if you applied it now?
kubectl gang dry-run -f job.yaml -n ml --from cluster.json

# A plain Job as a gang of four
kubectl gang dry-run -f job.yaml -n ml --min-member 4 --from cluster.json

# Would it start if the pod notebook were gone?
kubectl gang dry-run -f job.yaml -n ml --from cluster.json --without pod/notebook

# How many such jobs fit, and how large can one be?
kubectl gang dry-run -f job.yaml -n ml --from cluster.json --how-many --largest

# The pods and the pod group that it would become, as manifests
kubectl gang dry-run -f job.yaml -n ml --from cluster.json --expand -o yaml

# All manifests of a folder and its subfolders
kubectl gang dry-run -f jobs/ -R -n ml --from cluster.json

# From standard input
cat job.yaml | kubectl gang dry-run -f - -n ml --from cluster.json)",
    .refused_words = "files are given with -f",
};

namespace {

struct DryRunFlags {
  RequestFlags request;
  ManifestFlags manifest;
  RemedyFlags remedies;
  SizingFlags sizing;
};

struct DryRunInputs {
  Request request;
  ManifestInput manifest;
  engine::RemedyOptions remedies;
  bool robust = false, strict = false;
  engine::SizingOptions sizing;
};

DryRunInputs resolve_dry_run(const DryRunFlags& flags, const Session& session) {
  DryRunInputs inputs;
  inputs.manifest = resolve(flags.manifest);
  inputs.remedies = resolve(flags.remedies, false);
  inputs.robust = flags.remedies.robust;
  inputs.strict = flags.remedies.strict;
  inputs.sizing = resolve(flags.sizing, flags.manifest.expand);
  inputs.request = resolve(flags.request, session, inputs.manifest.files);
  inputs.request.cluster.for_manifest = true;
  const report::Format format = inputs.request.output.format;
  if (flags.manifest.expand && format != report::Format::Yaml && format != report::Format::Json) {
    throw UsageError("--expand prints manifests: pass -o yaml or -o json with it");
  }
  return inputs;
}

// Prints several objects as a List, like kubectl.
int print_objects(const std::vector<document::Output>& objects, const Request& request, Session& session) {
  document::Output list;
  list["apiVersion"] = "v1";
  list["kind"] = "List";
  list["items"] = document::Output(document::Output::Array(objects.begin(), objects.end()));
  session.out << (request.output.format == report::Format::Json ? document::to_json(list) : document::to_yaml(list));
  return k_yes;
}

bool makes_pods(const std::vector<model::Expansion>& expansions) {
  return std::any_of(expansions.begin(), expansions.end(), [](const model::Expansion& expansion) {
    return std::any_of(expansion.roles.begin(), expansion.roles.end(), [](const auto& role) { return role.count > 0; });
  });
}

// Excludes objects that the API server would refuse.
engine::SizingOptions sizing_of(const DryRunInputs& inputs, const std::vector<model::Expansion>& expansions,
                                const std::vector<std::string>& refusals) {
  const bool asked = inputs.sizing.how_many || inputs.sizing.largest;
  if (asked && !makes_pods(expansions)) {
    throw util::Error(util::concat(
        inputs.manifest.files.empty() ? inputs.manifest.kustomization : util::joined(inputs.manifest.files, ", "),
        ": the file creates no pods, so there is nothing to count: name a job or another ", "workload with -f"));
  }
  return refusals.empty() ? inputs.sizing : engine::SizingOptions();
}

int run_dry_run(const DryRunInputs& inputs, Session& session) {
  snapshot::Builder builder = read_cluster(inputs.request, session);
  const Now now = now_of(inputs.request, builder, session);
  std::vector<model::DeclaredObject> declared = read_manifest(inputs.manifest, inputs.request, now, builder, session);
  engine::Question question;
  question.expansions = builder.expansions();
  const std::vector<std::string> refusals = builder.refusals();
  const std::vector<document::Output> objects = builder.objects_made();
  const model::ClusterSnapshot cluster = builder.finish();
  print_warnings(cluster, inputs.request, session);
  if (inputs.manifest.options.keep_objects) { return print_objects(objects, inputs.request, session); }

  question.kind = model::ReportKind::DryRun;
  question.remedies = inputs.remedies;
  question.looks_ahead = true;
  question.robust = inputs.robust;
  question.strict = inputs.strict;
  question.picture = picture_for(inputs.request);
  question.sizing = sizing_of(inputs, question.expansions, refusals);
  snapshot::Targets targets = targets_of_manifest(cluster);
  question.groups = std::move(targets.groups);
  question.pods = std::move(targets.pods);
  model::Report report = engine::answer(cluster, options_at(inputs.request, now), question);
  note_clock(now, report);
  report.declared = std::move(declared);
  report.expansions = std::move(question.expansions);
  report.refusals = refusals;
  if (!refusals.empty()) { report.verdict = model::Verdict::No; }
  if (inputs.sizing.how_many && !refusals.empty()) {
    report.copies.emplace();
    report.copies->limit = inputs.sizing.limit;
  }
  return print_report(std::move(report), cluster, inputs.request, session);
}

} // namespace

Runner set_up_dry_run(CLI::App& app) {
  const auto flags = std::make_shared<DryRunFlags>();
  add_flags(app, flags->request, model::ReportKind::DryRun);
  add_flags(app, flags->manifest);
  add_flags(app, flags->remedies);
  add_flags(app, flags->sizing);
  return [flags](const Words&, Session& session) { return run_dry_run(resolve_dry_run(*flags, session), session); };
}

} // namespace commands
