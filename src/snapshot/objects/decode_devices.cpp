// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_devices.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace snapshot {

namespace {

std::string_view text_in(document::Value object, std::string_view key, const Path& path, Collected& collected) {
  return collected.lasting(text_of(object[key], path[key]));
}

model::DeviceSelectors selectors_of(document::Value value, const Path& path, Collected& collected) {
  model::DeviceSelectors selectors;
  each_element(value, path, [&](document::Value element, const Path& at) {
    const Path cel = at["cel"];
    selectors.emplace_back(
        collected.lasting(text_of(object_of(object_of(element, at)["cel"], cel)["expression"], cel["expression"])));
  });
  return selectors;
}

// Reads what a request, `exactly` and an alternative have in common.
void read_exactly(document::Value exact, const Path& at, Collected& collected, model::DeviceRequest& request) {
  request.device_class = text_in(exact, "deviceClassName", at, collected);
  if (!exact["count"].absent()) { request.count = int64_of(exact["count"], at["count"]); }
  request.selectors = selectors_of(exact["selectors"], at["selectors"], collected);
  const std::string_view mode = text_of(exact["allocationMode"], at["allocationMode"]);
  request.all = mode == "All";
  request.plain = (mode.empty() || mode == "ExactCount" || request.all) &&
                  !boolean_of(exact["adminAccess"], at["adminAccess"]) && exact["capacity"].absent();
}

// Since v1beta2, `exactly` contains the request's own fields.
model::DeviceRequest request_of(document::Value value, const Path& path, Collected& collected) {
  model::DeviceRequest request;
  const document::Value object = object_of(value, path);
  request.name = text_in(object, "name", path, collected);
  const Path nested = path["exactly"];
  const bool is_nested = !object["exactly"].absent();
  read_exactly(is_nested ? object_of(object["exactly"], nested) : object, is_nested ? nested : path, collected,
               request);
  each_element(object["firstAvailable"], path["firstAvailable"], [&](document::Value element, const Path& at) {
    model::DeviceRequest& alternative = request.alternatives.emplace_back();
    alternative.name = text_in(object_of(element, at), "name", at, collected);
    read_exactly(object_of(element, at), at, collected, alternative);
  });
  return request;
}

void read_claim_spec(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  const Path devices = path["devices"];
  const document::Value asked = object_of(object_of(value, path)["devices"], devices);
  each_element(asked["requests"], devices["requests"], [&](document::Value element, const Path& at) {
    claim.requests.push_back(request_of(element, at, collected));
  });
  each_element(asked["constraints"], devices["constraints"], [&](document::Value element, const Path& at) {
    const document::Value constraint = object_of(element, at);
    const std::string_view attribute = text_in(constraint, "matchAttribute", at, collected);
    claim.constrained = claim.constrained || attribute.empty();
    model::MatchAttribute& rule = claim.match_attributes.emplace_back(model::MatchAttribute{attribute, {}});
    each_element(constraint["requests"], at["requests"], [&](document::Value name, const Path& of_name) {
      rule.requests.push_back(collected.lasting(text_of(name, of_name)));
    });
  });
}

void read_allocation(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  if (value.absent()) { return; }
  claim.allocated = true;
  const document::Value allocation = object_of(value, path);
  claim.has_allocation_time = !allocation["allocationTimestamp"].absent();
  if (const Path at = path["nodeSelector"]; !allocation["nodeSelector"].absent()) {
    claim.nodes = lasting(collected, node_selector_of(allocation["nodeSelector"], at));
  }
  const Path devices = path["devices"];
  const Path results = devices["results"];
  std::set<std::string> requests;
  each_element(
      object_of(allocation["devices"], devices)["results"], results, [&](document::Value element, const Path& at) {
        const document::Value result = object_of(element, at);
        requests.emplace(text_of(result["request"], at["request"]));
        claim.awaits_conditions = claim.awaits_conditions || !result["bindingConditions"].absent();
        if (boolean_of(result["adminAccess"], at["adminAccess"])) { return; }
        claim.devices.push_back({text_in(result, "driver", at, collected), text_in(result, "pool", at, collected),
                                 text_in(result, "device", at, collected)});
      });
  for (const model::DeviceRequest& request : claim.requests) {
    std::int32_t preference = model::k_most_alternatives;
    for (const model::DeviceRequest& alternative : request.alternatives) {
      if (requests.contains(util::concat(request.name, '/', alternative.name))) { claim.preference += preference; }
      --preference;
    }
  }
}

void read_reservations(document::Value value, const Path& path, Collected& collected, model::ResourceClaim& claim) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    claim.reserved_for.push_back(text_in(object_of(element, at), "uid", at, collected));
  });
}

// A name without a domain belongs to the driver's.
std::string_view qualified(std::string_view name, std::string_view driver, Collected& collected) {
  return collected.lasting(name.find('/') == std::string_view::npos ? util::concat(driver, '/', name)
                                                                    : std::string(name));
}

// Clears `plain` if the device consumes counters, allows multiple allocations, has taints, waits for conditions after
// its allocation, or takes resources of its node (the last three since 1.36). Some versions nest the fields under
// `basic`.
model::Device device_of(document::Value value, const Path& path, Collected& collected, std::string_view driver,
                        bool& plain) {
  const document::Value object = object_of(value, path);
  const bool is_nested = object["basic"].is_object();
  const document::Value rest = is_nested ? object["basic"] : object;
  const Path below = path["basic"];
  const Path& at = is_nested ? below : path;
  plain = plain && rest["consumesCounters"].absent() && rest["allowMultipleAllocations"].absent() &&
          rest["taints"].absent() && rest["bindingConditions"].absent() &&
          rest["nodeAllocatableResourceMappings"].absent();
  model::Device device{text_in(object, "name", path, collected)};
  for (const document::Value taint : rest["taints"].elements()) {
    device.evicts = device.evicts || taint["effect"].text() == "NoExecute";
  }
  each_member(rest["attributes"], at["attributes"],
              [&](std::string_view name, document::Value attribute, const Path& here) {
                const document::Value content = object_of(attribute, here);
                model::DeviceAttribute& made = device.attributes.emplace_back();
                made.name = qualified(name, driver, collected);
                if (!content["int"].absent()) {
                  made.value = int64_of(content["int"], here["int"]);
                } else if (!content["bool"].absent()) {
                  made.value = boolean_of(content["bool"], here["bool"]);
                } else if (!content["version"].absent()) {
                  made.value = model::DeviceVersion{text_in(content, "version", here, collected)};
                } else {
                  made.value = text_in(content, "string", here, collected);
                }
              });
  each_member(rest["capacity"], at["capacity"], [&](std::string_view name, document::Value member, const Path& here) {
    const bool is_object = member.is_object(); // v1alpha3: the quantity itself
    const Path inside = here["value"];
    device.capacities.push_back({qualified(name, driver, collected),
                                 quantity_of(is_object ? member["value"] : member, is_object ? inside : here)});
  });
  return device;
}

} // namespace

void add_resource_claim(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Path metadata_path = root["metadata"];
  const Metadata metadata = metadata_of(object["metadata"], metadata_path, collected.newest);
  check_names(metadata, Scope::Namespaced);
  model::ResourceClaim claim;
  claim.namespace_name = collected.lasting(namespace_or_default(metadata));
  claim.name = collected.lasting(metadata.name);
  claim.uid = collected.lasting(metadata.uid);
  claim.terminating = metadata.terminating;
  claim.owner_uid = collected.lasting(controller_uid(object["metadata"], metadata_path));
  read_claim_spec(object["spec"], root["spec"], collected, claim);
  const Path at = root["status"];
  const document::Value status = object_of(object["status"], at);
  read_allocation(status["allocation"], at["allocation"], collected, claim);
  read_reservations(status["reservedFor"], at["reservedFor"], collected, claim);
  collected.cluster.resource_claims.push_back(std::move(claim));
  collected.resource_claim_origins.push_back(origin);
}

void add_claim_of_template(Collected& collected, document::Value claim_template, std::string_view namespace_name,
                           std::string_view name, const Origin& origin) {
  const Path root;
  const Path outer = root["spec"];
  model::ResourceClaim claim;
  claim.namespace_name = collected.lasting(namespace_name);
  claim.name = collected.lasting(name);
  read_claim_spec(object_of(claim_template["spec"], outer)["spec"], outer["spec"], collected, claim);
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
  if (const document::Value count = pool["resourceSliceCount"]; !count.absent()) {
    slice.slice_count = int64_of(count, pool_path["resourceSliceCount"]);
  }
  slice.node_name = text_in(spec, "nodeName", path, collected);
  slice.all_nodes = boolean_of(spec["allNodes"], path["allNodes"]);
  if (const Path at = path["nodeSelector"]; !spec["nodeSelector"].absent()) {
    slice.node_terms = lasting(collected, node_selector_of(spec["nodeSelector"], at));
  }
  slice.plain = !boolean_of(spec["perDeviceNodeSelection"], path["perDeviceNodeSelection"]) &&
                array_of(spec["sharedCounters"], path["sharedCounters"]).size() == 0;
  each_element(spec["devices"], path["devices"], [&](document::Value element, const Path& at) {
    slice.devices.push_back(device_of(element, at, collected, slice.driver, slice.plain));
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
  device_class.extended_resource = text_in(object["spec"], "extendedResourceName", spec, collected);
  collected.cluster.device_classes.push_back(std::move(device_class));
  collected.device_class_origins.push_back(origin);
}

void add_device_taint_rule(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  const Path path = root["spec"];
  const document::Value spec = object_of(object["spec"], path);
  const Path at = path["deviceSelector"], taint = path["taint"];
  const document::Value selector = object_of(spec["deviceSelector"], at);
  model::DeviceTaintRule rule;
  rule.name = collected.lasting(metadata.name);
  const std::string_view effect = text_of(object_of(spec["taint"], taint)["effect"], taint["effect"]);
  rule.taints = !selector.absent() && effect != "None";
  rule.evicts = !selector.absent() && effect == "NoExecute";
  rule.driver = text_in(selector, "driver", at, collected);
  rule.pool = text_in(selector, "pool", at, collected);
  rule.device = text_in(selector, "device", at, collected);
  collected.cluster.device_taint_rules.push_back(rule);
  collected.device_taint_rule_origins.push_back(origin);
}

} // namespace snapshot
