// SPDX-License-Identifier: Apache-2.0
// Rules about whether pods and group objects find each other.
#include "engine/lint/rules.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace engine::lint {

namespace {

// True if the manifest has the object, and the API server rejects it (G38).
bool is_rejected(const Input& input, const model::PodGroup& group) {
  const std::string object =
      util::concat(model::facts_of(group.dialect).kind, ' ', group.namespace_name, '/', group.name);
  return std::ranges::any_of(input.cluster.asked, [&](const model::Asked& entry) {
    return entry.authority == model::Authority::Admission && entry.reply == model::Reply::Refuses && entry.of == object;
  });
}

// True if pods that still have to start name a group object that the snapshot would show but does not.
bool is_missing(const Input& input, const GroupFacts& group) {
  return !group.group->declared && model::has_object(group.group->dialect) && input.cluster.lists_pod_groups &&
         !group.group->unread && !group.pending.empty() && !is_rejected(input, *group.group);
}

// A declared group with the same namespace and name in another dialect; null if there is none.
const model::PodGroup* namesake_here(const Input& input, const model::PodGroup& group) {
  for (const model::PodGroup* const other : input.namesakes(group)) {
    const bool here = other->namespace_name == group.namespace_name;
    if (here && other->declared && model::has_object(other->dialect)) { return other; }
  }
  return nullptr;
}

std::vector<std::string> namespaces_of_namesakes(const Input& input, const model::PodGroup& group) {
  std::vector<std::string> namespaces;
  for (const model::PodGroup* const other : input.namesakes(group)) {
    if (other->declared && other->dialect == group.dialect) { namespaces.emplace_back(other->namespace_name); }
  }
  return namespaces;
}

// The label of the group on the workload itself or among annotations, where its scheduler does not read it.
bool report_misplaced_mark(const Input& input, const GroupFacts& group, Findings& out) {
  for (const model::Expansion& workload : input.question.expansions) {
    for (const model::Expansion::MisplacedMark& found : workload.misplaced_marks) {
      const bool is_its = workload.namespace_name == group.group->namespace_name && found.group == group.group->name &&
                          model::facts_of(group.group->dialect).mark.ends_with(found.mark);
      if (!is_its) { continue; }
      out.on(group, "misplaced")
          .at("metadata.name")
          .with("workload", workload.kind + ' ' + workload.name)
          .with("label", util::concat(found.mark, '=', found.group))
          .with("field", found.field);
      return true;
    }
  }
  return false;
}

} // namespace

void label_of_other_generation(const Input& input, const GroupFacts& group, Findings& out) {
  if (!is_missing(input, group)) { return; }
  const model::PodGroup* const other = namesake_here(input, *group.group);
  if (other == nullptr) { return; }
  out.on(group)
      .at("metadata.labels")
      .with("pods", group.live_count())
      .with("mark", model::facts_of(group.group->dialect).mark)
      .with("wanted", model::facts_of(group.group->dialect).api_version)
      .with("found", model::facts_of(other->dialect).api_version)
      .with("otherMark", model::facts_of(other->dialect).mark);
}

void group_object_missing(const Input& input, const GroupFacts& group, Findings& out) {
  if (!is_missing(input, group) || namesake_here(input, *group.group) != nullptr) { return; }
  const std::vector<std::string> elsewhere = namespaces_of_namesakes(input, *group.group);
  Found found = out.on(group, elsewhere.empty() ? "" : "elsewhere");
  found.with("pods", group.live_count())
      .with("mark", model::facts_of(group.group->dialect).mark)
      .with("apiVersion", model::facts_of(group.group->dialect).api_version);
  if (!elsewhere.empty()) { found.with("namespaces", elsewhere); }
}

// A pod without both labels, or with a number below 1, is an ordinary pod. (scheduler-plugins v0.18, GetPodGroupLabels)
void labels_without_quorum(const Input& input, Findings& out) {
  constexpr std::string_view k_name = "pod-group.scheduling.sigs.k8s.io/name";
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> pods; // by namespace and group
  for (const model::PodIndex index : input.question.pods) {
    const model::Pod& pod = input.pod(index);
    const auto name = model::find_label(*pod.labels, k_name);
    if (name && !name->empty()) { ++pods[{pod.namespace_name, *name}]; }
  }
  for (const auto& [group, count] : pods) {
    out.on("Group", group.second, {}, group.first)
        .at("metadata.labels")
        .with("pods", count)
        .with("label", k_name)
        .with("minLabel", "pod-group.scheduling.sigs.k8s.io/min-available");
  }
}

// Of several labels with the group's name, reports the one whose key is closest to the dialect's own.
void likely_members_without_mark(const Input& input, const GroupFacts& group, Findings& out) {
  if (group.group->declared && group.live.empty() && report_misplaced_mark(input, group, out)) { return; }
  const std::string_view mark = model::facts_of(group.group->dialect).mark;
  const Input::LabelCounts& labels = input.labels_with_its_name(*group.group);
  const auto nearest =
      std::ranges::min_element(labels, {}, [&](const auto& label) { return util::edit_distance(label.first, mark); });
  if (nearest == labels.end()) { return; }
  out.on(group)
      .at("metadata.name")
      .with("pods", nearest->second)
      .with("label", util::concat(nearest->first, '=', group.group->name))
      .with("mark", mark);
}

// The PodGroup controller finds members by label in all namespaces at once, so each group's status counts the pods of
// all. This does not affect scheduling. (scheduler-plugins pkg/controllers, podgroup_controller.go)
void same_name_in_two_namespaces(const Input& input, const GroupFacts& group, Findings& out) {
  if (!group.group->declared || group.live.empty()) { return; }
  std::vector<std::string> others;
  std::int64_t pods = 0;
  for (const model::PodGroup* const other : input.namesakes(*group.group)) {
    if (other->dialect != group.group->dialect || other->members.empty()) { continue; }
    others.emplace_back(other->namespace_name);
    pods += static_cast<std::int64_t>(other->members.size());
  }
  if (others.empty()) { return; }
  out.on(group).at("metadata.name").with("namespaces", others).with("pods", pods);
}

} // namespace engine::lint
