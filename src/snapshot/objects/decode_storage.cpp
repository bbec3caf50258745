// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_storage.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

bool waits_for_first_consumer(document::Value value, const Path& path) {
  const std::string_view mode = text_of(value, path);
  if (mode.empty() || mode == "Immediate") { return false; } // the API server's default
  if (mode == "WaitForFirstConsumer") { return true; }
  throw DecodeError(path, util::concat('"', mode, "\" is not a volume binding mode"));
}

// A TopologySelectorTerm: every key must have one of its values. (v1helper, TopologySelectorRequirementsAsSelector)
model::Selector topology_term_of(document::Value value, const Path& path, Collected& collected) {
  model::Selector term;
  const Path expressions = path["matchLabelExpressions"];
  each_element(object_of(value, path)["matchLabelExpressions"], expressions,
               [&](document::Value element, const Path& at) {
                 model::Requirement requirement;
                 requirement.key = text_of(object_of(element, at)["key"], at["key"]);
                 requirement.values = texts_of(element["values"], at["values"]);
                 std::ranges::sort(requirement.values);
                 term.push_back(std::move(requirement));
               });
  return lasting(collected, std::move(term));
}

// (storage/util, IsDefaultAnnotation)
bool is_default_class(document::Value annotations) {
  return annotations["storageclass.kubernetes.io/is-default-class"].text() == "true" ||
         annotations["storageclass.beta.kubernetes.io/is-default-class"].text() == "true";
}

std::vector<std::string_view> migrated_plugins(document::Value metadata, const Path& path, Collected& collected) {
  constexpr std::string_view k_annotation = "storage.alpha.kubernetes.io/migrated-plugins";
  const Path annotations = path["annotations"];
  std::string_view listed =
      text_of(object_of(metadata["annotations"], annotations)[k_annotation], annotations[k_annotation]);
  std::vector<std::string_view> plugins;
  while (!listed.empty()) {
    const std::size_t comma = std::min(listed.find(','), listed.size());
    if (comma > 0) { plugins.push_back(collected.lasting(listed.substr(0, comma))); }
    listed.remove_prefix(std::min(comma + 1, listed.size()));
  }
  std::ranges::sort(plugins);
  return plugins;
}

} // namespace

void add_storage_class(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::StorageClass storage_class;
  storage_class.name = collected.lasting(metadata.name);
  storage_class.is_default = is_default_class(object["metadata"]["annotations"]);
  storage_class.provisioner = collected.lasting(text_of(object["provisioner"], root["provisioner"]));
  storage_class.wait_for_first_consumer =
      waits_for_first_consumer(object["volumeBindingMode"], root["volumeBindingMode"]);
  each_element(object["allowedTopologies"], root["allowedTopologies"], [&](document::Value element, const Path& at) {
    storage_class.allowed_topologies.push_back(topology_term_of(element, at, collected));
  });
  collected.cluster.storage_classes.push_back(std::move(storage_class));
  collected.storage_class_origins.push_back(origin);
}

void add_csi_node(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::CsiNode node;
  node.name = collected.lasting(metadata.name);
  node.migrated = migrated_plugins(object["metadata"], root["metadata"], collected);
  const Path spec = root["spec"];
  each_element(object_of(object["spec"], spec)["drivers"], spec["drivers"],
               [&](document::Value element, const Path& at) {
                 const Path allocatable = at["allocatable"];
                 const document::Value count = object_of(object_of(element, at)["allocatable"], allocatable)["count"];
                 node.drivers.push_back(collected.lasting(text_of(element["name"], at["name"])));
                 if (count.absent()) { return; } // no limit
                 node.limits.push_back({node.drivers.back(), int32_of(count, allocatable["count"])});
               });
  collected.cluster.csi_nodes.push_back(std::move(node));
  collected.csi_node_origins.push_back(origin);
}

void add_csi_driver(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path spec = root["spec"];
  model::CsiDriver driver;
  driver.name = collected.lasting(metadata.name);
  driver.storage_capacity = boolean_of(object_of(object["spec"], spec)["storageCapacity"], spec["storageCapacity"]);
  const document::Value attached = object["spec"]["attachRequired"];
  driver.attach_required = attached.absent() || boolean_of(attached, spec["attachRequired"]);
  driver.must_be_installed =
      boolean_of(object["spec"]["preventPodSchedulingIfMissing"], spec["preventPodSchedulingIfMissing"]);
  for (const std::string_view mode : texts_of(object["spec"]["volumeLifecycleModes"], spec["volumeLifecycleModes"])) {
    driver.inline_volumes = driver.inline_volumes || mode == "Ephemeral";
  }
  collected.cluster.csi_drivers.push_back(driver);
  collected.csi_driver_origins.push_back(origin);
}

void add_csi_storage_capacity(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::CsiStorageCapacity capacity;
  capacity.namespace_name = collected.lasting(namespace_or_default(metadata));
  capacity.name = collected.lasting(metadata.name);
  capacity.storage_class = collected.lasting(text_of(object["storageClassName"], root["storageClassName"]));
  if (auto nodes = label_selector_of(object["nodeTopology"], root["nodeTopology"])) {
    capacity.nodes = lasting(collected, std::move(*nodes));
  }
  const std::string_view field = object["maximumVolumeSize"].absent() ? "capacity" : "maximumVolumeSize";
  if (!object[field].absent()) { capacity.largest = quantity_of(object[field], root[field]); }
  if (!object["capacity"].absent()) { capacity.total = quantity_of(object["capacity"], root["capacity"]); }
  collected.cluster.csi_storage_capacities.push_back(std::move(capacity));
  collected.csi_storage_capacity_origins.push_back(origin);
}

void add_volume_attachment(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  const Path source = path["source"];
  model::VolumeAttachment attachment;
  attachment.name = collected.lasting(metadata.name);
  attachment.node_name = collected.lasting(text_of(spec["nodeName"], path["nodeName"]));
  attachment.attacher = collected.lasting(text_of(spec["attacher"], path["attacher"]));
  attachment.volume_name = collected.lasting(
      text_of(object_of(spec["source"], source)["persistentVolumeName"], source["persistentVolumeName"]));
  collected.cluster.volume_attachments.push_back(attachment);
  collected.volume_attachment_origins.push_back(origin);
}

} // namespace snapshot
