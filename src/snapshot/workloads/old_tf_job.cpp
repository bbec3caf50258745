// SPDX-License-Identifier: Apache-2.0
// TFJob of the tf-operator before kubeflow.org/v1, as in the articles of 2018 to 2020. Roles are a list in v1alpha1 and
// a map in v1alpha2 to v1beta2; gangs used kube-batch. (tf-operator v0.5, pkg/controller.v1beta2, jobcontroller)
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/made_names.hpp"
#include "snapshot/workloads/replica_specs.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::string_view k_scheduler = "kube-batch";
constexpr std::array<std::string_view, 5> k_tf_roles = {"chief", "master", "ps", "worker", "evaluator"};

struct Listed {
  std::vector<ReplicaSpec> roles;
  std::vector<std::int64_t> places; // in the list of v1alpha1; -1: in a map
};

// spec.replicaSpecs of v1alpha1: [{replicas, tfReplicaType: MASTER | WORKER | PS, template}]
Listed listed_roles(document::Value list, const Path& path, Expander& expander) {
  Listed out;
  each_element(list, path, [&](document::Value element, const Path& at) {
    ReplicaSpec role;
    const std::string_view type = text_of(object_of(element, at)["tfReplicaType"], at["tfReplicaType"]);
    role.role = util::lowercase(type.empty() ? "MASTER" : type);
    role.replicas = expander.replicas(role.role, pod_count(element["replicas"], at["replicas"], 1));
    role.pod_template = element["template"];
    out.places.push_back(static_cast<std::int64_t>(out.places.size()));
    out.roles.push_back(std::move(role));
  });
  return out;
}

bool makes_groups(const std::vector<ReplicaSpec>& roles, Expander& expander) {
  const std::string_view option = expander.option("tf-operator.enable-gang-scheduling");
  if (option != "auto") { return option == k_scheduler; }
  return std::ranges::any_of(roles, [](const ReplicaSpec& role) {
    const std::string_view scheduler = role.pod_template["spec"]["schedulerName"].text();
    return scheduler == k_scheduler || scheduler == "kube-batchd";
  });
}

void expand_role(const Source& source, const ReplicaSpec& role, const Path& path, const GroupPlan* group,
                 Expander& expander) {
  PodTemplate pod_template(role.pod_template, path);
  pod_template.set_label("group-name", "kubeflow.org");
  pod_template.set_label("tf-job-name", source.name);
  pod_template.set_label("tf-replica-type", role.role);
  if (group != nullptr) {
    if (pod_template.scheduler_name().empty()) { pod_template.set_scheduler_name(k_scheduler); }
    pod_template.join(*group);
  }
  std::vector<PodPlan> pods;
  for (std::int32_t index = 0; index < role.replicas; ++index) {
    const std::string number = std::to_string(index);
    pods.push_back(
        {.name = util::concat(source.name, '-', role.role, '-', number), .labels = {{"tf-replica-index", number}}});
  }
  if (!pods.empty()) { note_name_of_service(source, pods.back().name, expander); }
  expander.add_role(source, expander.prepare(source, std::move(pod_template), path),
                    expander.named_role(source, role.role, std::move(pods)));
}

} // namespace

void expand_old_tf_job(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path spec_path = root["spec"];
  const document::Value spec = object_of(object.value()["spec"], spec_path);
  const bool is_list = spec["replicaSpecs"].is_array();
  const Path roles_path = spec_path[is_list ? "replicaSpecs" : "tfReplicaSpecs"];
  Listed listed;
  if (is_list) {
    listed = listed_roles(spec["replicaSpecs"], roles_path, expander);
  } else {
    listed.roles = replica_specs_of(spec["tfReplicaSpecs"], roles_path, k_tf_roles, "", expander);
  }
  if (listed.roles.empty()) { throw DecodeError(roles_path, "has no roles"); }
  std::optional<GroupPlan> group;
  if (makes_groups(listed.roles, expander)) {
    group.emplace();
    group->dialect = model::Dialect::KubeBatch;
    group->name = source.name;
    group->min_member = total_replicas(listed.roles);
    group->condition = "the tf-operator runs with --enable-gang-scheduling";
    expander.add_group(source, *group);
  }
  for (std::size_t at = 0; at < listed.roles.size(); ++at) {
    const ReplicaSpec& role = listed.roles[at];
    const Path role_path = is_list ? roles_path.at(listed.places[at]) : roles_path[role.key];
    expand_role(source, role, role_path["template"], group ? &*group : nullptr, expander);
  }
}

} // namespace snapshot
