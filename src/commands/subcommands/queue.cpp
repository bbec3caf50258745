// SPDX-License-Identifier: Apache-2.0
// kubectl gang queue: in what order would the scheduler try everything, and what happens at each turn?
#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/flags/selection_flags.hpp"
#include "commands/line/flag_group.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/request.hpp"
#include "engine/answer/answer.hpp"
#include "snapshot/link/targets.hpp"
#include "util/concat.hpp"

#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace commands {

extern const HelpText k_queue_help;
const HelpText k_queue_help = {
    .long_text = R"(Shows the order in which the scheduler tries groups and pods, and the result of each turn.

The answer begins with a summary: causes, the scarce resource, what has been blocked longest, and what starts next. Then it lists what waits, in queue order: higher priority first, then the older one. A group has the position of its first member. Groups without pending members are not listed. Gated groups come last. The command always simulates the whole cluster; -n and -l only select rows.

The exit status is 0 if the queue could be computed, even if nothing in it would start, and 2 if not.)",
    .examples = R"(# In what order does the scheduler try everything in the whole cluster?
kubectl gang queue --from cluster.json

# Only one namespace, with the result of each attempt
kubectl gang queue -n ml --from cluster.json -o wide

# The order after a restart of the scheduler
kubectl gang queue --from cluster.json --order restart

# Every attempt, for a script
kubectl gang queue --from cluster.json -o json

# Why that node? The scores of each plugin
kubectl gang queue --from cluster.json -o json --scores)",
    .refused_words = "to see why one group waits: kubectl gang explain NAME",
};

namespace {

struct QueueFlags {
  RequestFlags request;
  SelectionFlags selection;
  bool scores = false;
};

struct QueueInputs {
  Request request;
  Selection selection;
  bool scores = false;
};

QueueInputs resolve_queue(const QueueFlags& flags, const Session& session) {
  QueueInputs inputs;
  inputs.request = resolve(flags.request, session);
  inputs.scores = flags.scores;
  if (inputs.scores && inputs.request.output.for_people()) {
    throw UsageError("--scores is for -o json and -o yaml: the table does not show them");
  }
  inputs.selection = resolve(flags.selection, inputs.request.cluster.namespace_name, {});
  if (!inputs.request.cluster.namespace_given) { inputs.selection.namespace_name = std::nullopt; }
  return inputs;
}

// The rows and attempts that -l selects. Groups of several dialects may have one name.
class Chosen {
 public:
  Chosen(const snapshot::Targets& targets, const model::ClusterSnapshot& cluster) {
    const auto key_of = [&](model::PodIndex index) {
      return model::pod_key(cluster.pods[static_cast<std::size_t>(index)]);
    };
    for (const model::GroupIndex index : targets.groups) {
      const model::PodGroup& group = cluster.groups[static_cast<std::size_t>(index)];
      m_groups.emplace(group.dialect, std::string(group.namespace_name), std::string(group.name));
      for (const model::PodIndex member : group.members) { m_pods.insert(key_of(member)); }
    }
    for (const model::PodIndex index : targets.pods) { m_pods.insert(key_of(index)); }
  }

  bool holds(const model::QueueRef& what) const {
    return what.kind == model::QueueKind::Pod ? m_pods.contains(util::concat(what.namespace_name, '/', what.name))
                                              : m_groups.contains({what.dialect, what.namespace_name, what.name});
  }
  bool holds(const model::AttemptReport& attempt) const { return m_pods.contains(attempt.pod); }

 private:
  std::set<std::tuple<model::Dialect, std::string, std::string>> m_groups;
  std::set<std::string> m_pods; // "ns/name", with the members of the groups
};

void keep_selected(model::Report& report, const Selection& selection, const model::ClusterSnapshot& cluster) {
  if (!selection.selector) { return; }
  report.summary.reset(); // it counts what the selector leaves out
  const Chosen chosen(select(selection, cluster), cluster);
  std::erase_if(report.queue, [&](const model::QueueEntry& entry) { return !chosen.holds(entry.what); });
  std::erase_if(report.attempts, [&](const model::AttemptReport& attempt) { return !chosen.holds(attempt); });
}

// A hint for a user who looks into the wrong namespace.
std::string waiting_elsewhere(const Selection& selection, const model::ClusterSnapshot& cluster) {
  if (!selection.namespace_name || selection.selector) { return {}; }
  std::set<std::string_view> namespaces;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.live() && !pod.bound()) { namespaces.insert(pod.namespace_name); }
  }
  if (namespaces.empty()) { return {}; }
  const std::string others = namespaces.size() == 1 ? "" : util::concat(" and ", namespaces.size() - 1, " more");
  return util::concat(" Pods are pending in ", *namespaces.begin(), others, ": choose with -n, or leave out -n.");
}

int run_queue(const QueueInputs& inputs, Session& session) {
  snapshot::Builder builder = read_cluster(inputs.request, session);
  const Now now = now_of(inputs.request, builder, session);
  const model::ClusterSnapshot cluster = builder.finish();
  print_warnings(cluster, inputs.request, session);

  engine::Question question;
  question.kind = model::ReportKind::QueueReport;
  question.namespace_name = inputs.selection.namespace_name;
  question.scores = inputs.scores;
  const report::Format format = inputs.request.output.format;
  question.attempts = format != report::Format::Text && format != report::Format::Name; // which do not show them
  if (inputs.request.output.format == report::Format::Html) { question.picture = engine::PictureOf::Cluster; }
  model::Report report = engine::answer(cluster, options_at(inputs.request, now), question);
  note_clock(now, report);
  if (!model::unread_parts(cluster).empty()) { report.verdict = model::Verdict::Unknown; } // more pods may wait
  keep_selected(report, inputs.selection, cluster);
  if (report.queue.empty()) {
    refuse_missing_namespace(inputs.selection, cluster);
    refuse_without_pods(cluster);
    refuse_unread_parts(cluster);
    const std::string_view subject = inputs.selection.selector ? "Nothing that -l selects" : "Nothing";
    print_note(util::concat(subject, " is waiting to be scheduled", where(inputs.selection.namespace_name), ".",
                            waiting_elsewhere(inputs.selection, cluster)),
               inputs.request.messages, session);
    print_hints(cluster, inputs.request, session);
  }
  if (!report.queue.empty() && !cluster.lists_nodes && cluster.nodes.empty()) {
    print_note("The nodes of the cluster are not in the input, so only the order is known (kubectl get nodes -o json "
               "prints them).",
               inputs.request.messages, session);
  }
  return print_report(std::move(report), cluster, inputs.request, session);
}

} // namespace

Runner set_up_queue(CLI::App& app) {
  const auto flags = std::make_shared<QueueFlags>();
  add_flags(app, flags->request, model::ReportKind::QueueReport);
  add_flags(app, flags->selection);
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch(
      "--scores", flags->scores,
      "With -o json or yaml, print the weighted score of each plugin for each feasible node at every attempt.");
  return [flags](const Words&, Session& session) { return run_queue(resolve_queue(*flags, session), session); };
}

} // namespace commands
