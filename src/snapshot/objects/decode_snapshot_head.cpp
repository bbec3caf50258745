// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_snapshot_head.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/objects/known_webhooks.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace snapshot {

namespace {

struct Head {
  std::optional<model::Time> captured_at;
  std::string_view server_version;
  std::vector<model::OmittedList> omitted;
  bool is_cut = false; // objects lack fields
  bool names_replaced = false;
};

model::OmittedList omitted_of(document::Value value, const Path& path) {
  if (value.is_string()) {
    const std::string_view text = value.text();
    const std::size_t end = std::min(text.find_first_of(": "), text.size());
    return {std::string(text.substr(0, end)), "", std::string(text.substr(std::min(end + 2, text.size())))};
  }
  model::OmittedList omitted;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "list" || key == "resource") {
      omitted.list = text_of(member, at);
    } else if (key == "reason") {
      omitted.reason = text_of(member, at);
    } else if (key == "hides") {
      omitted.hides = text_of(member, at);
    }
  });
  return omitted;
}

// Parses "v1.34.2" or {"gitVersion": "v1.34.2"}.
std::string_view version_of(document::Value value, const Path& path) {
  std::string_view version =
      value.is_object() ? text_of(value["gitVersion"], path["gitVersion"]) : text_of(value, path);
  if (version.starts_with('v')) { version.remove_prefix(1); }
  return version;
}

void read_head(document::Value object, const Path& path, Head& head) {
  each_member(object, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "capturedAt") {
      head.captured_at = time_of(member, at);
    } else if (key == "serverVersion") {
      head.server_version = version_of(member, at);
    } else if (key == "omitted") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        head.omitted.push_back(omitted_of(element, below));
      });
    } else if (key == "redactions") {
      each_element(member, at, [&](document::Value element, const Path& below) {
        head.is_cut = true;
        head.names_replaced = head.names_replaced || text_of(element, below) == k_names_replaced;
      });
    }
  });
}

void check_version(const document::Item& head) {
  if (head.api_version == k_snapshot_version) { return; }
  throw util::Error(util::concat(head.place.text(), ": this Snapshot is of version ", head.api_version.substr(0, 100),
                                 ", and this program reads ", k_snapshot_version,
                                 ": read it with a release that fits, or take it again"));
}

// A webhook or a policy of the snapshot's source that sees the requests "pytorchjobs.kubeflow.org" or "updates of
// jobs.batch".
void add_left_out_policy(Collected& collected, std::string_view requests) {
  const bool is_update = requests.starts_with(k_updates_of);
  const std::string_view resource = is_update ? requests.substr(k_updates_of.size()) : requests;
  const std::size_t dot = std::min(resource.find('.'), resource.size());
  AdmissionRule rule;
  rule.operations = {is_update ? "UPDATE" : "CREATE"};
  rule.resources = {collected.lasting(resource.substr(0, dot))};
  rule.api_groups = {collected.lasting(resource.substr(std::min(dot + 1, resource.size())))};
  AdmissionPolicy policy;
  policy.text = collected.lasting(util::concat("a webhook or policy for ", requests, " that the snapshot leaves out"));
  policy.matches.emplace_back().rules.push_back(std::move(rule));
  collected.admission_policies.push_back(std::move(policy));
}

} // namespace

void add_snapshot_head(Collected& collected, const document::Item& item) {
  check_version(item);
  const Path root;
  Head head;
  read_head(item.value, root, head);
  read_head(item.value["metadata"], root["metadata"], head);
  model::ClusterSnapshot& cluster = collected.cluster;
  cluster.captured_at = std::max(cluster.captured_at, head.captured_at);
  if (cluster.server_version.empty()) { cluster.server_version = head.server_version; }
  collected.omissions.add_head(head.omitted, head.is_cut);
  for (const model::OmittedList& omitted : head.omitted) {
    if (std::optional<AdmissionPolicy> webhook = webhook_named(collected.lasting(omitted.list))) {
      add_known_webhook(collected, std::move(*webhook));
    }
    if (!omitted.list.starts_with(k_policies_for)) { continue; }
    add_left_out_policy(collected, std::string_view(omitted.list).substr(k_policies_for.size()));
  }
  if (head.names_replaced) { cluster.renamed_in = item.place.text(); }
}

} // namespace snapshot
