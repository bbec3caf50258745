// SPDX-License-Identifier: Apache-2.0
// ConfigMaps, Secrets and certificates that a pod names. No scheduler reads them, but kubelets start no container
// without them. Only their names and keys are kept, and no snapshot has even these.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// Keeps the names of the object if it is a ConfigMap or a Secret. `default_namespace`: if it names none.
void note_config_object(Collected& collected, std::string_view api_version, std::string_view kind,
                        document::Value object, std::string_view default_namespace, ConfigObject::From from);

struct MissingConfig {
  std::string because; // "there is no ConfigMap ml/x …"
  std::string object;  // "ConfigMap ml/x"
};

struct ConfigNeeds {
  std::vector<MissingConfig> missing;
  // "ConfigMap ml/x": the manifest does not have it, and no list of its kind is given, so it may exist.
  std::vector<std::string> not_listed;
  std::vector<std::string> left_out; // the same, and the source of the snapshot had such a list
};

// What the pod needs beyond what the cluster and the manifest have, certificates included. The list of a kind counts as
// given for a namespace if the cluster's files have one such object there.
ConfigNeeds config_needs_of(const Collected& collected, std::string_view namespace_name, document::Value pod_spec);

} // namespace snapshot
