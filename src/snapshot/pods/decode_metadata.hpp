// SPDX-License-Identifier: Apache-2.0
// The metadata of any object, reduced to what is read here.
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

// Texts are views into the document.
struct Metadata {
  std::string_view name, generate_name, namespace_name, uid, resource_version;
  model::Labels labels;
  std::optional<model::Owner> owner; // the controller, else the first one
  std::optional<model::Time> created;
  bool terminating = false;                        // a deletionTimestamp is set
  std::optional<model::Time> gone;                 // that time: when its grace period ends
  std::vector<model::StatusWriter> status_writers; // managedFields: who wrote the status
  std::optional<model::Time> changed; // managedFields: the last change of spec or metadata by others than the scheduler
};

Metadata metadata_of(document::Value value, const Path& path, NewestTime& newest);

// Throws DecodeError where the name or namespace is none that an API server accepts. Cluster-scoped objects have no
// namespace.
enum class Scope { Namespaced, Cluster };
void check_names(const Metadata& metadata, Scope scope);

// The metadata of a whole object, read and checked.
Metadata checked_metadata(document::Value object, NewestTime& newest, Scope scope);

} // namespace snapshot
