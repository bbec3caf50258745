// SPDX-License-Identifier: Apache-2.0
// LeaderWorkerSet, leaderworkerset.x-k8s.io/v1: `replicas` groups of a leader LWS-<group> and size - 1 workers
// LWS-<group>-<index>. The controller creates workers once their leader exists; with startupPolicy LeaderReady, once it
// is ready; with exclusive placement, once it has a node. Only with the provider volcano does it create a pod group for
// each group. (lws v0.9, pkg/controllers, pkg/webhooks/pod_webhook.go, pkg/schedulerprovider)
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/made_names.hpp"

#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

#define LWS "leaderworkerset.sigs.k8s.io/"

struct Shape {
  std::int32_t groups = 1, size = 1;
  bool leader_first = false;         // LeaderReady
  bool volcano = false;              // the provider
  std::string_view exclusive, queue; // exclusive: a topology key
  document::Value claim_templates;   // of the StatefulSets that it makes
  TemplateClaims* claims = nullptr;
};

PodTemplate decorated(const PodTemplate& written, const Source& set, std::string_view group, const Shape& shape) {
  PodTemplate pod_template = written;
  pod_template.set_label(LWS "name", set.name);
  pod_template.set_label(LWS "template-revision-hash", "x");
  if (!shape.exclusive.empty()) {
    // Workers select the domain of their leader's node, which is equivalent. (setNodeSelectorForWorkerPods)
    pod_template.set_label(LWS "group-key", group);
    pod_template.make_exclusive(LWS "group-key", group, shape.exclusive, PodTemplate::Namespaces::Own);
  }
  pod_template.set_annotation(LWS "size", std::to_string(shape.size));
  return pod_template;
}

// Expands one leader with its workers.
void expand_group(const Source& set, std::int32_t index, const Shape& shape, const PodTemplate& leader_written,
                  const Path& leader_path, const PodTemplate& worker_written, const Path& worker_path,
                  Expander& expander) {
  const std::string name = util::concat(set.name, '-', index);
  const std::string number = std::to_string(index);
  PodTemplate leader_template = decorated(leader_written, set, name, shape);
  PodTemplate worker_template = decorated(worker_written, set, name, shape);
  worker_template.set_annotation(LWS "leader-name", name);
  GroupPlan group{.dialect = model::Dialect::Volcano, .name = name + "-x", .queue = std::string(shape.queue)};
  if (shape.volcano) {
    leader_template.join(group);
    worker_template.join(group);
  }
  const Source leaders = expander.child(set, "apps/v1", "StatefulSet", set.name);
  const Source workers = expander.child(set, "apps/v1", "StatefulSet", name);
  const Prepared leader = expander.prepare(leaders, std::move(leader_template), leader_path);
  const Prepared worker = expander.prepare(workers, std::move(worker_template), worker_path);
  if (shape.volcano) {
    group.min_member = shape.leader_first ? 1 : shape.size;
    group.min_resources.emplace();
    group.min_resources->add_pods(leader.as_written);
    group.min_resources->add_pods(worker.as_written, shape.size - 1);
    group.condition = "LeaderWorkerSet is configured with the scheduler provider volcano";
    expander.add_group(set, group);
  }
  const NamedTexts common = {{LWS "group-index", number}};
  NamedTexts leader_labels = common;
  leader_labels.emplace_back(LWS "worker-index", "0");
  const auto claims_of = [&](const Source& source, const std::string& pod) {
    return shape.claims->of(shape.claim_templates, source, pod);
  };
  const RolePlan leader_role = expander.named_role(
      leaders, "leader", {{.name = name, .labels = leader_labels, .claims = claims_of(leaders, name)}});
  const bool is_last = index + 1 == shape.groups; // with the longest names
  if (is_last && !leader_role.missing.empty()) {
    note_names_of_stateful_set(leaders, index, !expander.live_pods_of(leaders).empty(), expander);
  }
  expander.add_role(leaders, leader, leader_role);
  std::vector<PodPlan> pods;
  for (std::int32_t worker_index = 1; worker_index < shape.size; ++worker_index) {
    NamedTexts labels = common;
    labels.emplace_back(LWS "worker-index", std::to_string(worker_index));
    const std::string pod = util::concat(name, '-', worker_index);
    pods.push_back({.name = pod, .labels = std::move(labels), .claims = claims_of(workers, pod)});
  }
  if (pods.empty()) { return; }
  RolePlan role = expander.named_role(workers, "worker", std::move(pods));
  if (is_last && !role.missing.empty()) {
    note_names_of_stateful_set(workers, shape.size - 1, !role.existing.empty(), expander);
  }
  if ((shape.leader_first || !shape.exclusive.empty()) && !role.missing.empty()) {
    role.now = static_cast<std::int32_t>(role.existing.size());
    role.after = {name};
    role.waits_for = shape.leader_first ? "the leader to be ready" : "the leader to have a node";
  }
  expander.add_role(workers, worker, role);
}

} // namespace

void expand_leader_worker_set(const KeptObject& object, Expander& expander) {
  const Source set = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const Path template_path = path["leaderWorkerTemplate"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const document::Value both = object_of(spec["leaderWorkerTemplate"], template_path);
  const document::Value annotations = object.value()["metadata"]["annotations"];
  Shape shape;
  shape.groups = expander.replicas(set.name, pod_count(spec["replicas"], path["replicas"], 1));
  shape.size = std::max(pod_count(both["size"], template_path["size"], 1), 1);
  product(shape.groups, shape.size, path);
  shape.leader_first = text_of(spec["startupPolicy"], path["startupPolicy"]) == "LeaderReady";
  shape.claim_templates = both["volumeClaimTemplates"];
  TemplateClaims claims(expander.collected());
  shape.claims = &claims;
  shape.exclusive = annotations[LWS "exclusive-topology"].text();
  shape.queue = annotations["scheduling.volcano.sh/queue-name"].text();
  if (annotations[LWS "subgroup-exclusive-topology"].exists() && !both["subGroupPolicy"].absent()) {
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(text_of(set),
                               ": its annotation " LWS "subgroup-exclusive-topology keeps each subgroup in one domain, "
                               "which is not simulated"),
                  text_of(set));
  }
  const Path worker_path = template_path["workerTemplate"];
  const bool has_leader = !both["leaderTemplate"].absent();
  const Path leader_path = template_path[has_leader ? "leaderTemplate" : "workerTemplate"];
  const PodTemplate worker(both["workerTemplate"], worker_path);
  const PodTemplate leader(both[has_leader ? "leaderTemplate" : "workerTemplate"], leader_path);
  const Source made = expander.child(set, "apps/v1", "StatefulSet", set.name);
  note_made_template(both[has_leader ? "leaderTemplate" : "workerTemplate"], leader_path, made, expander);
  if (shape.size > 1 && shape.groups > 0) { note_made_template(both["workerTemplate"], worker_path, made, expander); }
  const std::string_view option = expander.option("lws.gang-scheduling");
  shape.volcano = option == "volcano" || (option == "auto" && worker.scheduler_name() == "volcano");
  for (std::int32_t index = 0; index < shape.groups; ++index) {
    expand_group(set, index, shape, leader, leader_path, worker, worker_path, expander);
  }
}

} // namespace snapshot
