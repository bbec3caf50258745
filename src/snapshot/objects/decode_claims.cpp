// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_claims.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::string_view k_class_annotation = "volume.beta.kubernetes.io/storage-class";

bool is_block(document::Value value, const Path& path) {
  const std::string_view mode = text_of(value, path);
  if (mode.empty() || mode == "Filesystem") { return false; }
  if (mode == "Block") { return true; }
  throw DecodeError(path, util::concat('"', mode, "\" is not a volume mode"));
}

std::vector<std::string_view> access_modes_of(document::Value value, const Path& path, Collected& collected) {
  std::vector<std::string_view> modes;
  for (const std::string_view mode : texts_of(value, path)) { modes.push_back(collected.lasting(mode)); }
  std::ranges::sort(modes);
  return modes;
}

void read_annotations(document::Value value, const Path& path, Collected& collected,
                      model::PersistentVolumeClaim& claim) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "pv.kubernetes.io/bind-completed") {
      claim.bind_completed = true; // whatever the value
    } else if (key == "volume.kubernetes.io/selected-node") {
      claim.selected_node = collected.lasting(text_of(member, at));
    } else if (key == k_class_annotation) {
      claim.storage_class = collected.lasting(text_of(member, at));
    }
  });
}

void read_claim_spec(document::Value value, const Path& path, bool class_is_annotated, Collected& collected,
                     model::PersistentVolumeClaim& claim) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "storageClassName") {
      claim.names_class = claim.names_class || !member.absent();
      if (!class_is_annotated) { claim.storage_class = collected.lasting(text_of(member, at)); }
    } else if (key == "volumeName") {
      claim.volume_name = collected.lasting(text_of(member, at));
    } else if (key == "volumeMode") {
      claim.block = is_block(member, at);
    } else if (key == "accessModes") {
      claim.access_modes = access_modes_of(member, at, collected);
    } else if (key == "selector") {
      if (auto selector = label_selector_of(member, at)) { claim.selector = lasting(collected, *selector); }
    } else if (key == "volumeAttributesClassName") {
      claim.attributes_class = collected.lasting(text_of(member, at));
    } else if (key == "dataSource" || key == "dataSourceRef") {
      claim.has_source = claim.has_source || object_of(member, at)["kind"].exists();
    } else if (key == "resources") {
      const Path requests = at["requests"];
      const document::Value storage = object_of(object_of(member, at)["requests"], requests)["storage"];
      if (!storage.absent()) { claim.requested = quantity_of(storage, requests["storage"]); }
    }
  });
}

// In-tree plugins whose disks CSI drivers now handle, and the field with the disk's id.
struct MovedSource {
  std::string_view source, id;
};
constexpr std::array<MovedSource, 4> k_moved = {{
    {"awsElasticBlockStore", "volumeID"},
    {"azureDisk", "diskURI"},
    {"cinder", "volumeID"},
    {"gcePersistentDisk", "pdName"},
}};

constexpr std::array<std::string_view, 22> k_sources = {"awsElasticBlockStore",
                                                        "azureDisk",
                                                        "azureFile",
                                                        "cephfs",
                                                        "cinder",
                                                        "csi",
                                                        "fc",
                                                        "flexVolume",
                                                        "flocker",
                                                        "gcePersistentDisk",
                                                        "glusterfs",
                                                        "hostPath",
                                                        "iscsi",
                                                        "local",
                                                        "nfs",
                                                        "photonPersistentDisk",
                                                        "portworxVolume",
                                                        "quobyte",
                                                        "rbd",
                                                        "scaleIO",
                                                        "storageos",
                                                        "vsphereVolume"};

void read_source(std::string_view key, document::Value value, const Path& path, Collected& collected,
                 model::PersistentVolume& volume) {
  volume.source = collected.lasting(key);
  const document::Value source = object_of(value, path);
  if (key == "csi") {
    volume.driver = collected.lasting(text_of(source["driver"], path["driver"]));
    volume.handle = collected.lasting(text_of(source["volumeHandle"], path["volumeHandle"]));
  } else if (const auto moved = std::ranges::find(k_moved, key, &MovedSource::source); moved != k_moved.end()) {
    volume.handle = collected.lasting(text_of(source[moved->id], path[moved->id]));
  }
}

std::optional<std::vector<model::NodeSelectorTerm>> node_terms_of(document::Value value, const Path& path,
                                                                  Collected& collected) {
  const Path required = path["required"];
  const document::Value selector = object_of(value, path)["required"];
  if (selector.absent()) { return std::nullopt; }
  return lasting(collected, node_selector_of(selector, required));
}

void read_volume_spec(document::Value value, const Path& path, bool class_is_annotated, Collected& collected,
                      model::PersistentVolume& volume) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (member.absent()) { return; }
    if (key == "storageClassName") {
      if (!class_is_annotated) { volume.storage_class = collected.lasting(text_of(member, at)); }
    } else if (key == "volumeMode") {
      volume.block = is_block(member, at);
    } else if (key == "accessModes") {
      volume.access_modes = access_modes_of(member, at, collected);
    } else if (key == "volumeAttributesClassName") {
      volume.attributes_class = collected.lasting(text_of(member, at));
    } else if (key == "capacity") {
      const document::Value storage = object_of(member, at)["storage"];
      if (!storage.absent()) { volume.capacity = quantity_of(storage, at["storage"]); }
    } else if (key == "nodeAffinity") {
      volume.node_terms = node_terms_of(member, at, collected);
    } else if (key == "claimRef") {
      const document::Value claim = object_of(member, at);
      volume.claim = {collected.lasting(text_of(claim["namespace"], at["namespace"])),
                      collected.lasting(text_of(claim["name"], at["name"])),
                      collected.lasting(text_of(claim["uid"], at["uid"]))};
    } else if (std::ranges::find(k_sources, key) != k_sources.end()) {
      read_source(key, member, at, collected, volume);
    }
  });
}

} // namespace

void add_persistent_volume_claim(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Path metadata_path = root["metadata"];
  const Metadata metadata = metadata_of(object["metadata"], metadata_path, collected.newest);
  check_names(metadata, Scope::Namespaced);
  model::PersistentVolumeClaim claim;
  claim.namespace_name = collected.lasting(namespace_or_default(metadata));
  claim.name = collected.lasting(metadata.name);
  claim.uid = collected.lasting(metadata.uid);
  claim.terminating = metadata.terminating;
  const document::Value head = object["metadata"];
  claim.owner_uid = collected.lasting(controller_uid(head, metadata_path));
  read_annotations(head["annotations"], metadata_path["annotations"], collected, claim);
  claim.names_class = head["annotations"][k_class_annotation].exists();
  read_claim_spec(object["spec"], root["spec"], claim.names_class, collected, claim);
  const Path status = root["status"];
  claim.lost = text_of(object_of(object["status"], status)["phase"], status["phase"]) == "Lost";
  collected.cluster.persistent_volume_claims.push_back(std::move(claim));
  collected.claim_origins.push_back(origin);
}

void add_persistent_volume(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Path metadata_path = root["metadata"];
  const Metadata metadata = metadata_of(object["metadata"], metadata_path, collected.newest);
  check_names(metadata, Scope::Cluster);
  model::PersistentVolume volume;
  volume.name = collected.lasting(metadata.name);
  volume.labels = collected.sharing.labels(metadata.labels);
  volume.terminating = metadata.terminating;
  const Path annotations = metadata_path["annotations"];
  const document::Value annotated = object_of(object["metadata"]["annotations"], annotations)[k_class_annotation];
  if (annotated.exists()) {
    volume.storage_class = collected.lasting(text_of(annotated, annotations[k_class_annotation]));
  }
  read_volume_spec(object["spec"], root["spec"], annotated.exists(), collected, volume);
  const Path status = root["status"];
  volume.available = text_of(object_of(object["status"], status)["phase"], status["phase"]) == "Available";
  collected.cluster.persistent_volumes.push_back(std::move(volume));
  collected.volume_origins.push_back(origin);
}

} // namespace snapshot
