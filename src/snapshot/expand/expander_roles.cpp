// SPDX-License-Identifier: Apache-2.0
// Roles of a manifest object: which pods exist, which are created, and what they wait for.
#include "snapshot/expand/expander.hpp"

#include "model/cluster/node_taints.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/expand/made_objects.hpp"
#include "snapshot/expand/manifest_groups.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/objects/decode_devices.hpp"
#include "snapshot/pods/daemon_pods.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

constexpr std::int64_t k_most_pods = 1'000'000; // per manifest
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

// The object of this name is another one's. A controller gets an error and retries forever.
void note_taken(const std::string& object, Expander& expander) {
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(object, " exists and is not of ", text_of(expander.top()),
                             ", which may not be able to create its own"),
                object);
}

} // namespace

std::int32_t pod_count(document::Value value, const Path& path, std::int32_t otherwise) {
  return value.absent() ? otherwise : product(int32_of(value, path), 1, path);
}

std::int32_t product(std::int32_t a, std::int32_t b, const Path& path) {
  const std::int64_t pods = std::int64_t{std::max(a, 0)} * std::max(b, 0);
  if (pods > k_most_pods) {
    throw DecodeError(path, util::concat(pods, " pods are more than the ", k_most_pods, " that can be simulated"));
  }
  return static_cast<std::int32_t>(pods);
}

void note_successor(const model::Pod& pod, Expander& expander) {
  const std::string name = util::concat("Pod ", model::pod_key(pod));
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat(name, pod.terminating ? " is being deleted" : " has ended",
                             ", and nothing was asked about the one that may come in its place"),
                name);
}

void note_child(const Source& child, bool makes_pods, Expander& expander) {
  const Workload* const there = expander.existing(child);
  if (there == nullptr || api_group_of(there->api_version) != api_group_of(child.api_version)) { return; }
  const std::string name = text_of(child);
  if (!expander.may_be_below_top(there->object.owner)) {
    note_taken(name, expander);
  } else if (makes_pods && (there->object.leaving || there->object.has_ended)) {
    expander.note(model::Authority::Operator, model::Reply::NotAsked,
                  util::concat(name, there->object.leaving ? " is being deleted" : " has ended", ", and ",
                               text_of(expander.top()), " makes its pods through it"),
                  name);
  }
}

namespace {

// True if the node could hold the pod if it were empty and in order.
bool could_hold(const model::Node& node, const model::PodSpec& spec) {
  const auto has = [&](const model::ResourceAmount& request) {
    return request.amount <= model::amount_of(node.allocatable, request.resource);
  };
  return !model::is_being_removed(node) && std::ranges::all_of(spec.requests, has) &&
         runs_daemon(spec, model::new_node_like(node));
}

} // namespace

void note_later_pods(std::string_view role, const Prepared& prepared, Expander& expander) {
  const std::string name = text_of(expander.top());
  if (prepared.refusal) {
    return expander.note(
        model::Authority::Admission, model::Reply::NotAsked,
        util::concat("pods of ", name, " that come later (", role, ") cannot be created: ", *prepared.refusal), name);
  }
  const model::NodeList& nodes = expander.collected().cluster.nodes;
  DeclaredSpec declared = prepared.declared;
  const model::PodSpec spec = completed(std::move(declared), expander.collected().sharing);
  if (!nodes.empty() && std::ranges::none_of(nodes, [&](const auto& node) { return could_hold(node, spec); })) {
    return expander.note(
        model::Authority::Scheduler, model::Reply::NotAsked,
        util::concat("no node could hold a pod of ", name, " that comes later (", role, "), even if it were empty"),
        name);
  }
  expander.assume(util::concat("pods of ", name, " that come once others have completed find nodes then"));
}

std::vector<std::string> Expander::new_names(std::string_view namespace_name, const std::string& prefix,
                                             std::int32_t count) const {
  // If names are already in use, as in an update, the numbers may need more digits.
  for (std::size_t width = std::to_string(std::max(count - 1, 0)).size();; ++width) {
    std::vector<std::string> names;
    for (std::int64_t index = 0; std::ssize(names) < count; ++index) {
      const std::string number = std::to_string(index);
      if (number.size() > width) { break; }
      std::string name = util::concat(prefix, '-', std::string(width - number.size(), '0'), number);
      if (!is_taken(namespace_name, name)) { names.push_back(std::move(name)); }
    }
    if (std::ssize(names) == count) { return names; }
  }
}

RolePlan Expander::named_role(const Source& source, std::string_view role, std::vector<PodPlan> pods) const {
  RolePlan plan;
  plan.name = role;
  plan.count = static_cast<std::int32_t>(pods.size());
  plan.now = plan.count;
  plan.is_by_name = true;
  for (PodPlan& pod : pods) {
    const model::PodIndex there = m_collected.cluster.find_pod(source.namespace_name, pod.name);
    if (there == model::k_none) {
      plan.missing.push_back(std::move(pod));
    } else {
      plan.existing.push_back(there);
    }
  }
  return plan;
}

RolePlan Expander::counted_role(const Source& source, std::string_view role, const std::string& prefix,
                                std::int32_t count, std::optional<Label> label) const {
  RolePlan plan;
  plan.name = role;
  plan.count = count;
  plan.now = count;
  plan.existing = live_pods_of(source);
  if (label) {
    std::erase_if(plan.existing, [&](model::PodIndex index) {
      const model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
      return model::find_label(*pod.labels, label->key) != label->value;
    });
  }
  const auto missing = std::max(count - static_cast<std::int32_t>(plan.existing.size()), 0);
  for (std::string& name : new_names(source.namespace_name, prefix, missing)) {
    plan.missing.push_back({.name = std::move(name)});
  }
  return plan;
}

// The spec of a pod that differs from others of its role by its node or its volumes.
const model::PodSpec* Expander::own_spec(const model::PodSpec& spec, const PodPlan& plan) {
  model::PodSpec own = spec;
  if (!plan.pinned_to.empty()) { // util.ReplaceDaemonSetPodNodeNameNodeAffinity
    const model::Requirement requirement{
        "metadata.name", model::SelectorOperator::In, {m_collected.lasting(plan.pinned_to)}};
    auto& terms = own.required_node_terms;
    if (!terms || terms->empty()) { terms.emplace(1); }
    for (model::NodeSelectorTerm& term : *terms) { term.fields = {requirement}; }
  }
  for (const auto& named : plan.claims) { // statefulset, updateStorage: they replace volumes of the same name
    std::erase_if(own.volumes, [&](const model::Volume& volume) { return volume.name == named.first; });
    own.volumes.push_back(
        {"persistentVolumeClaim", m_collected.lasting(named.first), m_collected.lasting(named.second)});
  }
  return m_collected.sharing.pod_spec(own);
}

// The claims that the resourceclaim controller creates for a new pod; none where the template is not in the input. In
// place of the controller's random suffix there is none.
std::vector<model::MadeClaim> Expander::make_claims(const model::Pod& pod, const Source& source) {
  std::vector<model::MadeClaim> made;
  constexpr std::string_view k_by_template = "template=";
  for (const std::string_view entry : pod.spec->resource_claims) {
    const std::size_t bar = entry.find('|');
    if (!entry.starts_with(k_by_template) || bar == std::string_view::npos) { continue; }
    const std::string_view of = entry.substr(k_by_template.size(), bar - k_by_template.size());
    const KeptObject* const claim_template = find_template("ResourceClaimTemplate", pod.namespace_name, of);
    if (claim_template == nullptr) { continue; }
    const std::string_view name = lasting(util::concat(pod.name, '-', entry.substr(bar + 1)));
    if (!is_taken(pod.namespace_name, pod.name)) {
      add_claim_of_template(m_collected, claim_template->value(), pod.namespace_name, name, source.origin);
    }
    made.push_back({entry.substr(bar + 1), name});
  }
  return made;
}

void Expander::add_pod(const Source& source, const Prepared& prepared, const PodPlan& plan,
                       const model::PodSpec* spec) {
  model::Labels labels = prepared.labels;
  for (const auto& [key, value] : plan.labels) { set_label(labels, lasting(key), lasting(value)); }
  model::Pod pod;
  pod.namespace_name = source.namespace_name;
  pod.name = lasting(plan.name);
  pod.labels = m_collected.sharing.labels(labels);
  pod.marks = m_collected.sharing.labels(prepared.marks);
  pod.spec = spec;
  const Source& owner = plan.owner == nullptr ? source : *plan.owner;
  if (owner.kind != "Pod" ||
      owner.name != plan.name) { // a Pod of the manifest does not own itself; a Spark driver owns its executors
    pod.owner = m_collected.sharing.owner({owner.api_version, owner.kind, owner.name});
  }
  pod.node_name = lasting(prepared.declared.node_name);
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
    status.made_claims = make_claims(pod, source);
    m_collected.cluster.pending_statuses.push_back(status);
    origin.pending = static_cast<std::int32_t>(m_collected.cluster.pending_statuses.size() - 1);
  }
  if (m_manifest.options.keep_objects) { keep_pod_object(m_manifest, source, prepared.pod_template, plan); }
  const auto [made, is_new] = m_made.emplace(std::pair(pod.namespace_name, pod.name), m_pods.size());
  if (is_new) {
    m_origins.push_back(origin);
    m_pods.push_back(pod);
    m_charges.push_back(prepared.charge);
  } else { // defined twice in one manifest: the later one is an update
    m_origins[made->second] = origin;
    m_pods[made->second] = pod;
    m_charges[made->second] = prepared.charge;
  }
}

void Expander::update_pod(model::PodIndex index, const Prepared& prepared) {
  model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
  pod.from_manifest = true;
  if (prepared.refusal) {
    refuse(util::concat("Pod ", model::pod_key(pod), ": ", *prepared.refusal));
    return;
  }
  pod.labels = m_collected.sharing.labels(prepared.labels);
  pod.marks = m_collected.sharing.labels(prepared.marks);
  if (pod.finished() || pod.bound()) { return; }
  // kubectl apply removes only gates that an earlier apply had set; a webhook's stay.
  const std::vector<std::string_view>& gates = prepared.declared.spec.scheduling_gates;
  for (const std::string_view gate : pod.spec->scheduling_gates) {
    if (std::ranges::find(gates, gate) != gates.end()) { continue; }
    const std::string name = util::concat("Pod ", model::pod_key(pod));
    note(model::Authority::Gate, model::Reply::NotAsked,
         util::concat(name, " has the scheduling gate ", gate,
                      ", and the input does not show whether the file removes it"),
         name);
  }
  DeclaredSpec declared = prepared.declared;
  pod.spec = m_collected.sharing.pod_spec(completed(std::move(declared), m_collected.sharing));
}

void Expander::add_pods(const Source& source, const Prepared& prepared, const RolePlan& role) {
  if (prepared.refusal) {
    const std::size_t others = role.missing.size() - 1;
    refuse(util::concat("Pod ", source.namespace_name, '/', role.missing.front().name,
                        others == 0 ? std::string() : util::concat(" and ", others, " more"), ": ", *prepared.refusal));
    return;
  }
  if (std::ssize(m_pods) + std::ssize(role.missing) > k_most_pods) {
    throw DecodeError(Path(), util::concat("its pods are more than the ", k_most_pods, " that can be simulated"));
  }
  DeclaredSpec declared = prepared.declared;
  const model::PodSpec spec = completed(std::move(declared), m_collected.sharing);
  const model::PodSpec* const shared = m_collected.sharing.pod_spec(spec);
  make_ephemeral_claims(m_collected, prepared.spec, source, role.missing);
  if (prepared.spec["readinessGates"].size() > 0) {
    for (const PodPlan& missing : role.missing) { m_with_readiness_gates.insert(missing.name); }
  }
  for (const PodPlan& missing : role.missing) {
    const bool is_shared = missing.pinned_to.empty() && missing.claims.empty();
    add_pod(source, prepared, missing, is_shared ? shared : own_spec(spec, missing));
  }
  add_waits(source, role);
}

void Expander::mark_made_pod(std::size_t place, std::string_view annotation, std::string_view value) {
  model::Pod& pod = m_pods[m_first_pod + place];
  model::Labels marks = *pod.marks;
  set_label(marks, lasting(annotation), lasting(value));
  pod.marks = m_collected.sharing.labels(marks);
}

void Expander::label_made_pod(std::size_t place, std::string_view label, std::string_view value) {
  model::Pod& pod = m_pods[m_first_pod + place];
  model::Labels labels = *pod.labels;
  set_label(labels, lasting(label), lasting(value));
  pod.labels = m_collected.sharing.labels(labels);
}

// A pod is Ready only once a controller that the input does not show has set the conditions of its readinessGates.
void Expander::note_readiness_gates(const RolePlan& role) {
  const auto has_gates = [&](const std::string& name) { return m_with_readiness_gates.contains(name); };
  const bool waits = std::ranges::any_of(role.missing, has_gates, &PodPlan::waits_for) ||
                     (!role.missing.empty() && std::ranges::any_of(role.after, has_gates));
  if (!waits || !role.waits_for.ends_with(" ready")) { return; }
  const std::string object = text_of(top());
  note(model::Authority::Operator, model::Reply::NotAsked,
       util::concat("pods of ", object,
                    " wait for a pod to be ready that has readinessGates, which another controller has to set"),
       object);
}

void Expander::add_waits(const Source& source, const RolePlan& role) {
  note_readiness_gates(role);
  std::map<std::string_view, std::size_t> by_awaited;
  for (const PodPlan& pod : role.missing) {
    if (pod.waits_for.empty()) { continue; }
    const auto [place, is_new] = by_awaited.emplace(pod.waits_for, m_collected.waits.size());
    if (is_new) { m_collected.waits.push_back({source.namespace_name, {}, {lasting(pod.waits_for)}}); }
    m_collected.waits[place->second].pods.push_back(lasting(pod.name));
  }
  if (role.after.empty() || role.missing.empty()) { return; }
  Wait& wait = m_collected.waits.emplace_back();
  wait.namespace_name = source.namespace_name;
  for (const std::string& name : role.after) { wait.waits_for.push_back(lasting(name)); }
  for (const PodPlan& pod : role.missing) { wait.pods.push_back(lasting(pod.name)); }
}

// Notes objects and pods of the cluster that have the names of those that controllers make for the current manifest
// object.
void Expander::note_taken_names(const Source& source, const RolePlan& role) {
  if (source.kind != top().kind || source.name != top().name) { note_child(source, !role.missing.empty(), *this); }
  if (!role.is_by_name) { return; }
  for (const model::PodIndex index : role.existing) {
    const model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    if (pod.terminating || (pod.phase == model::PodPhase::Failed && may_be_below_top(pod.owner))) {
      note_successor(pod, *this);
    } else if (!may_be_below_top(pod.owner)) {
      note_taken(util::concat("Pod ", model::pod_key(pod)), *this);
    }
  }
}

void Expander::add_role(const Source& source, const Prepared& prepared, const RolePlan& plan) {
  note_taken_names(source, plan);
  model::Expansion::Role role;
  role.name = plan.name;
  role.count = plan.count;
  role.now = plan.now;
  role.waits_for = plan.waits_for;
  role.most = plan.most;
  role.scheduler_name = prepared.declared.spec.scheduler_name;
  role.requests = request_texts(prepared.declared.containers.resources);
  for (const model::PodIndex index : plan.existing) {
    model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    pod.from_manifest = true;
    role.pods.emplace_back(pod.name);
  }
  QueuedRole& queued = m_roles.emplace_back();
  queued.name = plan.name;
  queued.names_class = !prepared.declared.priority_class.empty();
  queued.priority = prepared.declared.spec.priority;
  queued.later = plan.later;
  if (plan.later > 0 && !prepared.refusal) {
    DeclaredSpec declared = prepared.declared;
    queued.later_spec = m_collected.sharing.pod_spec(completed(std::move(declared), m_collected.sharing));
  }
  note_volume_modes(prepared.spec, source, *this);
  if (!plan.missing.empty()) { add_pods(source, prepared, plan); }
  for (const PodPlan& missing : plan.missing) { role.pods.push_back(missing.name); }
  std::ranges::sort(role.pods);
  record(std::move(role));
}

void Expander::add_group(const Source& source, const GroupPlan& group) {
  const document::Output object = object_of(group, source.namespace_name);
  take_made_group(m_collected, readable(object), group.dialect, m_now, source.origin);
  if (model::is_approximated(group.dialect)) {
    const bool queued = group.dialect == model::Dialect::Volcano && !m_collected.cluster.volcano_queues.empty();
    assume(util::concat("groups of ", model::dialect_name(group.dialect),
                        " follow the rules of Coscheduling (the nearest ones",
                        queued ? ", after their queues)" : ", without minResources and queues)"));
  }
  std::vector<model::Expansion::Group>& groups = expansion().groups;
  const auto is_known = [&](const model::Expansion::Group& known) {
    return known.name == group.name && known.dialect == model::dialect_name(group.dialect);
  };
  if (std::ranges::any_of(groups, is_known)) { return; }
  groups.push_back(recorded(m_collected, group, source.namespace_name));
  if (m_manifest.options.keep_objects) { m_manifest.objects_made.push_back(object); }
}

NamedTexts request_texts(const model::PodResources& resources) {
  NamedTexts texts;
  for (const auto& [name, quantity] : model::effective_requests(resources).requests) {
    if (!quantity.is_zero()) { texts.emplace_back(name, quantity.text()); }
  }
  return texts;
}

} // namespace snapshot
