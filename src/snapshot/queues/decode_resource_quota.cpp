// SPDX-License-Identifier: Apache-2.0
#include "snapshot/queues/decode_resource_quota.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

model::Selector scope_selector_of(document::Value value, const Path& path) {
  model::Selector selector;
  each_element(
      object_of(value, path)["matchExpressions"], path["matchExpressions"],
      [&](document::Value element, const Path& at) { selector.push_back(requirement_of(element, at, "scopeName")); });
  std::ranges::sort(selector);
  return selector;
}

void read_spec(document::Value spec, const Path& path, Collected& collected, model::ResourceQuota& quota) {
  each_member(spec, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "hard") {
      quota.hard = collected.lasting(quantities_of(member, at));
    } else if (key == "scopes") {
      for (const std::string_view scope : texts_of(member, at)) { quota.scopes.push_back(collected.lasting(scope)); }
      std::ranges::sort(quota.scopes);
    } else if (key == "scopeSelector") {
      quota.scope_selector = lasting(collected, scope_selector_of(member, at));
    }
  });
}

void read_status(document::Value status, const Path& path, Collected& collected, model::ResourceQuota& quota) {
  each_member(status, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "hard") {
      quota.enforced_hard = collected.lasting(quantities_of(member, at));
    } else if (key == "used") {
      quota.used = collected.lasting(quantities_of(member, at));
    }
  });
}

} // namespace

void add_resource_quota(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::ResourceQuota quota;
  quota.namespace_name = collected.lasting(namespace_or_default(metadata));
  quota.name = collected.lasting(metadata.name);
  read_spec(object["spec"], root["spec"], collected, quota);
  read_status(object["status"], root["status"], collected, quota);
  collected.cluster.resource_quotas.push_back(std::move(quota));
  collected.resource_quota_origins.push_back(origin);
}

} // namespace snapshot
