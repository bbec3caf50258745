// SPDX-License-Identifier: Apache-2.0
// The metadata of any object, reduced to the fields that we read.
#pragma once

#include "model/cluster/pod.hpp"
#include "model/values/labels.hpp"
#include "model/values/time.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/newest_time.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// Strings are views into the document.
struct Metadata {
  std::string_view name, generate_name, namespace_name, uid, resource_version;
  model::Labels labels;
  std::optional<model::Owner> owner; // the controller, else the first owner
  std::optional<model::Time> created;
  bool terminating = false;                        // deletionTimestamp is set
  std::optional<model::Time> gone;                 // deletionTimestamp: the end of the grace period
  std::vector<model::StatusWriter> status_writers; // managedFields: the writers of the status
  std::optional<model::Time> changed; // managedFields: last change of spec or metadata that the scheduler did not make
};

Metadata metadata_of(document::Value value, const Path& path, NewestTime& newest);

// Throws DecodeError if the API server would reject the name or namespace. Cluster-scoped objects have no namespace.
enum class Scope { Namespaced, Cluster };
void check_names(const Metadata& metadata, Scope scope);

// Reads and checks the metadata of a whole object.
Metadata checked_metadata(document::Value object, NewestTime& newest, Scope scope);

// Uid of the controlling owner, empty without one: a claim belongs to a pod only if the pod controls it.
// (metav1.IsControlledBy)
std::string_view controller_uid(document::Value metadata, const Path& path);

// The namespace of an object that has one: k_default_namespace if its metadata names none.
std::string_view namespace_or_default(const Metadata& metadata);

} // namespace snapshot
