// SPDX-License-Identifier: Apache-2.0
// The head of our own Snapshot: when it was taken, of which server, and what could not be listed.
#include "snapshot/decode_context.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <string>

namespace snapshot {

namespace {

struct Omission {
  std::string list, text;
  bool not_served = false;
  bool not_in_source = false;
};

Omission omission_of(document::Value value, const Path& path) {
  Omission omission;
  if (value.is_string()) {
    omission.text = value.text();
    omission.list = omission.text.substr(0, omission.text.find_first_of(": "));
    return omission;
  }
  std::string reason, hides;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "list" || key == "resource") {
      omission.list = text_of(member, at);
    } else if (key == "reason") {
      reason = text_of(member, at);
    } else if (key == "hides") {
      hides = text_of(member, at);
    }
  });
  omission.not_served = reason == "NotServed";
  omission.not_in_source = reason == "NotInSource";
  omission.text = omission.list;
  if (!reason.empty()) { omission.text += util::concat(" (", reason, ')'); }
  if (!hides.empty()) { omission.text += util::concat(": ", hides); }
  return omission;
}

bool is_storage(std::string_view list) {
  return list.starts_with("persistentvolume") || list.starts_with("storageclasses") || list.starts_with("csi") ||
         list.starts_with("volumeattachments");
}

bool is_devices(std::string_view list) {
  return list.starts_with("resourceclaims") || list.starts_with("resourceslices") || list.starts_with("deviceclasses");
}

void note(const Omission& omission, model::ClusterSnapshot& cluster) {
  if (omission.not_served) { return; } // there are none, which is an answer
  // Files that could not hold a list were no reason for a warning, and so is a snapshot of them none.
  if (!omission.not_in_source) { cluster.omitted.push_back(omission.text); }
  if (omission.list == "podgroups" || omission.list.starts_with("podgroups.")) { cluster.lists_pod_groups = false; }
  if (omission.list == "nodes") { cluster.lists_nodes = false; }
  if (omission.list == "pods") { cluster.lists_pods = false; }
  if (is_storage(omission.list)) { cluster.lists_storage = false; }
  if (is_devices(omission.list)) { cluster.lists_devices = false; }
}

// "v1.34.2" or {"gitVersion": "v1.34.2"}.
std::string_view version_of(document::Value value, const Path& path) {
  std::string_view version =
      value.is_object() ? text_of(value["gitVersion"], path["gitVersion"]) : text_of(value, path);
  if (version.starts_with('v')) { version.remove_prefix(1); }
  return version;
}

void read_head(document::Value object, const Path& path, Collected& collected) {
  model::ClusterSnapshot& cluster = collected.cluster;
  each_member(object, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "capturedAt") {
      cluster.captured_at = std::max(cluster.captured_at, time_of(member, at));
    } else if (key == "serverVersion" && cluster.server_version.empty()) {
      cluster.server_version = version_of(member, at);
    } else if (key == "omitted") {
      each_element(member, at,
                   [&](document::Value element, const Path& below) { note(omission_of(element, below), cluster); });
    }
  });
}

} // namespace

void add_snapshot_head(Collected& collected, document::Value object, const Origin&) {
  const Path root;
  collected.cluster.lists_storage = collected.cluster.lists_devices = true;
  read_head(object, root, collected);
  read_head(object["metadata"], root["metadata"], collected);
}

} // namespace snapshot
