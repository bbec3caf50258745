// SPDX-License-Identifier: Apache-2.0
// Objects other than pods, nodes and groups that scheduling, admission or users need.
#include "snapshot/objects/decode_context.hpp"

#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <utility>

namespace snapshot {

namespace {

LimitRangeItem limit_range_item_of(Collected& collected, document::Value value, const Path& path) {
  LimitRangeItem item;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "default") {
      item.defaults = collected.lasting(quantities_of(member, at));
    } else if (key == "defaultRequest") {
      item.default_requests = collected.lasting(quantities_of(member, at));
    } else if (key == "min") {
      item.min = collected.lasting(quantities_of(member, at));
    } else if (key == "max") {
      item.max = collected.lasting(quantities_of(member, at));
    } else if (key == "maxLimitRequestRatio") {
      item.max_ratio = collected.lasting(quantities_of(member, at));
    } else if (key == "type") {
      const std::string_view type = text_of(member, at);
      item.of = type == "Pod"                         ? LimitRangeItem::Of::Pod
                : type == "PersistentVolumeClaim"     ? LimitRangeItem::Of::Claim
                : type == "Container" || type.empty() ? LimitRangeItem::Of::Container
                                                      : LimitRangeItem::Of::Other;
    }
  });
  return item;
}

} // namespace

void read_annotations_of_namespace(Collected& collected, document::Value value, const Path& path,
                                   model::Namespace& made) {
  constexpr std::string_view k_injection = "linkerd.io/inject";
  const document::Value annotations = object_of(value, path);
  const auto read = [&](std::string_view key, std::string_view& field) {
    if (annotations[key].exists()) { field = collected.lasting(text_of(annotations[key], path[key])); }
  };
  read("openshift.io/node-selector", made.openshift_selector);
  if (annotations["openshift.io/node-selector"].exists()) {
    collected.default_node_selector.without_namespaces.push_back(made.name);
  }
  read("scheduler.alpha.kubernetes.io/node-selector", made.pod_node_selector);
  if (annotations[k_injection].exists()) {
    const std::string_view injection = text_of(annotations[k_injection], path[k_injection]);
    made.injects_linkerd = injection == "enabled" || injection == "ingress";
  }
  if (const document::Value whitelist = annotations["scheduler.alpha.kubernetes.io/tolerationsWhitelist"];
      whitelist.exists()) {
    made.limits_tolerations = !whitelist.absent();
  }
}

void add_namespace(Collected& collected, document::Value object, const Origin& origin) {
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path root;
  const Path status = root["status"], head = root["metadata"];
  model::Namespace made{collected.lasting(metadata.name), collected.sharing.labels(metadata.labels)};
  made.terminating = text_of(object["status"]["phase"], status["phase"]) == "Terminating" || metadata.terminating;
  read_annotations_of_namespace(collected, object["metadata"]["annotations"], head["annotations"], made);
  collected.cluster.namespaces.push_back(made);
  collected.namespace_origins.push_back(origin);
}

void note_default_node_selector(Collected& collected, std::string_view api_version, std::string_view kind,
                                document::Value object) {
  if (kind != "Scheduler" || api_version != "config.openshift.io/v1") { return; } // there is one, named cluster
  collected.default_node_selector.text = collected.lasting(object["spec"]["defaultNodeSelector"].text());
}

void add_service_account(Collected& collected, document::Value object, const Origin&) {
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  const std::string_view space = namespace_or_default(metadata);
  const std::string_view limits = object["metadata"]["annotations"]["kubernetes.io/enforce-mountable-secrets"].text();
  collected.service_accounts.push_back({collected.lasting(space), collected.lasting(metadata.name), limits == "true"});
}

void add_priority_class(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::PriorityClass priority_class;
  priority_class.name = collected.lasting(metadata.name);
  priority_class.value = int32_of(object["value"], root["value"]);
  priority_class.global_default = boolean_of(object["globalDefault"], root["globalDefault"]);
  priority_class.never_preempts = text_of(object["preemptionPolicy"], root["preemptionPolicy"]) == "Never";
  collected.cluster.priority_classes.push_back(priority_class);
  collected.priority_class_origins.push_back(origin);
}

LimitRange limit_range_of(Collected& collected, document::Value object, std::string_view default_namespace) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  LimitRange range;
  range.namespace_name =
      collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name);
  range.name = collected.lasting(metadata.name);
  const Path spec = root["spec"];
  each_element(object_of(object["spec"], spec)["limits"], spec["limits"], [&](document::Value element, const Path& at) {
    LimitRangeItem item = limit_range_item_of(collected, element, at);
    if (item.of != LimitRangeItem::Of::Other) { range.items.push_back(std::move(item)); }
  });
  return range;
}

void add_limit_range(Collected& collected, document::Value object, const Origin&) {
  collected.limit_ranges.push_back(limit_range_of(collected, object, k_default_namespace));
}

void add_runtime_class(Collected& collected, document::Value object, const Origin&) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  RuntimeClass runtime_class;
  runtime_class.name = collected.lasting(metadata.name);
  runtime_class.handler = collected.lasting(text_of(object["handler"], root["handler"]));
  const Path overhead = root["overhead"];
  runtime_class.overhead =
      collected.lasting(quantities_of(object_of(object["overhead"], overhead)["podFixed"], overhead["podFixed"]));
  const Path scheduling = root["scheduling"];
  const document::Value rules = object_of(object["scheduling"], scheduling);
  runtime_class.node_selector = lasting(collected, labels_of(rules["nodeSelector"], scheduling["nodeSelector"]));
  runtime_class.tolerations = lasting(collected, tolerations_of(rules["tolerations"], scheduling["tolerations"]));
  collected.runtime_classes.push_back(std::move(runtime_class));
}

} // namespace snapshot
