// SPDX-License-Identifier: Apache-2.0
// Pods. For a bound or finished pod, drops everything that matters only while a pod is pending.
#include "snapshot/pods/decode_pod.hpp"

#include "model/cluster/unset_priority.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_marks.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

struct Sections {
  document::Value metadata, spec, status;
};

Sections sections_of(document::Value object) {
  Sections sections;
  for (const auto [key, value] : object.members()) {
    if (key == "metadata") {
      sections.metadata = value;
    } else if (key == "spec") {
      sections.spec = value;
    } else if (key == "status") {
      sections.status = value;
    }
  }
  return sections;
}

// Facts from a pod's status, other than granted resources.
struct StatusFacts {
  model::PodPhase phase = model::PodPhase::Pending;
  std::optional<model::Time> started;
  model::PendingStatus pending;
  document::Value container_statuses, init_container_statuses;
  bool resize_infeasible = false;
  bool preempted = false;
  std::string_view reason; // of phase Failed
};

// When the pod is known to end; nullopt if it may run forever.
std::optional<model::KnownEnd> end_of(const Metadata& metadata, std::optional<model::Time> started,
                                      std::optional<std::int64_t> deadline_seconds) {
  if (metadata.gone) { return model::KnownEnd{*metadata.gone, model::KnownEnd::Why::Deletion}; }
  if (!started || !deadline_seconds) { return std::nullopt; }
  return model::KnownEnd{model::seconds_after(*started, *deadline_seconds), model::KnownEnd::Why::Deadline};
}

model::PodPhase phase_of(document::Value value, const Path& path) {
  using enum model::PodPhase;
  const std::string_view text = text_of(value, path);
  if (text == "Running") { return Running; }
  if (text == "Pending" || text.empty()) { return Pending; }
  if (text == "Succeeded") { return Succeeded; }
  if (text == "Failed") { return Failed; }
  if (text == "Unknown") { return Unknown; }
  throw DecodeError(path, util::concat('"', text, "\" is not a phase of pods"));
}

void read_condition(document::Value value, const Path& path, NewestTime& newest, StatusFacts& facts) {
  std::string_view type, status, reason, message;
  document::Value since;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "type") {
      type = text_of(member, at);
    } else if (key == "status") {
      status = text_of(member, at);
    } else if (key == "reason") {
      reason = text_of(member, at);
    } else if (key == "message") {
      message = text_of(member, at);
    } else if (key == "lastTransitionTime") {
      since = member;
      newest.see(member);
    }
  });
  if (type == "PodScheduled") {
    facts.pending.condition_reason = reason;
    facts.pending.condition_message = message;
    facts.pending.condition_since = time_of(since, path["lastTransitionTime"]);
  } else if (type == "PodResizePending") {
    facts.resize_infeasible = reason == "Infeasible";
  } else if (type == "DisruptionTarget") {
    facts.preempted = status == "True" && reason == "PreemptionByScheduler";
  }
}

StatusFacts status_facts_of(document::Value status, const Path& path, NewestTime& newest) {
  StatusFacts facts;
  each_member(status, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "phase") {
      facts.phase = phase_of(member, at);
    } else if (key == "reason") {
      facts.reason = text_of(member, at);
    } else if (key == "startTime") {
      newest.see(member);
      facts.started = time_of(member, at);
    } else if (key == "nominatedNodeName") {
      facts.pending.nominated_node = text_of(member, at);
    } else if (key == "conditions") {
      each_element(member, at,
                   [&](document::Value element, const Path& below) { read_condition(element, below, newest, facts); });
    } else if (key == "resourceClaimStatuses") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        const document::Value made = object_of(element, below);
        facts.pending.made_claims.push_back(
            {text_of(made["name"], below["name"]), text_of(made["resourceClaimName"], below["resourceClaimName"])});
      });
    } else if (key == "containerStatuses") {
      facts.container_statuses = member;
    } else if (key == "initContainerStatuses") {
      facts.init_container_statuses = member;
    }
  });
  return facts;
}

// Of the first container whose status shows one. An init container that has ended with an error runs again or ends the
// pod; kubectl prints Init:Error.
model::StartFailure start_failure_of(const StatusFacts& facts) {
  for (const document::Value status : facts.init_container_statuses.elements()) {
    const std::string_view code = status["state"]["terminated"]["exitCode"].text();
    if (!code.empty() && code != "0") { return model::start_failure_of("Init:Error"); }
  }
  for (const document::Value list : {facts.init_container_statuses, facts.container_statuses}) {
    for (const document::Value status : list.elements()) {
      const auto failure = model::start_failure_of(status["state"]["waiting"]["reason"].text());
      if (failure != model::StartFailure::None) { return failure; }
    }
  }
  return model::StartFailure::None;
}

// For pods that have a node, the resources that the kubelet granted count (KEP-1287).
void read_granted(document::Value status, const Path& path, const StatusFacts& facts, Containers& containers) {
  containers.resources.resize_infeasible = facts.resize_infeasible;
  read_container_statuses(facts.container_statuses, path["containerStatuses"], containers.names,
                          containers.resources.containers);
  read_container_statuses(facts.init_container_statuses, path["initContainerStatuses"], containers.init_names,
                          containers.resources.init_containers);
  if (!containers.resources.pod_requests.empty() || !containers.resources.pod_limits.empty()) {
    read_pod_granted(status, path, containers.resources);
  }
}

// When the last scheduling gate was removed. The pod once had a gate if its condition says so, or if the condition is
// as old as the pod. At creation only the API server sets the condition, and its transition time stays when the
// scheduler later changes the reason. We assume that the newest change by another writer than the scheduler removed the
// gate.
std::optional<model::Time> ungated_at(const Metadata& metadata, const model::PodSpec& spec,
                                      const model::PendingStatus& status) {
  if (!spec.scheduling_gates.empty() || !metadata.created || !metadata.changed) { return std::nullopt; }
  const bool says_so = status.condition_reason == "SchedulingGated";
  const bool as_old_as_pod = status.condition_reason == "Unschedulable" && status.condition_since == metadata.created;
  if (!says_so && !as_old_as_pod) { return std::nullopt; }
  return *metadata.changed > *metadata.created ? metadata.changed : std::nullopt;
}

std::int32_t keep_pending(Collected& collected, model::PendingStatus status) {
  status.nominated_node = collected.lasting(status.nominated_node);
  status.condition_reason = collected.lasting(status.condition_reason);
  status.condition_message = collected.lasting(status.condition_message);
  status.resource_version = collected.lasting(status.resource_version);
  for (model::MadeClaim& made : status.made_claims) {
    made = {collected.lasting(made.entry), collected.lasting(made.claim)};
  }
  for (model::StatusWriter& writer : status.status_writers) { writer.manager = collected.lasting(writer.manager); }
  collected.cluster.pending_statuses.push_back(std::move(status));
  return static_cast<std::int32_t>(collected.cluster.pending_statuses.size() - 1);
}

// Everything about a pod that depends on no other object. Strings are views into the document.
struct PodDraft : document::Prepared {
  Sections sections;
  Metadata metadata;
  std::size_t labels_hash = 0;
  model::Labels marks; // as written
  StatusFacts facts;
  NewestTime newest;
  bool is_finished = false;
  std::optional<KnownSpecs::Key> known_by; // set for bound pods
};

// Admission sets spec.priority of each pod, so only files that no API server wrote lack it.
void mark_unset_priority(document::Value spec, model::Labels& marks) {
  if (!spec["priority"].absent()) { return; }
  const Path root;
  const model::Label mark{model::k_unset_priority,
                          text_of(spec["priorityClassName"], root["spec"]["priorityClassName"])};
  marks.insert(std::ranges::lower_bound(marks, mark.key, {}, &model::Label::key), mark);
}

PodDraft draft_of(document::Value object) {
  const Path root;
  PodDraft draft;
  draft.sections = sections_of(object);
  draft.metadata = metadata_of(draft.sections.metadata, root["metadata"], draft.newest);
  check_names(draft.metadata, Scope::Namespaced);
  if (draft.metadata.namespace_name.empty()) { draft.metadata.namespace_name = k_default_namespace; }
  const document::Value spec = draft.sections.spec;
  if (!spec.is_object()) { throw DecodeError(root["spec"], "is missing"); }
  draft.labels_hash = Sharing::hash_of(draft.metadata.labels);
  draft.marks = written_marks_of(draft.sections.metadata, spec, root);
  draft.facts = status_facts_of(draft.sections.status, root["status"], draft.newest);
  draft.is_finished = draft.facts.phase == model::PodPhase::Succeeded || draft.facts.phase == model::PodPhase::Failed;
  if (draft.is_finished) { return draft; }
  mark_unset_priority(spec, draft.marks);
  if (const document::Value node = spec["nodeName"]; node.is_string() && !node.text().empty()) {
    draft.known_by =
        KnownSpecs::key_of(spec, draft.sections.status, draft.metadata.namespace_name, draft.facts.resize_infeasible);
  }
  return draft;
}

void keep_pod(Collected& collected, const PodDraft& draft, const model::PodSpec& spec, std::string_view node_name,
              Origin origin) {
  const Metadata& metadata = draft.metadata;
  const StatusFacts& facts = draft.facts;
  Sharing& sharing = collected.sharing;
  model::Pod pod;
  pod.namespace_name = sharing.text(metadata.namespace_name);
  pod.name = sharing.unique_text(metadata.name);
  pod.uid = sharing.unique_text(metadata.uid);
  pod.labels = sharing.labels(metadata.labels, draft.labels_hash);
  pod.marks = sharing.labels(draft.marks);
  pod.phase = facts.phase;
  pod.terminating = metadata.terminating;
  pod.preempted = metadata.terminating && facts.preempted;
  pod.created = metadata.created;
  pod.started = facts.started;
  if (metadata.owner) { pod.owner = sharing.owner(*metadata.owner); }
  pod.spec = &spec;
  if (!pod.finished()) { pod.node_name = sharing.text(node_name); }
  if (pod.bound() && pod.phase == model::PodPhase::Pending) { pod.start_failure = start_failure_of(facts); }
  if (pod.phase == model::PodPhase::Failed) { // it keeps its node if the kubelet may refuse others for the same reason
    pod.start_failure = model::start_failure_of(facts.reason);
    if (pod.start_failure != model::StartFailure::None) { pod.node_name = sharing.text(node_name); }
  }
  if (!pod.finished() && node_name.empty()) {
    model::PendingStatus pending = facts.pending;
    pending.resource_version = metadata.resource_version;
    pending.status_writers = metadata.status_writers;
    pending.ungated = ungated_at(metadata, spec, pending);
    origin.pending = keep_pending(collected, pending);
  }
  collected.cluster.pods.push_back(pod);
  collected.pod_origins.push_back(origin);
}

// Sets the known end of the pod added last.
void note_end(Collected& collected, const Metadata& metadata, std::optional<std::int64_t> deadline_seconds) {
  model::Pod& pod = collected.cluster.pods.back();
  if (pod.bound()) { pod.ends = end_of(metadata, pod.started, deadline_seconds); }
}

void add_draft(Collected& collected, PodDraft& draft, const Origin& origin) {
  collected.newest.see(draft.newest);
  settle_marks(collected, draft.marks);
  const Path root;
  const Path spec_path = root["spec"], status_path = root["status"];
  const document::Value spec_value = draft.sections.spec, status_value = draft.sections.status;
  const Metadata& metadata = draft.metadata;
  if (draft.is_finished) {
    const model::PodSpec& spec = *collected.sharing.pod_spec(finished_spec_of(spec_value, spec_path));
    return keep_pod(collected, draft, spec, spec_value["nodeName"].text(), origin);
  }
  if (draft.known_by) {
    if (const KnownSpecs::Known* const known = collected.known_specs.find(*draft.known_by)) {
      keep_pod(collected, draft, *known->spec, spec_value["nodeName"].text(), origin);
      return note_end(collected, metadata, known->deadline_seconds);
    }
  }
  DeclaredSpec declared =
      declared_spec_of(spec_value, spec_path, {.namespace_name = metadata.namespace_name}, collected.sharing);
  const std::string_view node_name = declared.node_name;
  const std::optional<std::int64_t> deadline_seconds = declared.deadline_seconds;
  if (!node_name.empty()) {
    read_granted(status_value, status_path, draft.facts, declared.containers);
    declared.spec.images.clear(); // only a pod without a node needs them, and they make equal specs differ
  }
  const model::PodSpec& spec = *collected.sharing.pod_spec(completed(std::move(declared), collected.sharing));
  keep_pod(collected, draft, spec, node_name, origin);
  if (draft.known_by) { collected.known_specs.remember(std::move(*draft.known_by), {&spec, deadline_seconds}); }
  note_end(collected, metadata, deadline_seconds);
}

} // namespace

std::unique_ptr<document::Prepared> prepare_pod(document::Value object) {
  try {
    return std::make_unique<PodDraft>(draft_of(object));
  } catch (const DecodeError&) { return nullptr; } // add_pod() will report it
}

void add_pod(Collected& collected, const document::Item& item, const Origin& origin) {
  if (item.prepared != nullptr) { return add_draft(collected, static_cast<PodDraft&>(*item.prepared), origin); }
  PodDraft draft = draft_of(item.value);
  add_draft(collected, draft, origin);
}

} // namespace snapshot
