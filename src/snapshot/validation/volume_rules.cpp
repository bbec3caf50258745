// SPDX-License-Identifier: Apache-2.0
// Volumes. (core/validation, ValidateVolumes, validateVolumeSource) Of volumes of cloud disks that CSI has replaced,
// only the types and the fields that must be there are checked.
#include "snapshot/validation/formats.hpp"
#include "snapshot/validation/paths.hpp"
#include "snapshot/validation/rules.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::string_view k_shown_in_volumes =
    "metadata.annotations metadata.labels metadata.name metadata.namespace metadata.uid";

// In the order in which the API server looks at them: every further one is too many.
constexpr std::array<std::string_view, 30> k_volume_sources = {"emptyDir",
                                                               "hostPath",
                                                               "gitRepo",
                                                               "gcePersistentDisk",
                                                               "awsElasticBlockStore",
                                                               "secret",
                                                               "nfs",
                                                               "iscsi",
                                                               "glusterfs",
                                                               "flocker",
                                                               "persistentVolumeClaim",
                                                               "rbd",
                                                               "cinder",
                                                               "cephfs",
                                                               "quobyte",
                                                               "downwardAPI",
                                                               "fc",
                                                               "flexVolume",
                                                               "configMap",
                                                               "azureFile",
                                                               "vsphereVolume",
                                                               "photonPersistentDisk",
                                                               "portworxVolume",
                                                               "azureDisk",
                                                               "storageos",
                                                               "projected",
                                                               "scaleIO",
                                                               "csi",
                                                               "ephemeral",
                                                               "image"};

// A volume without a source is an emptyDir. (SetDefaults_Volume)
void check_volume_sources(const Place& volume) {
  bool has_one = false;
  for (const std::string_view source : k_volume_sources) {
    if (volume.value[source].absent()) { continue; }
    // Two names differ in the upstream message.
    const std::string_view shown = source == "cephfs" ? "cephFS" : source == "downwardAPI" ? "downwarAPI" : source;
    if (has_one) { volume.errors.forbidden(volume.path[shown], "may not specify more than 1 volume type"); }
    has_one = true;
  }
}

void check_volume(const Place& volume) {
  const std::string_view name = text_at(volume.value, "name");
  if (name.empty()) {
    volume.errors.required(volume.path["name"]);
  } else {
    volume.errors.invalid(volume.path["name"], name, dns_label_complaints(name));
  }
  check_volume_sources(volume);
  if (!volume.value["ephemeral"].absent() && volume.pod != nullptr && !volume.pod->pod_name.empty()) {
    const std::string claim = util::concat(volume.pod->pod_name, '-', name);
    for (const std::string& complaint : dns_subdomain_complaints(claim)) {
      volume.errors.invalid(volume.path["name"], name, util::concat("PVC name \"", claim, "\": ", complaint));
    }
  }
}

void check_empty_dir(const Place& source) {
  const Path path = source.path["sizeLimit"];
  if (quantity_of(source.value["sizeLimit"], path) < model::Quantity()) {
    source.errors.forbidden(path, "SizeLimit field must be a valid resource quantity");
  }
}

void check_host_path(const Place& source) {
  const std::string_view path = text_at(source.value, "path");
  if (path.empty()) { return source.errors.required(source.path["path"]); }
  if (has_backstep(path)) { source.errors.invalid(source.path["path"], path, "must not contain '..'"); }
  const std::string_view type = text_at(source.value, "type");
  constexpr std::string_view k_path_types =
      " BlockDevice CharDevice Directory DirectoryOrCreate File FileOrCreate Socket";
  if (!type.empty()) {
    must_be_one_of({source.value["type"], source.path["type"], source.pod, source.errors}, k_path_types);
  }
}

void check_nfs(const Place& source) {
  const std::string_view path = text_at(source.value, "path");
  if (!is_set(source.value, "server")) { source.errors.required(source.path["server"]); }
  if (path.empty()) { source.errors.required(source.path["path"]); }
  if (!path.starts_with('/')) { source.errors.invalid(source.path["path"], path, "must be an absolute path"); }
}

bool is_alnum_of_initiator(char c) { return util::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// iqn.2001-04.com.example:storage.disk1 (iscsiInitiatorIqnRegex)
bool is_iqn(std::string_view name) {
  constexpr std::string_view k_date = "iqn.0000-00.", k_ends = ",;*&$| \t\n\f\r\v";
  if (name.size() <= k_date.size()) { return false; }
  for (std::size_t at = 0; at < k_date.size(); ++at) {
    if (k_date[at] == '0' ? !util::is_digit(name[at]) : name[at] != k_date[at]) { return false; }
  }
  const std::string_view rest = name.substr(k_date.size());
  const std::size_t colon = rest.find(':');
  return colon != rest.npos && colon > 0 && colon + 1 < rest.size() &&
         std::ranges::all_of(rest.substr(0, colon),
                             [](char c) { return c == '-' || c == '.' || is_alnum_of_initiator(c); }) &&
         rest.find_first_of(k_ends, colon + 1) == rest.npos;
}

// "eui." and 16 letters or digits, "naa." and 32. (iscsiInitiatorEuiRegex, iscsiInitiatorNaaRegex)
bool is_initiator_number(std::string_view name, std::size_t digits) {
  constexpr std::size_t k_start = 4;
  return name.size() == k_start + digits && std::ranges::all_of(name.substr(k_start), is_alnum_of_initiator);
}

void check_initiator(std::string_view name, const Path& path, Errors& errors) {
  const bool is_known = name.starts_with("iqn") || name.starts_with("eui") || name.starts_with("naa");
  if (!is_known) { return errors.invalid(path, name, "must be valid format starting with iqn, eui, or naa"); }
  const bool is_valid = name.starts_with("iqn") ? is_iqn(name) : is_initiator_number(name, name[0] == 'e' ? 16 : 32);
  if (!is_valid) { errors.invalid(path, name, "must be valid format"); }
}

// (validateISCSIVolumeSource)
void check_iscsi(const Place& source) {
  if (const std::string_view name = text_at(source.value, "iqn"); !name.empty()) {
    check_initiator(name, source.path["iqn"], source.errors);
  }
  const bool has_password = is_true(source.value, "chapAuthDiscovery") || is_true(source.value, "chapAuthSession");
  if (has_password && source.value["secretRef"].absent()) { source.errors.required(source.path["secretRef"]); }
  if (!source.value["initiatorName"].absent()) {
    check_initiator(text_at(source.value, "initiatorName"), source.path["initiatorname"], source.errors);
  }
}

// (validateFCVolumeSource)
void check_fc(const Place& source) {
  constexpr std::int64_t k_last_lun = 255;
  const bool has_ports = source.value["targetWWNs"].size() > 0, has_ids = source.value["wwids"].size() > 0;
  const Path ports = source.path["targetWWNs"], lun = source.path["lun"];
  if (!has_ports && !has_ids) {
    source.errors.required(ports, "must specify either targetWWNs or wwids, but not both");
  } else if (has_ports && has_ids) {
    source.errors.invalid(ports, source.value["targetWWNs"],
                          "targetWWNs and wwids can not be specified simultaneously");
  }
  if (!has_ports) { return; }
  const std::int64_t number = number_at(source.value, "lun");
  if (source.value["lun"].absent()) {
    source.errors.required(lun, "lun is required if targetWWNs is specified");
  } else if (number < 0 || number > k_last_lun) {
    source.errors.invalid(lun, number, range_complaint(0, k_last_lun));
  }
}

void check_csi(const Place& source) {
  const std::string_view driver = text_at(source.value, "driver");
  const Path path = source.path["driver"];
  if (driver.empty()) { return source.errors.required(path); }
  if (driver.size() > 63) { source.errors.too_long(path, 63); }
  source.errors.invalid(path, driver, dns_subdomain_complaints(util::lowercase(driver)));
}

void check_key_to_path(const Place& item) {
  must_be_set({item.value["key"], item.path["key"], item.pod, item.errors}, {});
  must_be_set({item.value["path"], item.path["path"], item.pod, item.errors}, {});
  check_local_path(text_at(item.value, "path"), item.path["path"], item.errors);
}

// Upstream names the list's parent as the field.
void check_downward_files(const Place& source) {
  for (const document::Value file : source.value["items"].elements()) {
    must_be_set({file["path"], source.path["path"], source.pod, source.errors}, {});
    check_local_path(text_at(file, "path"), source.path["path"], source.errors);
    const document::Value field = file["fieldRef"], resource = file["resourceFieldRef"];
    if (!field.absent()) {
      check_field_reference({field, source.path["fieldRef"], source.pod, source.errors}, k_shown_in_volumes);
      if (!resource.absent()) {
        source.errors.invalid(source.path, "resource",
                              "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (!resource.absent()) {
      check_resource_reference({resource, source.path["resourceFieldRef"], source.pod, source.errors}, true);
    } else {
      source.errors.required(source.path, "one of fieldRef and resourceFieldRef is required");
    }
    must_be_file_mode({file["mode"], source.path["mode"], source.pod, source.errors}, {});
  }
}

void check_projected(const Place& volume) {
  static constexpr std::array<std::string_view, 6> k_projections = {
      "secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle", "podCertificate"};
  std::set<std::string_view> paths;
  const Path list = volume.path["sources"];
  each_element(volume.value["sources"], list, [&](document::Value source, const Path& here) {
    std::size_t count = 0;
    for (const std::string_view kind : k_projections) {
      const document::Value projection = source[kind];
      if (projection.absent()) { continue; }
      ++count;
      const Path at = here[kind];
      if (kind == "secret" || kind == "configMap") {
        must_be_set({projection["name"], at["name"], volume.pod, volume.errors}, {});
      }
      for (const document::Value item : projection["items"].elements()) {
        const std::string_view path = text_at(item, "path");
        if (!path.empty() && !paths.insert(path).second) {
          volume.errors.invalid(volume.path, kind == "downwardAPI" ? path : text_at(projection, "name"),
                                "conflicting duplicate paths");
        }
      }
      if (kind != "serviceAccountToken") { continue; }
      const std::int64_t seconds = number_at(projection, "expirationSeconds", 3600);
      if (seconds < 600) {
        volume.errors.invalid(at["expirationSeconds"], seconds, "may not specify a duration less than 10 minutes");
      }
      must_be_set({projection["path"], volume.path["path"], volume.pod, volume.errors}, {});
      check_local_path(text_at(projection, "path"), volume.path["path"], volume.errors);
      // (validatePodMetadataAndSpec) The ServiceAccount admission sets the name before.
    }
    if (count > 1) { volume.errors.forbidden(here, "may not specify more than 1 volume type per source"); }
  });
}

// A template may leave the reference to what changes its pods. (validateImageVolumeSource)
void check_image(const Place& source) {
  if (source.pod != nullptr && source.pod->is_pod && !is_set(source.value, "reference")) {
    source.errors.required(source.path["reference"]);
  }
  must_be_one_of({source.value["pullPolicy"], source.path["pullPolicy"], source.pod, source.errors},
                 "Always IfNotPresent Never");
}

void check_ephemeral(const Place& source) {
  if (source.value["volumeClaimTemplate"].absent()) { source.errors.required(source.path["volumeClaimTemplate"]); }
}

// Only labels and annotations. (ValidateTemplateObjectMeta)
void check_claim_template(const Place& claim) {
  const Path metadata = claim.path["metadata"];
  for (const auto [field, value] : claim.value["metadata"].members()) {
    if (field == "labels") {
      must_have_valid_labels({value, metadata["labels"], claim.pod, claim.errors}, {});
    } else if (field != "annotations" && !value.absent()) {
      claim.errors.forbidden(metadata[field], "cannot be set");
    }
  }
}

constexpr FieldRule k_volume_fields[] = {
    {"AWSElasticBlockStoreVolumeSource", "volumeID", must_be_set},
    {"AzureDiskVolumeSource", "diskName", must_be_set},
    {"AzureDiskVolumeSource", "diskURI", must_be_set},
    {"AzureFileVolumeSource", "secretName", must_be_set},
    {"AzureFileVolumeSource", "shareName", must_be_set},
    {"CinderVolumeSource", "volumeID", must_be_set},
    {"ConfigMapVolumeSource", "name", must_be_set},
    {"ConfigMapVolumeSource", "defaultMode", must_be_file_mode},
    {"DownwardAPIVolumeSource", "defaultMode", must_be_file_mode},
    {"FlexVolumeSource", "driver", must_be_set},
    {"GCEPersistentDiskVolumeSource", "pdName", must_be_set},
    {"GitRepoVolumeSource", "repository", must_be_set},
    {"ISCSIVolumeSource", "targetPortal", must_be_set},
    {"ISCSIVolumeSource", "iqn", must_be_set},
    {"ISCSIVolumeSource", "lun", must_be_in_range, "0 255"},
    {"KeyToPath", "mode", must_be_file_mode},
    {"PersistentVolumeClaimVolumeSource", "claimName", must_be_set},
    {"PortworxVolumeSource", "volumeID", must_be_set},
    {"ProjectedVolumeSource", "defaultMode", must_be_file_mode},
    {"SecretVolumeSource", "secretName", must_be_set},
    {"SecretVolumeSource", "defaultMode", must_be_file_mode},
    {"VsphereVirtualDiskVolumeSource", "volumePath", must_be_set},
};

constexpr TypeRule k_volume_types[] = {
    {"CSIVolumeSource", check_csi},
    {"DownwardAPIProjection", check_downward_files},
    {"DownwardAPIVolumeSource", check_downward_files},
    {"EmptyDirVolumeSource", check_empty_dir},
    {"EphemeralVolumeSource", check_ephemeral},
    {"FCVolumeSource", check_fc},
    {"HostPathVolumeSource", check_host_path},
    {"ISCSIVolumeSource", check_iscsi},
    {"ImageVolumeSource", check_image},
    {"KeyToPath", check_key_to_path},
    {"NFSVolumeSource", check_nfs},
    {"PersistentVolumeClaimTemplate", check_claim_template},
    {"ProjectedVolumeSource", check_projected},
    {"Volume", check_volume},
};

} // namespace

RuleTable volume_rules() { return {k_volume_fields, k_volume_types}; }

} // namespace snapshot
