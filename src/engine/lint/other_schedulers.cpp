// SPDX-License-Identifier: Apache-2.0
// Mistakes in the gang declarations of particular schedulers.
#include "engine/lint/rules.hpp"

#include <algorithm>
#include <charconv>
#include <set>

namespace engine::lint {

namespace {

bool is_owned_by_job(const model::Pod& pod) {
  return pod.owner != nullptr && pod.owner->kind == "Job" && pod.owner->api_version.starts_with("batch/");
}

// Value of a numeric annotation or label; 0 if it is missing or not a number.
std::int32_t number_of(const model::Labels& marks, std::string_view key) {
  const std::string_view text = model::find_label(marks, key).value_or("");
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

// Kueue: annotations of pods; labels in old releases.
constexpr std::string_view k_pod_group = "kueue.x-k8s.io/pod-group-name";
constexpr std::size_t k_most_roles = 8;

bool is_pod_group(const Input& input, const GroupFacts& group) {
  return std::ranges::any_of(group.live, [&](model::PodIndex index) {
    const model::Pod& pod = input.pod(index);
    return model::find_label(*pod.labels, k_pod_group) || model::find_label(*pod.marks, k_pod_group);
  });
}

} // namespace

// If one task group is invalid, such as with a minMember of 0, YuniKorn schedules the application pod by pod.
// (yunikorn-k8shim pkg/common/utils, GetTaskGroupsFromAnnotation)
void task_groups_not_sound(const Input&, const GroupFacts& group, Findings& out) {
  if (group.group->gang || group.pending.empty()) { return; }
  out.on(group).at("metadata.annotations").with("pods", group.live_count());
}

// Placeholders reserve capacity for the pods of a task group until these arrive. A pod that exceeds its placeholder in
// any resource, for example by an injected sidecar, does not replace it. (yunikorn-core pkg/scheduler/objects,
// Application.tryPlaceholderAllocate)
void larger_than_placeholder(const Input& input, const GroupFacts& group, Findings& out) {
  for (const model::SubGroup& part : group.group->sub_groups) {
    if (!part.min_resources) { continue; }
    const auto larger_in = [&](const model::Pod& pod) -> std::optional<std::pair<model::ResourceAmount, std::int64_t>> {
      for (const model::ResourceAmount& request : pod.spec->requests) {
        const auto held = std::ranges::find(*part.min_resources, input.cluster.resources.name(request.resource),
                                            &model::ResourceQuantities::value_type::first);
        const bool is_held = held != part.min_resources->end();
        const std::int64_t amount = is_held ? model::scheduler_amount(request.resource, held->second) : 0;
        if (request.amount > amount) { return std::pair(request, amount); }
      }
      return std::nullopt;
    };
    std::vector<std::string> pods;
    std::optional<std::pair<model::ResourceAmount, std::int64_t>> first;
    for (const model::PodIndex index : part.members) {
      const model::Pod& pod = input.pod(index);
      const auto found = pod.live() && !pod.bound() ? larger_in(pod) : std::nullopt;
      if (!found) { continue; }
      if (!first) { first = found; }
      pods.emplace_back(pod.name);
    }
    if (!first) { continue; }
    const std::string resource(input.cluster.resources.name(first->first.resource));
    out.on(group)
        .at("metadata.annotations")
        .with("taskGroup", part.name)
        .with("pods", std::ssize(pods))
        .with("pod", pods.front())
        .with("asked", model::FactAmount{resource, first->first.amount})
        .with("held", model::FactAmount{resource, first->second});
  }
}

// (KAI-Scheduler pkg/podgrouper, batch Jobs)
void job_without_quorum(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || !group.group->declared || group.min_member > 1) { return; }
  if (!group.group->sub_groups.empty() || group.live_count() < 2) { return; }
  const bool of_job =
      std::ranges::all_of(group.live, [&](model::PodIndex index) { return is_owned_by_job(input.pod(index)); });
  if (of_job) { out.on(group).at("spec.minMember").with("pods", group.live_count()); }
}

// KAI turns an amount of GPU memory into a share of a GPU by the label that GPU feature discovery writes. A node
// without it has no GPU memory for KAI. (KAI-Scheduler pkg/scheduler/api/node_info, getNodeGpuMemory)
void gpu_memory_not_reported(const Input& input, const GroupFacts& group, Findings& out) {
  constexpr std::string_view k_asked = "gpu-memory", k_label = "nvidia.com/gpu.memory";
  if (!group.has_to_start() || input.cluster.nodes.empty()) { return; }
  const auto asks = [&](model::PodIndex index) { return model::find_label(*input.pod(index).marks, k_asked); };
  const auto asking =
      std::ranges::count_if(group.pending, [&](model::PodIndex index) { return asks(index).has_value(); });
  const bool is_reported = std::ranges::any_of(input.cluster.nodes, [&](const model::Node& node) {
    return model::find_label(*node.labels, k_label).has_value();
  });
  if (asking == 0 || is_reported) { return; }
  out.on(group).at("metadata.annotations").with("pods", asking).with("annotation", k_asked).with("label", k_label);
}

// Volcano reads group-min-member from the pods' owner. (volcano pkg/controllers/podgroup, pg_controller_handler.go)
void quorum_on_pods(const Input& input, const GroupFacts& group, Findings& out) {
  constexpr std::string_view k_min = "scheduling.volcano.sh/group-min-member";
  if (!group.has_to_start() || group.min_member > 1) { return; }
  std::int32_t wanted = 0;
  for (const model::PodIndex index : group.live) {
    wanted = std::max(wanted, number_of(*input.pod(index).marks, k_min));
  }
  if (wanted < 2) { return; }
  out.on(group).at("metadata.annotations").with("annotation", k_min).with("wanted", wanted);
}

// (kueue pkg/controller/jobs/pod)
void pod_group_not_sound(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.has_to_start() || !is_pod_group(input, group)) { return; }
  std::set<std::string> queues;
  std::set<const model::PodSpec*> roles;
  for (const model::PodIndex index : group.live) {
    roles.insert(input.pod(index).spec);
    queues.emplace(model::find_label(*input.pod(index).labels, "kueue.x-k8s.io/queue-name").value_or(""));
  }
  if (queues.size() > 1) {
    out.on(group, "queues")
        .at("metadata.labels")
        .with("queues", std::vector<std::string>(queues.begin(), queues.end()));
  }
  if (roles.size() > k_most_roles) {
    out.on(group, "roles")
        .with("roles", static_cast<std::int64_t>(roles.size()))
        .with("most", static_cast<std::int64_t>(k_most_roles));
  }
  if (group.min_member > 0 && group.live_count() > group.min_member) {
    out.on(group, "more").at("metadata.annotations").with("total", group.min_member).with("pods", group.live_count());
  }
}

} // namespace engine::lint
