// SPDX-License-Identifier: Apache-2.0
// What the workload kinds have in common when a manifest is expanded: templates through admission, names, pods that
// exist already, and the record of it all for the report.
#pragma once

#include "snapshot/collected.hpp"
#include "snapshot/decode_pod_spec.hpp"
#include "snapshot/fields.hpp"
#include "snapshot/manifest.hpp"
#include "snapshot/owners.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace snapshot {

// The manifest object that is expanded, as an owner reference to it would say. Texts last.
struct Source {
  std::string_view api_version, kind, namespace_name, name;
  Origin origin;
};

// A template after admission: what every pod of a role has in common.
struct Prepared {
  model::Labels labels; // of the template
  DeclaredSpec declared;
  std::optional<std::string> refusal;
};

// One pod that the controller would create.
struct PodPlan {
  std::string name;
  std::vector<std::pair<std::string, std::string>> labels = {}; // that the controller adds
  std::string waits_for = {};                                   // a pod of the same source; empty: none
  std::string pinned_to = {};                                   // DaemonSet: the node, by affinity
};

struct RolePlan {
  std::string name;
  std::int32_t count = 0;                // at its declared size
  std::int32_t now = 0;                  // of those, created before anything else has to happen
  std::string waits_for;                 // what the rest waits for
  std::vector<PodPlan> missing;          // to be created
  std::vector<model::PodIndex> existing; // live pods that are there already
};

class Expander {
 public:
  Expander(Collected& collected, Manifest& manifest);

  Source source_of(const KeptObject& object) const;

  // The number of pods of a role: --replicas where given, else what the object declares.
  std::int32_t replicas(std::string_view role, std::int32_t declared);

  // A pod template ({metadata, spec}) at `path`, with labels that the controller adds to every pod, after admission.
  Prepared prepare(const Source& source, document::Value pod_template, const Path& path,
                   const std::vector<std::pair<std::string, std::string>>& controller_labels);

  // Pods that the source owns already, directly or through others, by key; finished ones too.
  std::vector<model::PodIndex> pods_of(const Source& source) const;
  std::vector<model::PodIndex> live_pods_of(const Source& source) const;
  const Workload* existing(const Source& source) const; // the object itself, where the picture has it

  // An update of a pod that is there: labels always, the spec as long as it waits for a node.
  void update_pod(model::PodIndex index, const Prepared& prepared);

  // Makes the missing pods and records the role under the source.
  void add_role(const Source& source, const Prepared& prepared, const RolePlan& role);

  // `count` names OWNER-<index> of equal length that no pod has yet.
  std::vector<std::string> new_names(const Source& source, std::int32_t count);
  bool is_taken(std::string_view namespace_name, std::string_view name) const;
  const model::Pod* find_pod(std::string_view namespace_name, std::string_view name) const; // in the picture

  void assume(std::string sentence) { m_collected.cluster.assumptions.push_back(std::move(sentence)); }
  void refuse(std::string sentence) { m_manifest.refusals.push_back(std::move(sentence)); }
  Collected& collected() { return m_collected; }
  const Collected& collected() const { return m_collected; }
  std::optional<model::Time> now() const { return m_now; }
  std::string_view default_namespace() const { return m_manifest.options.default_namespace; }

  // Moves the pods that were made into the picture, which has to be settled again.
  void hand_over();

 private:
  model::Pod& add_pod(const Source& source, const Prepared& prepared, const PodPlan& plan, const model::PodSpec* spec,
                      bool owned);
  const model::PodSpec* pinned_spec(const model::PodSpec& spec, const std::string& node);

  Collected& m_collected;
  Manifest& m_manifest;
  Owners m_owners;
  std::optional<model::Time> m_now;
  std::vector<model::Pod> m_pods;
  std::vector<Origin> m_origins;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> m_made; // namespace, name → m_pods
};

// The effective requests of one pod as a report shows them: resource and canonical quantity, sorted by name.
std::vector<std::pair<std::string, std::string>> request_texts(const model::PodResources& resources);

} // namespace snapshot
