// SPDX-License-Identifier: Apache-2.0
// The metadata of any object.
#include "snapshot/pods/decode_metadata.hpp"

#include "model/values/names.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

// Like metav1.GetControllerOf, but returns the first owner if none is the controller.
std::optional<model::Owner> owner_of(document::Value value, const Path& path) {
  std::optional<model::Owner> owner;
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::Owner candidate;
    candidate.controller = false;
    each_member(element, at, [&](std::string_view key, document::Value member, const Path& below) {
      if (key == "apiVersion") {
        candidate.api_version = text_of(member, below);
      } else if (key == "kind") {
        candidate.kind = text_of(member, below);
      } else if (key == "name") {
        candidate.name = text_of(member, below);
      } else if (key == "uid") {
        candidate.uid = text_of(member, below);
      } else if (key == "controller") {
        candidate.controller = boolean_of(member, below);
      }
    });
    if (!owner || (candidate.controller && !owner->controller)) { owner = candidate; }
  });
  return owner;
}

struct ManagedEntry {
  std::string_view manager, operation, subresource, time;
};

ManagedEntry managed_entry_of(document::Value value, const Path& path) {
  ManagedEntry entry;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "manager") {
      entry.manager = text_of(member, at);
    } else if (key == "operation") {
      entry.operation = text_of(member, at);
    } else if (key == "subresource") {
      entry.subresource = text_of(member, at);
    } else if (key == "time") {
      entry.time = text_of(member, at);
    }
  });
  return entry;
}

void note_writer(std::vector<model::StatusWriter>& writers, const ManagedEntry& entry) {
  auto known = std::ranges::find(writers, entry.manager, &model::StatusWriter::manager);
  if (known == writers.end()) { known = writers.insert(known, {entry.manager, std::nullopt}); }
  known->last = std::max(known->last, model::parse_time(entry.time));
}

void read_managed_fields(document::Value value, const Path& path, Metadata& metadata, NewestTime& newest) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    const ManagedEntry entry = managed_entry_of(element, at);
    newest.see(entry.time);
    if (entry.subresource == "status") {
      note_writer(metadata.status_writers, entry);
    } else if (entry.manager != model::k_kube_scheduler && entry.subresource.empty()) {
      metadata.changed = std::max(metadata.changed, model::parse_time(entry.time));
    }
  });
}

} // namespace

Metadata metadata_of(document::Value value, const Path& path, NewestTime& newest) {
  Metadata metadata;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "name") {
      metadata.name = text_of(member, at);
    } else if (key == "namespace") {
      metadata.namespace_name = text_of(member, at);
    } else if (key == "uid") {
      metadata.uid = text_of(member, at);
    } else if (key == "resourceVersion") {
      metadata.resource_version = text_of(member, at);
    } else if (key == "labels") {
      metadata.labels = labels_of(member, at);
    } else if (key == "creationTimestamp") {
      newest.see(member);
      metadata.created = time_of(member, at);
    } else if (key == "deletionTimestamp") {
      metadata.gone = time_of(member, at);
      metadata.terminating = metadata.gone.has_value();
    } else if (key == "ownerReferences") {
      metadata.owner = owner_of(member, at);
    } else if (key == "generateName") {
      metadata.generate_name = text_of(member, at);
    } else if (key == "managedFields") {
      read_managed_fields(member, at, metadata, newest);
    }
  });
  return metadata;
}

void check_names(const Metadata& metadata, Scope scope) {
  const Path root;
  const Path path = root["metadata"];
  if (metadata.name.empty()) { throw DecodeError(path["name"], "is missing"); }
  if (!model::is_dns_subdomain(metadata.name)) {
    throw DecodeError(path["name"], util::concat('"', metadata.name.substr(0, 260), "\" is not a valid name"));
  }
  if (scope == Scope::Namespaced && !metadata.namespace_name.empty() && !model::is_dns_label(metadata.namespace_name)) {
    throw DecodeError(path["namespace"],
                      util::concat('"', metadata.namespace_name.substr(0, 260), "\" is not a valid name"));
  }
}

Metadata checked_metadata(document::Value object, NewestTime& newest, Scope scope) {
  const Path root;
  Metadata metadata = metadata_of(object["metadata"], root["metadata"], newest);
  check_names(metadata, scope);
  return metadata;
}

std::string_view controller_uid(document::Value metadata, const Path& path) {
  std::string_view uid;
  each_element(metadata["ownerReferences"], path["ownerReferences"], [&](document::Value element, const Path& at) {
    const document::Value owner = object_of(element, at);
    if (uid.empty() && boolean_of(owner["controller"], at["controller"])) { uid = text_of(owner["uid"], at["uid"]); }
  });
  return uid;
}

std::string_view namespace_or_default(const Metadata& metadata) {
  return metadata.namespace_name.empty() ? k_default_namespace : metadata.namespace_name;
}

} // namespace snapshot
