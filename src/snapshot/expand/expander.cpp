// SPDX-License-Identifier: Apache-2.0
// Code that all workload kinds share to expand a manifest.
#include "snapshot/expand/expander.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/quota_charge.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/manifest_groups.hpp"
#include "snapshot/expand/template_ledger.hpp"
#include "snapshot/pods/decode_marks.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

model::Labels labels_of_template(document::Value pod_template, const Path& path) {
  const Path metadata = path["metadata"];
  return labels_of(pod_template["metadata"]["labels"], metadata["labels"]);
}

} // namespace

Expander::Expander(Collected& collected, Manifest& manifest) : ExistingPods(collected, manifest) {}

void Expander::begin(const KeptObject& object) {
  begin_object(object);
  m_first_pod = m_pods.size();
  m_roles.clear();
  m_with_readiness_gates.clear();
}

std::int32_t Expander::replicas(std::string_view role, std::int32_t declared) {
  std::int32_t count = declared;
  for (ReplicasOverride& wanted : m_manifest.replicas) {
    if (wanted.role != role) { continue; }
    count = wanted.replicas;
    wanted.used = true;
  }
  return product(count, 1, Path());
}

// --min-member: gives the template's pods a group with the name of the manifest object, if they have none.
void Expander::give_group(const Source& source, PodTemplate& pod_template) {
  if (!m_manifest.options.min_member || top().kind == "Pod" || pod_template.has_joined()) { return; }
  document::Tree tree;
  document::build(tree, pod_template.output());
  const document::Value root = tree.root();
  const model::Labels labels = labels_of_template(root, Path());
  const model::Labels marks = marks_of(m_collected, root["metadata"], root["spec"], Path());
  std::optional<GroupPlan> group =
      group_to_give(m_collected, source.namespace_name, top().name, {labels, marks, pod_template.scheduler_name()});
  if (!group) { return; }
  group->min_member = *m_manifest.options.min_member;
  pod_template.join(*group);
  m_gave_group = true;
  add_group(source, *group);
}

Prepared Expander::prepare(const Source& source, PodTemplate pod_template, const Path& path) {
  give_group(source, pod_template);
  const document::Value value = readable(pod_template.output());
  Prepared prepared;
  prepared.labels = labels_of_template(value, path);
  prepared.marks = marks_of(m_collected, value["metadata"], value["spec"], path);
  prepared.declared = declared_spec_of(value["spec"], path["spec"],
                                       {.namespace_name = source.namespace_name, .merge_labels = &prepared.labels},
                                       m_collected.sharing);
  prepared.as_written = prepared.declared.containers.resources;
  note_policies(prepared.labels, value["spec"], *this);
  note_volcano_budget(value, *this);
  note_injected_containers(source, value, *this);
  note_names(source, prepared.declared.service_account, *this);
  note_limited_secrets(source, prepared.declared.service_account, value["spec"], *this);
  note_ephemeral_claims(value["spec"], source, *this);
  note_volume_plugins(value["spec"], *this);
  note_kubelet_refusals(value["spec"], *this);
  note_pod_security(source, value, *this);
  note_platform(source, value, *this);
  note_group_fields(value["spec"], *this);
  note_new_fields(value["spec"], *this);
  note_ports_of_nodes(value["spec"], *this);
  note_config(source, value["spec"], *this);
  note_invalid_template(value, path, *this);
  prepared.refusal = admit(m_collected, source.namespace_name, prepared.declared);
  note_limited_class(source, prepared.declared.admitted_class, *this);
  for (const MissingInput& missing : prepared.declared.not_in_input) {
    note(model::Authority::Admission, model::Reply::NotAsked, util::concat(missing.what, " is not in the input"),
         missing.object);
  }
  std::vector<model::QuotaCharge>& charges = m_collected.cluster.quota_charges;
  prepared.charge = static_cast<std::int32_t>(charges.size());
  charges.push_back(quota_charge_of(m_collected, prepared.declared));
  prepared.pod_template = pod_template.output();
  prepared.spec = value["spec"];
  return prepared;
}

void Expander::take_volcano_quorum(const Source& owner, document::Value annotations) {
  const document::Value text = annotations["scheduling.volcano.sh/group-min-member"];
  if (text.absent()) { return; }
  std::vector<OwnerQuorum>& quorums = m_collected.owner_quorums;
  std::erase_if(quorums, [&](const OwnerQuorum& other) {
    return other.kind == owner.kind && other.namespace_name == owner.namespace_name && other.name == owner.name;
  });
  quorums.push_back({owner.kind, owner.namespace_name, owner.name, count_of(text.text()).value_or(1)});
}

bool Expander::is_taken(std::string_view namespace_name, std::string_view name) const {
  return find_pod(namespace_name, name) != nullptr || m_made.contains({namespace_name, name});
}

void Expander::hand_over() {
  if (m_manifest.options.min_member && !m_gave_group) {
    const std::string flag = util::concat("--min-member ", *m_manifest.options.min_member);
    m_collected.cluster.problems.push_back({flag, "",
                                            "changes nothing, for the manifest has no workload without a group; "
                                            "--set-min-member GROUP=N changes a quorum"});
  }
  for (std::size_t at = 0; at < m_pods.size(); ++at) {
    m_collected.made_pods.push_back({m_pods[at].namespace_name, m_pods[at].name, m_charges[at]});
  }
  std::ranges::move(m_pods, std::back_inserter(m_collected.cluster.pods));
  std::ranges::copy(m_origins, std::back_inserter(m_collected.pod_origins));
  m_pods.clear();
  m_origins.clear();
  m_charges.clear();
}

} // namespace snapshot
