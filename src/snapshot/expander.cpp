// SPDX-License-Identifier: Apache-2.0
// What the workload kinds have in common when a manifest is expanded.
#include "snapshot/expander.hpp"

#include "model/names.hpp"
#include "snapshot/admission.hpp"
#include "snapshot/decode_metadata.hpp"
#include "snapshot/decode_selectors.hpp"
#include "snapshot/manifest_groups.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::string_view k_gated_reason = "SchedulingGated";
constexpr std::string_view k_gated_message = "Scheduling is blocked due to non-empty scheduling gates";

void set_label(model::Labels& labels, std::string_view key, std::string_view value) {
  const auto place = std::ranges::lower_bound(labels, key, {}, &model::Label::key);
  if (place != labels.end() && place->key == key) {
    place->value = value;
  } else {
    labels.insert(place, {key, value});
  }
}

} // namespace

Expander::Expander(Collected& collected, Manifest& manifest)
    : m_collected(collected), m_manifest(manifest), m_owners(collected.workloads), m_now(manifest.options.now) {
  if (!m_now) { m_now = collected.cluster.captured_at ? collected.cluster.captured_at : collected.newest.newest(); }
}

Source Expander::source_of(const KeptObject& object) const {
  const Path root;
  Metadata metadata = metadata_of(object.value()["metadata"], root["metadata"], m_collected.newest);
  if (metadata.name.empty() && !metadata.generate_name.empty()) {
    metadata.name = m_collected.lasting(util::concat(metadata.generate_name, 'x')); // stands for the random suffix
  }
  check_names(metadata, Scope::Namespaced);
  const std::string_view namespace_name =
      metadata.namespace_name.empty() ? default_namespace() : metadata.namespace_name;
  return {object.api_version, object.kind, m_collected.lasting(namespace_name), metadata.name, object.origin};
}

std::int32_t Expander::replicas(std::string_view role, std::int32_t declared) {
  std::int32_t count = declared;
  for (ReplicasOverride& wanted : m_manifest.replicas) {
    if (wanted.role != role) { continue; }
    count = wanted.replicas;
    wanted.used = true;
  }
  return std::max(count, 0);
}

Prepared Expander::prepare(const Source& source, document::Value pod_template, const Path& path,
                           const std::vector<std::pair<std::string, std::string>>& controller_labels) {
  Prepared prepared;
  const Path metadata = path["metadata"];
  prepared.labels =
      labels_of(object_of(object_of(pod_template, path)["metadata"], metadata)["labels"], metadata["labels"]);
  for (const auto& [key, value] : controller_labels) {
    set_label(prepared.labels, m_collected.lasting(key), m_collected.lasting(value));
  }
  if (m_manifest.options.min_member && source.kind != "Pod") {
    give_group(m_collected, source.namespace_name, source.name, *m_manifest.options.min_member, m_now, prepared.labels);
  }
  const Path spec = path["spec"];
  if (!pod_template["spec"].is_object()) { throw DecodeError(spec, "is missing"); }
  prepared.declared = declared_spec_of(pod_template["spec"], spec,
                                       {.namespace_name = source.namespace_name, .merge_labels = &prepared.labels},
                                       m_collected.sharing);
  prepared.refusal = admit(m_collected, source.namespace_name, prepared.declared);
  return prepared;
}

std::vector<model::PodIndex> Expander::pods_of(const Source& source) const {
  const OwnerName wanted{source.kind, source.namespace_name, source.name};
  std::vector<model::PodIndex> pods;
  for (std::size_t at = 0; at < m_collected.cluster.pods.size(); ++at) {
    const model::Pod& pod = m_collected.cluster.pods[at];
    if (pod.owner == nullptr || pod.namespace_name != source.namespace_name) { continue; }
    const std::vector<OwnerLink> chain = m_owners.of(pod);
    if (std::ranges::find(chain, wanted, &OwnerLink::name) != chain.end()) {
      pods.push_back(static_cast<model::PodIndex>(at));
    }
  }
  return pods;
}

std::vector<model::PodIndex> Expander::live_pods_of(const Source& source) const {
  std::vector<model::PodIndex> pods = pods_of(source);
  // A pod that terminates is being replaced: its controller does not count it.
  std::erase_if(pods, [&](model::PodIndex index) {
    const model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    return pod.finished() || pod.terminating;
  });
  return pods;
}

const Workload* Expander::existing(const Source& source) const {
  const auto found = std::ranges::find_if(m_collected.workloads, [&](const Workload& workload) {
    const model::WorkloadObject& object = workload.object;
    return object.kind == source.kind && object.namespace_name == source.namespace_name && object.name == source.name;
  });
  return found == m_collected.workloads.end() ? nullptr : &*found;
}

const model::Pod* Expander::find_pod(std::string_view namespace_name, std::string_view name) const {
  const model::PodIndex index = m_collected.cluster.find_pod(namespace_name, name);
  return index == model::k_none ? nullptr : &m_collected.cluster.pods[static_cast<std::size_t>(index)];
}

bool Expander::is_taken(std::string_view namespace_name, std::string_view name) const {
  return find_pod(namespace_name, name) != nullptr || m_made.contains({namespace_name, name});
}

std::vector<std::string> Expander::new_names(const Source& source, std::int32_t count) {
  // Where names are taken, as in an update, the numbers may have to grow longer.
  for (std::size_t width = std::to_string(std::max(count - 1, 0)).size();; ++width) {
    std::vector<std::string> names;
    for (std::int64_t index = 0; std::ssize(names) < count; ++index) {
      const std::string number = std::to_string(index);
      if (number.size() > width) { break; }
      std::string name = util::concat(source.name, '-', std::string(width - number.size(), '0'), number);
      if (!is_taken(source.namespace_name, name)) { names.push_back(std::move(name)); }
    }
    if (std::ssize(names) == count) { return names; }
  }
}

const model::PodSpec* Expander::pinned_spec(const model::PodSpec& spec, const std::string& node) {
  // util.ReplaceDaemonSetPodNodeNameNodeAffinity
  model::PodSpec pinned = spec;
  const model::Requirement requirement{"metadata.name", model::SelectorOperator::In, {m_collected.lasting(node)}};
  auto& terms = pinned.required_node_terms;
  if (!terms || terms->empty()) { terms.emplace(1); }
  for (model::NodeSelectorTerm& term : *terms) { term.fields = {requirement}; }
  return m_collected.sharing.pod_spec(pinned);
}

model::Pod& Expander::add_pod(const Source& source, const Prepared& prepared, const PodPlan& plan,
                              const model::PodSpec* spec, bool owned) {
  model::Labels labels = prepared.labels;
  for (const auto& [key, value] : plan.labels) {
    set_label(labels, m_collected.lasting(key), m_collected.lasting(value));
  }
  model::Pod pod;
  pod.namespace_name = source.namespace_name;
  pod.name = m_collected.lasting(plan.name);
  pod.labels = m_collected.sharing.labels(labels);
  pod.spec = spec;
  if (owned) { pod.owner = m_collected.sharing.owner({source.api_version, source.kind, source.name}); }
  pod.node_name = m_collected.lasting(prepared.declared.node_name);
  pod.created = m_now;
  pod.from_manifest = true;
  Origin origin = source.origin;
  if (pod.node_name.empty()) {
    model::PendingStatus status;
    if (!spec->scheduling_gates.empty()) {
      status.condition_reason = k_gated_reason;
      status.condition_message = k_gated_message;
      status.condition_since = m_now;
    }
    m_collected.cluster.pending_statuses.push_back(status);
    origin.pending = static_cast<std::int32_t>(m_collected.cluster.pending_statuses.size() - 1);
  }
  const auto [made, is_new] = m_made.emplace(std::pair(pod.namespace_name, pod.name), m_pods.size());
  if (!is_new) { // the same object twice in one manifest: the later one is an update
    m_origins[made->second] = origin;
    return m_pods[made->second] = pod;
  }
  m_origins.push_back(origin);
  return m_pods.emplace_back(pod);
}

void Expander::update_pod(model::PodIndex index, const Prepared& prepared) {
  model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
  pod.from_manifest = true;
  if (prepared.refusal) {
    refuse(util::concat("Pod ", model::pod_key(pod), ": ", *prepared.refusal));
    return;
  }
  pod.labels = m_collected.sharing.labels(prepared.labels);
  if (pod.finished() || pod.bound()) { return; }
  DeclaredSpec declared = prepared.declared;
  pod.spec = m_collected.sharing.pod_spec(completed(std::move(declared), m_collected.sharing));
}

void Expander::add_role(const Source& source, const Prepared& prepared, const RolePlan& plan) {
  model::Expansion::Role role;
  role.name = plan.name;
  role.count = plan.count;
  role.now = plan.now;
  role.waits_for = plan.waits_for;
  role.scheduler_name = prepared.declared.spec.scheduler_name;
  role.requests = request_texts(prepared.declared.containers.resources);
  for (const model::PodIndex index : plan.existing) {
    model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    pod.from_manifest = true;
    role.pods.emplace_back(pod.name);
  }
  if (!prepared.refusal) {
    DeclaredSpec declared = prepared.declared;
    const model::PodSpec spec = completed(std::move(declared), m_collected.sharing);
    const model::PodSpec* const shared = m_collected.sharing.pod_spec(spec);
    for (const PodPlan& missing : plan.missing) {
      add_pod(source, prepared, missing, missing.pinned_to.empty() ? shared : pinned_spec(spec, missing.pinned_to),
              source.kind != "Pod");
      if (!missing.waits_for.empty()) {
        m_collected.waits.push_back(
            {source.namespace_name, m_collected.lasting(missing.name), m_collected.lasting(missing.waits_for)});
      }
    }
  } else if (!plan.missing.empty()) {
    const std::size_t others = plan.missing.size() - 1;
    refuse(util::concat("Pod ", source.namespace_name, '/', plan.missing.front().name,
                        others == 0 ? std::string() : util::concat(" and ", others, " more"), ": ", *prepared.refusal));
  }
  for (const PodPlan& missing : plan.missing) { role.pods.push_back(missing.name); }
  std::ranges::sort(role.pods);
  model::Expansion expansion;
  expansion.kind = source.kind;
  expansion.namespace_name = source.namespace_name;
  expansion.name = source.name;
  expansion.roles.push_back(std::move(role));
  m_manifest.expansions.push_back(std::move(expansion));
}

void Expander::hand_over() {
  std::ranges::move(m_pods, std::back_inserter(m_collected.cluster.pods));
  std::ranges::copy(m_origins, std::back_inserter(m_collected.pod_origins));
  m_pods.clear();
  m_origins.clear();
}

std::vector<std::pair<std::string, std::string>> request_texts(const model::PodResources& resources) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& [name, quantity] : model::effective_requests(resources).requests) {
    if (!quantity.is_zero()) { texts.emplace_back(name, quantity.text()); }
  }
  return texts;
}

} // namespace snapshot
