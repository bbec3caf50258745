// SPDX-License-Identifier: Apache-2.0
// Services. We read only the selector.
#include "snapshot/objects/decode_service.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"

#include <algorithm>

namespace snapshot {

namespace {

model::Service service_of(Collected& collected, document::Value object, std::string_view default_namespace) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Namespaced);
  model::Service service;
  service.namespace_name =
      collected.lasting(metadata.namespace_name.empty() ? default_namespace : metadata.namespace_name);
  service.name = collected.lasting(metadata.name);
  const Path spec = root["spec"];
  service.selector = labels_of(object_of(object["spec"], spec)["selector"], spec["selector"]);
  for (model::Label& label : service.selector) {
    label = {collected.lasting(label.key), collected.lasting(label.value)};
  }
  return service;
}

} // namespace

void add_service(Collected& collected, document::Value object, const Origin& origin) {
  collected.cluster.services.push_back(service_of(collected, object, k_default_namespace));
  collected.service_origins.push_back(origin);
}

void replace_service(Collected& collected, document::Value object, std::string_view default_namespace,
                     const Origin& origin) {
  model::Service service = service_of(collected, object, default_namespace);
  std::vector<model::Service>& services = collected.cluster.services;
  const auto old = std::ranges::find_if(services, [&](const model::Service& other) {
    return other.namespace_name == service.namespace_name && other.name == service.name;
  });
  if (old != services.end()) {
    collected.service_origins[static_cast<std::size_t>(old - services.begin())] = origin;
    *old = std::move(service);
  } else {
    services.push_back(std::move(service));
    collected.service_origins.push_back(origin);
  }
}

} // namespace snapshot
