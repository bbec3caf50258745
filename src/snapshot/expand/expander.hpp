// SPDX-License-Identifier: Apache-2.0
// Code that all workload kinds share to expand a manifest: templates through admission, names, existing pods, groups,
// and the records for the report.
//
// For each of its roles, a kind defines the template of the pods, their names, and when they are created:
//
//   PodTemplate pod_template(value, path);            // as written
//   pod_template.set_label(…);                        // as the controller changes it
//   const Prepared prepared = expander.prepare(source, pod_template, path);
//   expander.add_role(source, prepared, expander.named_role(source, "worker", {{.name = "train-worker-0"}}));
#pragma once

#include "snapshot/collected/fields.hpp"
#include "snapshot/expand/existing_pods.hpp"
#include "snapshot/expand/pod_template.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// A template after admission: everything that the pods of a role share.
struct Prepared {
  model::Labels labels, marks; // of the template
  DeclaredSpec declared;
  model::PodResources as_written; // before admission, as operators see it
  std::optional<std::string> refusal;
  std::int32_t charge = 0;       // the charge of a pod on quotas, as index into ClusterSnapshot::quota_charges
  document::Output pod_template; // as the controller writes it
  document::Value spec;          // its spec; lives as long as the expander
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

// A pod that the controller would create.
struct PodPlan {
  std::string name;
  NamedTexts labels = {};        // added by the controller
  std::string waits_for = {};    // a pod of the same source; empty: none
  std::string pinned_to = {};    // DaemonSet: the node, by affinity
  const Source* owner = nullptr; // if it differs from the role's owner
  NamedTexts claims = {};        // volumes that the controller adds: name, PersistentVolumeClaim
};

struct RolePlan {
  std::string name;
  std::int32_t count = 0;                // at its declared size
  std::int32_t now = 0;                  // pods of these that are created before anything else has to happen
  std::string waits_for;                 // what the other pods wait for, in words
  std::vector<std::string> after;        // pods that must all be bound before the controller creates the missing ones
  std::vector<PodPlan> missing;          // pods to create
  std::vector<model::PodIndex> existing; // live pods that already exist
  std::optional<std::int32_t> most = {}; // pods that the object allows; absent: any number
  std::int32_t later = 0;                // pods that the simulation leaves out: they come once others have completed
  bool is_by_name = false;               // `existing`: found by name, with any owner
};

// The fields of a role that Kueue reads besides its pods.
struct QueuedRole {
  std::string name;
  bool names_class = false; // its template has a priorityClassName
  std::int32_t priority = 0;
  std::int32_t later = 0;                     // as in RolePlan
  const model::PodSpec* later_spec = nullptr; // of those; null: there are none, or admission refuses them
};

class Expander : public ExistingPods {
 public:
  Expander(Collected& collected, Manifest& manifest);

  // Begins a manifest object: everything added from here on belongs to its expansion.
  void begin(const KeptObject& object);

  // The number of pods of a role: --replicas if given, else the number that the object declares.
  std::int32_t replicas(std::string_view role, std::int32_t declared);

  // Runs the pod template at `path` through admission.
  Prepared prepare(const Source& source, PodTemplate pod_template, const Path& path);

  // Updates an existing pod: always its labels, and its spec while it waits for a node.
  void update_pod(model::PodIndex index, const Prepared& prepared);

  // Takes the quorum of the group that Volcano creates for the pods of `owner` from the owner's annotations. For owners
  // of the kinds whose annotations Volcano reads, and for Deployments, which copy theirs to the ReplicaSet. (volcano,
  // pkg/controllers/podgroup, getAnnotationsFromUpperRes)
  void take_volcano_quorum(const Source& owner, document::Value annotations);

  // A role of pods with these names; existing pods stay.
  RolePlan named_role(const Source& source, std::string_view role, std::vector<PodPlan> pods) const;
  // A role of `count` pods with random suffixes. It consists of the live pods of the source, or those of them that have
  // `label`, and of PREFIX-<index> for the missing ones.
  struct Label {
    std::string_view key, value;
  };
  RolePlan counted_role(const Source& source, std::string_view role, const std::string& prefix, std::int32_t count,
                        std::optional<Label> label = {}) const;

  // Creates the missing pods and records the role under the manifest object.
  void add_role(const Source& source, const Prepared& prepared, const RolePlan& role);

  // Creates or updates the group object and records it under the manifest object.
  void add_group(const Source& source, const GroupPlan& group);

  // `count` unused names PREFIX-<index> of equal length.
  std::vector<std::string> new_names(std::string_view namespace_name, const std::string& prefix,
                                     std::int32_t count) const;
  bool is_taken(std::string_view namespace_name, std::string_view name) const;
  // The pods created for the current manifest object.
  std::span<const model::Pod> made_pods() const { return std::span(m_pods).subspan(m_first_pod); }
  // The roles of the current manifest object, in the order of their creation.
  const std::vector<QueuedRole>& queued_roles() const { return m_roles; }
  // Adds an annotation that declares a group, or a label, to the created pod at this place of made_pods().
  void mark_made_pod(std::size_t place, std::string_view annotation, std::string_view value);
  void label_made_pod(std::size_t place, std::string_view label, std::string_view value);
  // Moves the created pods into the snapshot, which then needs another settle().
  void hand_over();

 private:
  void add_pods(const Source& source, const Prepared& prepared, const RolePlan& role);
  void add_pod(const Source& source, const Prepared& prepared, const PodPlan& plan, const model::PodSpec* spec);
  std::vector<model::MadeClaim> make_claims(const model::Pod& pod, const Source& source);
  void add_waits(const Source& source, const RolePlan& role);
  void note_taken_names(const Source& source, const RolePlan& role);
  void note_readiness_gates(const RolePlan& role);
  void give_group(const Source& source, PodTemplate& pod_template);
  const model::PodSpec* own_spec(const model::PodSpec& spec, const PodPlan& plan);

  std::size_t m_first_pod = 0; // of the current manifest object, into m_pods
  std::vector<model::Pod> m_pods;
  std::vector<Origin> m_origins;
  bool m_gave_group = false;           // --min-member has created one
  std::vector<std::int32_t> m_charges; // of m_pods, into ClusterSnapshot::quota_charges
  std::vector<QueuedRole> m_roles;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> m_made; // namespace, name → m_pods
  std::set<std::string> m_with_readiness_gates;                                // names of the current object's pods
};

// The number of pods that an object declares, else `otherwise`; negative numbers count as 0. Throws DecodeError for
// more pods than we can simulate.
std::int32_t pod_count(document::Value value, const Path& path, std::int32_t otherwise);
// The pods of `a` copies with `b` pods each, by the same rules. Kinds with copies call it before they make the first
// one.
std::int32_t product(std::int32_t a, std::int32_t b, const Path& path);

// Notes a pod with a fixed name that is being deleted or has ended: its controller makes the next one of that name once
// it is gone. (registry Create: AlreadyExists; stateful_set_control.go, processReplica; training-operator,
// ReconcilePods)
void note_successor(const model::Pod& pod, Expander& expander);

// Notes an object that exists and has the name of one that the controller of the manifest object makes its pods
// through, if it is of another owner, is being deleted, or has ended. `makes_pods`: pods of it are missing.
void note_child(const Source& child, bool makes_pods, Expander& expander);

// Says of pods that come once others have completed, and that the simulation leaves out, what was not asked.
void note_later_pods(std::string_view role, const Prepared& prepared, Expander& expander);

// The effective requests of one pod as reports show them: resource and canonical quantity, sorted by name.
NamedTexts request_texts(const model::PodResources& resources);

} // namespace snapshot
