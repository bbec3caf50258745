// SPDX-License-Identifier: Apache-2.0
// Volumes and resource claims, reduced to what a default filter reads.
#include "snapshot/pods/decode_volumes.hpp"

#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

std::string_view member_text(document::Value object, std::string_view key, const Path& path) {
  return text_of(object[key], path[key]);
}

std::string monitors_text(document::Value object, const Path& path) {
  std::vector<std::string_view> monitors = texts_of(object["monitors"], path["monitors"]);
  std::ranges::sort(monitors);
  std::string text;
  for (const std::string_view monitor : monitors) { text.append(text.empty() ? "" : ",").append(monitor); }
  return text;
}

std::string lun_text(document::Value object, const Path& path) {
  return std::to_string(int32_of(object["lun"], path["lun"]));
}

// How to read the identity of one kind of volume. Rows: the sources that VolumeRestrictions compares, claims, and
// inline volumes that count against a driver's attach limit.
struct VolumeSource {
  std::string_view kind;
  std::string (*reference)(document::Value object, const Path& path);
};

constexpr std::array<VolumeSource, 9> k_volume_sources = {{
    {"persistentVolumeClaim",
     [](document::Value object, const Path& path) { return std::string(member_text(object, "claimName", path)); }},
    {"ephemeral", [](document::Value, const Path&) { return std::string(); }},
    {"csi", [](document::Value object, const Path& path) { return std::string(member_text(object, "driver", path)); }},
    {"gcePersistentDisk",
     [](document::Value object, const Path& path) { return std::string(member_text(object, "pdName", path)); }},
    {"awsElasticBlockStore",
     [](document::Value object, const Path& path) { return std::string(member_text(object, "volumeID", path)); }},
    {"azureDisk",
     [](document::Value object, const Path& path) { return std::string(member_text(object, "diskURI", path)); }},
    {"cinder",
     [](document::Value object, const Path& path) { return std::string(member_text(object, "volumeID", path)); }},
    {"iscsi",
     [](document::Value object, const Path& path) {
       return util::concat(member_text(object, "targetPortal", path), '|', member_text(object, "iqn", path), '|',
                           lun_text(object, path));
     }},
    {"rbd",
     [](document::Value object, const Path& path) {
       return util::concat(monitors_text(object, path), '|', member_text(object, "pool", path), '|',
                           member_text(object, "image", path));
     }},
}};

} // namespace

std::vector<model::Volume> volumes_of(document::Value value, const Path& path, Sharing& sharing) {
  std::vector<model::Volume> volumes;
  each_element(value, path, [&](document::Value element, const Path& at) {
    model::Volume volume;
    each_member(element, at, [&](std::string_view key, document::Value member, const Path& below) {
      if (key == "name") { volume.name = text_of(member, below); }
      const auto source = std::ranges::find(k_volume_sources, key, &VolumeSource::kind);
      if (source == k_volume_sources.end() || member.absent()) { return; }
      volume.kind = source->kind;
      volume.reference = sharing.text(source->reference(object_of(member, below), below));
      volume.read_only = boolean_of(member["readOnly"], below["readOnly"]);
    });
    if (!volume.kind.empty()) { volumes.push_back(volume); }
  });
  return volumes;
}

std::vector<std::string_view> resource_claims_of(document::Value value, const Path& path, Sharing& sharing) {
  std::vector<std::string_view> claims;
  each_element(value, path, [&](document::Value element, const Path& at) {
    const std::string_view claim = member_text(object_of(element, at), "resourceClaimName", at);
    const std::string_view made_from = member_text(element, "resourceClaimTemplateName", at);
    claims.push_back(sharing.text(claim.empty()
                                      ? util::concat("template=", made_from, '|', member_text(element, "name", at))
                                      : util::concat("name=", claim)));
  });
  return claims;
}

} // namespace snapshot
