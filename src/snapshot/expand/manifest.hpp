// SPDX-License-Identifier: Apache-2.0
// The objects of a manifest, and the result of expanding them.
#pragma once

#include "document/bytes/item.hpp"
#include "document/yaml/writer.hpp"
#include "model/report/report.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/options.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace snapshot {

// An object that outlives its document.
class KeptObject {
 public:
  KeptObject(Collected& collected, const document::Item& item);
  // An object inside another one, or created from it.
  KeptObject(Collected& collected, document::Value value, const Origin& outer);

  document::Value value() const { return document::Value(m_nodes.data()); }
  std::string_view kind, api_version;
  Origin origin;
  bool is_refused = false; // by the API server, as the ledger says: an error in reading it is no news

 private:
  std::vector<document::Node> m_nodes;
};

// An object of a kind that makes no pods and that we do not read: a ConfigMap, a Secret.
struct OtherObject {
  std::string kind, api_group, namespace_name, name;
  const model::Labels* labels = nullptr; // null: not readable
};

// --replicas ROLE=N.
struct ReplicasOverride {
  std::string_view role;
  std::int32_t replicas = 0;
  bool used = false;
};

struct Manifest {
  std::deque<KeptObject> objects;                      // objects that matter
  std::unordered_map<std::string, std::size_t> places; // by "group/kind/namespace/name": the index in `objects`
  std::deque<KeptObject> templates;                    // objects that others refer to, also from saved state
  std::size_t own_templates = 0;                       // the manifest's, which come first
  std::map<std::string, OtherObject> others;           // by key_of
  std::deque<KeptObject> existing;                     // workloads of the cluster that nothing owns, if kept
  ManifestOptions options;                             // of the last add_object()
  std::vector<ReplicasOverride> replicas;
  std::vector<model::Expansion> expansions;
  std::vector<std::string> refusals;
  std::vector<model::Namespace> former_namespaces; // as they were before the manifest changed them
  std::vector<document::Output> objects_made;      // with ManifestOptions::keep_objects
  bool expanded = true;                            // false: objects were added since
};

// The labels of the namespace; null if they are not known, or if the manifest changes them.
const model::Labels* labels_of_namespace(std::string_view name, const Collected& collected, const Manifest& manifest);

// metadata.namespace of a manifest's object; the default if it has none.
std::string_view namespace_of(document::Value object, std::string_view default_namespace);

// "group/kind/namespace/name", which is unique in a cluster.
std::string key_of(const KeptObject& object, std::string_view default_namespace);

// True for a runtime of TrainJobs or of InferenceServices, a template of the jobs of JobFlows, a config of
// LLMInferenceServices, or a template of device claims.
bool is_template_object(std::string_view kind);

// True for what is kept in Manifest::templates: those, and the ConfigMap with the configuration of an operator.
bool is_kept_for_others(const document::Item& item);

// The part of a configuration under data.KEY, in YAML or JSON; empty if the key is absent or not readable. nullopt: the
// input has no ConfigMap of that name.
std::optional<document::Output> configuration_of(const Manifest& manifest, std::string_view config_map,
                                                 std::string_view key);

} // namespace snapshot
