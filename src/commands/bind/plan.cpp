// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/plan.hpp"

#include "commands/bind/group_state.hpp"
#include "commands/flags/selection_flags.hpp"
#include "engine/run/simulation.hpp"
#include "engine/solver/placement_check.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>

namespace commands {

namespace {

constexpr std::string_view k_pod_prefix = "pod/"; // no group's name has a slash

BindTargets::Name name_of(const auto& object) { return {std::string(object.namespace_name), std::string(object.name)}; }

bool has_member_of(const model::ClusterSnapshot& cluster, const model::PodGroup& group, std::string_view scheduler) {
  return std::ranges::any_of(group.members, [&](model::PodIndex index) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    return pod.live() && pod.spec->scheduler_name == scheduler;
  });
}

engine::Question question_about(const model::ClusterSnapshot& cluster, const BindTargets& targets, Others others) {
  engine::Question question;
  question.kind = model::ReportKind::BindReport;
  question.alone = others == Others::Absent;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (targets.groups.contains(name_of(cluster.groups[i]))) {
      question.groups.push_back(static_cast<model::GroupIndex>(i));
    }
  }
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.group == model::k_none && pod.live() && targets.pods.contains(name_of(pod))) {
      question.pods.push_back(static_cast<model::PodIndex>(i));
    }
  }
  return question;
}

void add_to(Batch& batch, const model::BindingReport& planned, const model::ClusterSnapshot& cluster) {
  const model::PodIndex index = cluster.find_pod(planned.namespace_name, planned.pod);
  const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
  batch.across_nodes = batch.across_nodes || engine::looks_across_nodes(*pod.spec);
  if (batch.is_group) {
    const std::string_view label = snapshot::dialect(cluster.groups[static_cast<std::size_t>(pod.group)].dialect).label;
    const bool has_it = !label.empty() && model::find_label(*pod.labels, label) == batch.name.second;
    const bool all_have_it = has_it && (batch.bindings.empty() || !batch.label.empty());
    batch.label = all_have_it ? label : std::string_view();
  }
  batch.bindings.push_back({planned.namespace_name, planned.pod, std::string(pod.uid),
                            std::string(pod.pending->resource_version), planned.node});
}

std::vector<Batch> batches_of(const model::Report& report, const model::ClusterSnapshot& cluster) {
  std::vector<Batch> batches;
  for (const model::BindingReport& planned : report.bindings) {
    if (planned.result != model::BindingResult::WouldBind) { continue; }
    const bool is_group = !planned.group.empty();
    const BindTargets::Name name = batch_name(planned.namespace_name, planned.group, planned.pod);
    if (batches.empty() || batches.back().name != name) {
      Batch& batch = batches.emplace_back();
      batch.name = name;
      batch.is_group = is_group;
    }
    add_to(batches.back(), planned, cluster);
  }
  return batches;
}

} // namespace

Picture read_picture(const BindInput& input, Session& session) {
  snapshot::Builder builder = read_cluster(input.request, session);
  const Now now = now_of(input.request, builder, session);
  std::set<std::string> missing = builder.missing_lists();
  Picture picture{builder.finish(), std::move(missing), now};
  const model::ClusterSnapshot& cluster = picture.cluster;
  refuse_unread_parts(cluster);
  for (const auto& [is_known, list] :
       {std::pair(cluster.lists_nodes, "nodes"), std::pair(cluster.lists_pods, "pods")}) {
    if (is_known) { continue; }
    throw IncompletePicture(input.request.cluster.live
                                ? util::concat("the ", list, " of the cluster are not known, so nothing can be bound")
                                : util::concat("the ", list, " of the cluster are not in the input (kubectl get ", list,
                                               " -A -o json prints them), so nothing can be bound"));
  }
  return picture;
}

BindTargets::Name batch_name(const std::string& namespace_name, const std::string& group, const std::string& pod) {
  return {namespace_name, group.empty() ? util::concat(k_pod_prefix, pod) : group};
}

BindTargets targets_of_batch(const BindTargets::Name& batch) {
  BindTargets targets;
  if (batch.second.starts_with(k_pod_prefix)) {
    targets.pods.emplace(batch.first, batch.second.substr(k_pod_prefix.size()));
  } else {
    targets.groups.insert(batch);
  }
  return targets;
}

std::string name_text(const BindTargets::Name& name) { return util::concat(name.first, '/', name.second); }

void restrict_to_scheduler(engine::Options& options, const std::string& scheduler_name) {
  model::SchedulerConfiguration& configuration = options.configuration;
  if (configuration.assumed) {
    configuration.assumed = false;
    configuration.profiles.resize(1);
    configuration.profiles.front().scheduler_name = scheduler_name;
  }
  std::string names;
  for (const model::SchedulerProfile& profile : configuration.profiles) {
    util::append(names, util::concat(names.empty() ? "" : ", ", profile.scheduler_name));
  }
  std::erase_if(configuration.profiles,
                [&](const model::SchedulerProfile& profile) { return profile.scheduler_name != scheduler_name; });
  if (configuration.profiles.empty()) {
    throw util::Error(util::concat("the scheduler configuration has no profile for ", scheduler_name, ", only for ",
                                   names, ": name one of them with --scheduler-name"));
  }
  std::erase_if(configuration.profiles.front().plugins[model::ExtensionPoint::PostFilter],
                [](const model::EnabledPlugin& plugin) { return plugin.name == "DefaultPreemption"; });
}

BindTargets targets_of(const BindInput& input, const model::ClusterSnapshot& cluster) {
  const snapshot::Targets found = select(input.selection, cluster);
  const bool is_named = !input.selection.names.empty();
  BindTargets targets;
  for (const model::GroupIndex index : found.groups) {
    const model::PodGroup& group = cluster.groups[static_cast<std::size_t>(index)];
    if (is_named || has_member_of(cluster, group, input.scheduler_name)) { targets.groups.insert(name_of(group)); }
  }
  for (const model::PodIndex index : found.pods) {
    const model::Pod& pod = cluster.pods[static_cast<std::size_t>(index)];
    if (is_named && !input.with_pods) {
      throw util::Error(util::concat("pod ", model::pod_key(pod), " belongs to no group: --with-pods binds such pods"));
    }
    const bool is_ours = is_named || (!pod.bound() && pod.spec->scheduler_name == input.scheduler_name);
    if (input.with_pods && is_ours) { targets.pods.insert(name_of(pod)); }
  }
  return targets;
}

BindPlan plan_bindings(const BindInput& input, const Picture& picture, const BindTargets& targets, Others others) {
  const model::ClusterSnapshot& cluster = picture.cluster;
  BindPlan plan;
  plan.report =
      engine::answer(cluster, options_at(input.request, picture.now), question_about(cluster, targets, others));
  note_clock(picture.now, plan.report);
  plan.report.bind_mode = input.mode;
  // explain ignores a group that has shrunk; bind must report that the group is below its quorum.
  for (const model::GroupReport& group : plan.report.groups) {
    if (group.verdict != model::GroupVerdict::Idle || is_whole(group)) { continue; }
    plan.report.refusals.push_back(util::concat(group.namespace_name, '/', group.name, ": ", shortage_text(group)));
  }
  if (!plan.report.refusals.empty()) { plan.report.verdict = model::Verdict::No; }
  plan.batches = batches_of(plan.report, cluster);
  return plan;
}

std::string others_remark(const BindInput& input, const model::ClusterSnapshot& cluster) {
  std::map<std::string_view, std::int64_t> counts;
  for (const model::PodIndex index : engine::pending_pods(cluster)) {
    const std::string_view name = cluster.pods[static_cast<std::size_t>(index)].spec->scheduler_name;
    if (name != input.scheduler_name) { ++counts[name]; }
  }
  std::int64_t all = 0;
  std::string names;
  for (const auto& [name, count] : counts) {
    all += count;
    util::append(names, util::concat(names.empty() ? "" : ", ", name, ' ', count));
  }
  if (all == 0) { return {}; }
  return util::concat(all, all == 1 ? " pending pod names another scheduler" : " pending pods name other schedulers",
                      " (", names, ") and ", all == 1 ? "is" : "are", " left alone.");
}

} // namespace commands
