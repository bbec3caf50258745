// SPDX-License-Identifier: Apache-2.0
// kubectl gang explain: why is this group pending, and what would change that?
#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/flags/remedy_flags.hpp"
#include "commands/flags/selection_flags.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/reading/request.hpp"
#include "engine/answer/answer.hpp"
#include "snapshot/link/targets.hpp"
#include "util/concat.hpp"

#include <memory>
#include <utility>

namespace commands {

extern const HelpText k_explain_help;
const HelpText k_explain_help = {
    .long_text = R"(Says why a group of pods is pending, and which changes would let it start.

The answer begins with the verdict and the cause, with numbers. "Ways to start it, cheapest first" lists changes that let the group start; the program simulates each one before it prints it. "Outlook" shows what is known of the group's future. To try your own changes, use what-if flags such as --add-nodes and --without.

NAME is a group, a pod, or a workload that owns pods. Type it as for kubectl get: train, pod/train-worker-0, job train, podgroup train. A kind alone, such as pods, means all of that kind in the namespace. Without NAME, explain covers all groups and pending pods of the namespace. For many groups, it prints a summary and a table.

The exit status is 0 if nothing you asked about is blocked, 1 if something is, 2 if the answer is unknown or the command failed.)",
    .examples = R"(# Why does the group train in namespace ml not start?
kubectl gang explain train -n ml --from cluster.json

# The same, by the name of a pod or of the job that owns the pods
kubectl gang explain pod/train-worker-0 -n ml --from cluster.json
kubectl gang explain job/train -n ml --from cluster.json

# What is blocked in the live cluster, in all namespaces?
kubectl gang explain -A

# Would it start with two more nodes like gpu-a? Or without the pod notebook?
kubectl gang explain train -n ml --from cluster.json --add-nodes gpu-a=2
kubectl gang explain train -n ml --from cluster.json --without pod/notebook

# How many nodes to add, or which pods to evict?
kubectl gang explain train -n ml --from cluster.json --fix-kinds AddNodes,Evict

# The whole answer, for a script
kubectl gang explain train -n ml --from cluster.json -o json)",
};

namespace {

struct ExplainFlags {
  RequestFlags request;
  SelectionFlags selection;
  RemedyFlags remedies;
  bool blocked = true;
};

struct ExplainInputs {
  Request request;
  Selection selection;
  engine::RemedyOptions remedies_of_one, remedies_of_many;
  bool robust = false, strict = false;
  bool blocked = true;
};

ExplainInputs resolve_explain(const ExplainFlags& flags, const Words& names, const Session& session) {
  refuse_files_as_names(names);
  ExplainInputs inputs;
  inputs.request = resolve(flags.request, session);
  inputs.selection = resolve(flags.selection, inputs.request.cluster.namespace_name, names);
  inputs.remedies_of_one = resolve(flags.remedies, false);
  inputs.remedies_of_many = resolve(flags.remedies, true);
  inputs.robust = flags.remedies.robust;
  inputs.strict = flags.remedies.strict;
  inputs.blocked = flags.blocked;
  return inputs;
}

void note_nothing_found(const ExplainInputs& inputs, const model::ClusterSnapshot& cluster, Session& session) {
  print_note(no_groups_found(inputs.selection, cluster), inputs.request.messages, session);
  print_hints(cluster, inputs.request, session);
}

int run_explain(const ExplainInputs& inputs, Session& session) {
  snapshot::Builder builder = read_cluster(inputs.request, session);
  const Now now = now_of(inputs.request, builder, session);
  const model::ClusterSnapshot cluster = builder.finish();
  print_warnings(cluster, inputs.request, session);

  snapshot::Targets targets = select(inputs.selection, cluster);
  const std::size_t found = targets.groups.size() + targets.pods.size();
  std::vector<std::string> unread = unread_pods(inputs.selection, cluster);
  if (found == 0) {
    refuse_missing_namespace(inputs.selection, cluster);
    const bool ends_here = inputs.request.output.for_people() && !are_pods_denied(cluster) && unread.empty();
    if (ends_here) { refuse_without_pods(cluster); }
    note_nothing_found(inputs, cluster, session);
    if (ends_here) { return k_yes; }
  }
  report::Style style = inputs.request.output.style;
  style.many = found > 1 && names_everything(inputs.selection, cluster);
  style.only_blocked = inputs.blocked;
  engine::Question question;
  question.groups = std::move(targets.groups);
  question.pods = std::move(targets.pods);
  question.members = std::move(targets.members);
  question.by_owner = targets.by_owner;
  question.remedies = style.many ? inputs.remedies_of_many : inputs.remedies_of_one;
  question.looks_ahead = !style.many;
  question.robust = inputs.robust;
  question.strict = inputs.strict;
  question.unread_pods = std::move(unread);
  question.picture = picture_for(inputs.request);
  model::Report report = engine::answer(cluster, options_at(inputs.request, now), question);
  note_clock(now, report);
  return print_report(std::move(report), cluster, inputs.request, style, session);
}

} // namespace

Runner set_up_explain(CLI::App& app) {
  const auto flags = std::make_shared<ExplainFlags>();
  add_flags(app, flags->request, model::ReportKind::Explanation);
  add_flags(app, flags->selection);
  add_flags(app, flags->remedies);
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch("--blocked", flags->blocked,
                   "List only blocked groups and pods if there are many; =false lists all.");
  return [flags](const Words& names, Session& session) {
    return run_explain(resolve_explain(*flags, names, session), session);
  };
}

} // namespace commands
