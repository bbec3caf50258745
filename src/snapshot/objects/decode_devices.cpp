// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_devices.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

std::string_view text_in(document::Value object, std::string_view key, const Path& path, Collected& collected) {
  return collected.lasting(text_of(object[key], path[key]));
}

model::DeviceSelectors selectors_of(document::Value value, const Path& path, Collected& collected) {
  model::DeviceSelectors selectors;
  each_element(value, path, [&](document::Value element, const Path& at) {
    const Path cel = at["cel"];
    const std::string_view text =
        text_of(object_of(object_of(element, at)["cel"], cel)["expression"], cel["expression"]);
    if (const auto driver = plain_driver(text)) {
      selectors.drivers.push_back(collected.lasting(*driver));
    } else {
      selectors.others = true;
    }
  });
  return selectors;
}

// Since v1beta2, `exactly` contains the request's own fields.
model::DeviceRequest request_of(document::Value value, const Path& path, Collected& collected) {
  model::DeviceRequest request;
  const document::Value object = object_of(value, path);
  request.name = text_in(object, "name", path, collected);
  const Path nested = path["exactly"];
  const bool is_nested = !object["exactly"].absent();
  const document::Value exact = is_nested ? object_of(object["exactly"], nested) : object;
  const Path& at = is_nested ? nested : path;
  request.device_class = text_in(exact, "deviceClassName", at, collected);
  if (!exact["count"].absent()) { request.count = int64_of(exact["count"], at["count"]); }
  request.selectors = selectors_of(exact["selectors"], at["selectors"], collected);
  const std::string_view mode = text_of(exact["allocationMode"], at["allocationMode"]);
  request.plain = (mode.empty() || mode == "ExactCount") && !boolean_of(exact["adminAccess"], at["adminAccess"]) &&
                  exact["capacity"].absent() && object["firstAvailable"].absent();
  return request;
}

void read_claim_spec(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  const Path devices = path["devices"];
  const document::Value asked = object_of(object_of(value, path)["devices"], devices);
  each_element(asked["requests"], devices["requests"], [&](document::Value element, const Path& at) {
    claim.requests.push_back(request_of(element, at, collected));
  });
  claim.constrained = array_of(asked["constraints"], devices["constraints"]).size() > 0;
}

void read_allocation(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  if (value.absent()) { return; }
  claim.allocated = true;
  const document::Value allocation = object_of(value, path);
  if (const Path at = path["nodeSelector"]; !allocation["nodeSelector"].absent()) {
    claim.nodes = lasting(collected, node_selector_of(allocation["nodeSelector"], at));
  }
  const Path devices = path["devices"];
  const Path results = devices["results"];
  each_element(
      object_of(allocation["devices"], devices)["results"], results, [&](document::Value element, const Path& at) {
        const document::Value result = object_of(element, at);
        if (boolean_of(result["adminAccess"], at["adminAccess"])) { return; }
        claim.devices.push_back({text_in(result, "driver", at, collected), text_in(result, "pool", at, collected),
                                 text_in(result, "device", at, collected)});
      });
}

void read_reservations(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    claim.reserved_for.push_back(text_in(object_of(element, at), "uid", at, collected));
  });
}

// Returns the device's name. Clears `plain` if the device consumes counters or allows multiple allocations, fields that
// some versions nest under `basic`.
std::string_view device_of(document::Value value, const Path& path, Collected& collected, bool& plain) {
  const document::Value device = object_of(value, path);
  const document::Value rest = device["basic"].is_object() ? device["basic"] : device;
  plain = plain && rest["consumesCounters"].absent() && rest["allowMultipleAllocations"].absent();
  return text_in(device, "name", path, collected);
}

std::string_view device_claim_controller_uid(document::Value metadata, const Path& path) {
  std::string_view uid;
  each_element(metadata["ownerReferences"], path["ownerReferences"], [&](document::Value element, const Path& at) {
    const document::Value owner = object_of(element, at);
    if (uid.empty() && boolean_of(owner["controller"], at["controller"])) { uid = text_of(owner["uid"], at["uid"]); }
  });
  return uid;
}

} // namespace

std::optional<std::string_view> plain_driver(std::string_view text) {
  const auto skip_blanks = [&] { text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size())); };
  const auto take = [&](std::string_view word) {
    skip_blanks();
    if (!text.starts_with(word)) { return false; }
    text.remove_prefix(word.size());
    return true;
  };
  if (!take("device.driver") || !take("==")) { return std::nullopt; }
  skip_blanks();
  if (text.empty() || (text[0] != '"' && text[0] != '\'')) { return std::nullopt; }
  const std::size_t end = text.find(text[0], 1);
  if (end == std::string_view::npos) { return std::nullopt; }
  const std::string_view name = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  skip_blanks();
  const bool plain = text.empty() && name.find('\\') == std::string_view::npos;
  return plain ? std::optional(name) : std::nullopt;
}

void add_resource_claim(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Path metadata_path = root["metadata"];
  const Metadata metadata = metadata_of(object["metadata"], metadata_path, collected.newest);
  check_names(metadata, Scope::Namespaced);
  model::ResourceClaim claim;
  claim.namespace_name =
      collected.lasting(metadata.namespace_name.empty() ? k_default_namespace : metadata.namespace_name);
  claim.name = collected.lasting(metadata.name);
  claim.uid = collected.lasting(metadata.uid);
  claim.terminating = metadata.terminating;
  claim.owner_uid = collected.lasting(device_claim_controller_uid(object["metadata"], metadata_path));
  read_claim_spec(object["spec"], root["spec"], collected, claim);
  const Path at = root["status"];
  const document::Value status = object_of(object["status"], at);
  read_allocation(status["allocation"], at["allocation"], collected, claim);
  read_reservations(status["reservedFor"], at["reservedFor"], collected, claim);
  collected.cluster.resource_claims.push_back(std::move(claim));
  collected.resource_claim_origins.push_back(origin);
}

void add_resource_slice(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  const Path pool_path = path["pool"];
  const document::Value pool = object_of(spec["pool"], pool_path);
  model::ResourceSlice slice;
  slice.name = collected.lasting(metadata.name);
  slice.driver = text_in(spec, "driver", path, collected);
  slice.pool = text_in(pool, "name", pool_path, collected);
  slice.generation = int64_of(pool["generation"], pool_path["generation"]);
  slice.node_name = text_in(spec, "nodeName", path, collected);
  slice.all_nodes = boolean_of(spec["allNodes"], path["allNodes"]);
  if (const Path at = path["nodeSelector"]; !spec["nodeSelector"].absent()) {
    slice.node_terms = lasting(collected, node_selector_of(spec["nodeSelector"], at));
  }
  slice.plain = !boolean_of(spec["perDeviceNodeSelection"], path["perDeviceNodeSelection"]) &&
                array_of(spec["sharedCounters"], path["sharedCounters"]).size() == 0;
  each_element(spec["devices"], path["devices"], [&](document::Value element, const Path& at) {
    slice.devices.push_back(device_of(element, at, collected, slice.plain));
  });
  collected.cluster.resource_slices.push_back(std::move(slice));
  collected.resource_slice_origins.push_back(origin);
}

void add_device_class(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path spec = root["spec"];
  model::DeviceClass device_class;
  device_class.name = collected.lasting(metadata.name);
  device_class.selectors = selectors_of(object_of(object["spec"], spec)["selectors"], spec["selectors"], collected);
  collected.cluster.device_classes.push_back(std::move(device_class));
  collected.device_class_origins.push_back(origin);
}

} // namespace snapshot
