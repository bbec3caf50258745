// SPDX-License-Identifier: Apache-2.0
#include "snapshot/changes/device_objects.hpp"

#include "snapshot/admission/object_update.hpp"
#include "snapshot/changes/updates.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/objects/decode_devices.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace snapshot {

namespace {

enum class SpecChange : std::uint8_t { None, Open, Sure };

// kubectl apply replaces a list that the file has. It keeps one that the file leaves out, unless an earlier apply had
// set it.
template <typename List>
SpecChange change_of_list(const List& made, const List& old) {
  return made == old ? SpecChange::None : made.empty() ? SpecChange::Open : SpecChange::Sure;
}

SpecChange change_of_claim(const model::ResourceClaim& made, const model::ResourceClaim& old) {
  return std::max(change_of_list(made.requests, old.requests),
                  change_of_list(made.match_attributes, old.match_attributes));
}

model::ResourceClaim claim_of_template(Collected& collected, const KeptObject& object) {
  add_claim_of_template(collected, object.value(), "", "", object.origin);
  model::ResourceClaim claim = std::move(collected.cluster.resource_claims.back());
  collected.cluster.resource_claims.pop_back();
  collected.resource_claim_origins.pop_back();
  return claim;
}

// The claims compare as they are decoded, because versions of the API write them in different ways. Two objects of one
// version also compare by fields that no decoder reads, such as tolerations.
SpecChange change_of_template(Collected& collected, const KeptObject& made, const KeptObject& old) {
  try {
    const SpecChange change = change_of_claim(claim_of_template(collected, made), claim_of_template(collected, old));
    if (change != SpecChange::None || made.api_version != old.api_version) { return change; }
  } catch (const DecodeError&) { return SpecChange::None; } // noted where a pod uses it
  const std::optional<Difference> difference = first_difference(made.value()["spec"], old.value()["spec"], "spec");
  if (!difference) { return SpecChange::None; }
  if (difference->both) { return SpecChange::Sure; }
  const bool is_default = difference->path.ends_with(".allocationMode") || difference->path.ends_with(".count");
  return is_default ? SpecChange::None : SpecChange::Open;
}

void note_spec_change(Collected& collected, const std::string& object, SpecChange change) {
  if (change == SpecChange::Sure) { refuse_change(collected, object, "spec"); }
  if (change == SpecChange::Open) {
    note_open_update(collected, object,
                     "the input does not show whether the manifest changes its spec, which is immutable");
  }
}

} // namespace

// (ValidateResourceClaimUpdate)
void take_resource_claim(Collected& collected, const KeptObject& object, std::string_view default_namespace) {
  std::vector<model::ResourceClaim>& claims = collected.cluster.resource_claims;
  add_resource_claim(collected, object.value(), object.origin);
  model::ResourceClaim& made = claims.back();
  if (object.value()["metadata"]["namespace"].absent()) { made.namespace_name = collected.lasting(default_namespace); }
  const auto old = std::find_if(claims.begin(), claims.end() - 1, [&](const model::ResourceClaim& other) {
    return other.namespace_name == made.namespace_name && other.name == made.name;
  });
  if (old == claims.end() - 1) { return; }
  note_spec_change(collected, util::concat("ResourceClaim ", made.namespace_name, '/', made.name),
                   change_of_claim(made, *old));
  claims.pop_back();
  collected.resource_claim_origins.pop_back();
}

// (ValidateDeviceClassUpdate) kubectl apply replaces the list of selectors, and keeps fields that the file leaves out,
// unless an earlier apply had set them. Then a No rests on the wider class.
void take_device_class(Collected& collected, const KeptObject& object) {
  std::vector<model::DeviceClass>& classes = collected.cluster.device_classes;
  add_device_class(collected, object.value(), object.origin);
  const auto old = std::ranges::find(classes, classes.back().name, &model::DeviceClass::name);
  if (old == std::prev(classes.end())) { return; }
  model::DeviceClass made = std::move(classes.back());
  const std::string text = util::concat("DeviceClass ", made.name);
  if (made.selectors.empty() && !old->selectors.empty()) { note_left_out(collected, text, "selectors"); }
  if (made.extended_resource.empty() && !old->extended_resource.empty()) {
    note_left_out(collected, text, "extendedResourceName");
    made.extended_resource = old->extended_resource;
  }
  *old = std::move(made);
  classes.pop_back();
  collected.device_class_origins.pop_back();
}

// (ValidateResourceClaimTemplateUpdate)
void keep_claim_templates(Manifest& manifest, Collected& collected) {
  const std::string_view default_namespace = manifest.options.default_namespace;
  std::deque<KeptObject>& templates = manifest.templates;
  std::vector<std::string> keys; // by template; empty: of another kind
  for (const KeptObject& each : templates) {
    const bool is_of_claim = manifest.own_templates > 0 && each.kind == "ResourceClaimTemplate";
    keys.push_back(is_of_claim ? key_of(each, default_namespace) : std::string());
  }
  for (std::size_t at = manifest.own_templates; at-- > 0;) { // the last one of the manifest comes first
    if (keys[at].empty()) { continue; }
    const auto next = std::next(keys.begin(), static_cast<std::ptrdiff_t>(at + 1));
    const auto before = static_cast<std::size_t>(std::find(next, keys.end(), keys[at]) - keys.begin());
    if (before == keys.size()) { continue; }
    const SpecChange change = change_of_template(collected, templates[at], templates[before]);
    if (change == SpecChange::None) { continue; }
    const document::Value value = templates[at].value();
    const std::string object = util::concat("ResourceClaimTemplate ", namespace_of(value, default_namespace), '/',
                                            value["metadata"]["name"].text());
    const bool is_twin = before < manifest.own_templates; // the second apply knows what the first one has set
    if (is_twin) {
      collected.cluster.asked.push_back(
          {model::Authority::Admission, model::Reply::Refuses,
           util::concat(object, " is in the manifest twice, and the second one changes spec: field is immutable"),
           object, object});
    } else {
      note_spec_change(collected, object, change);
      if (change != SpecChange::Sure) { continue; }
    }
    templates.erase(std::next(templates.begin(), static_cast<std::ptrdiff_t>(at)));
    keys.erase(std::next(keys.begin(), static_cast<std::ptrdiff_t>(at)));
    --manifest.own_templates;
  }
}

} // namespace snapshot
