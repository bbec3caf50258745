// SPDX-License-Identifier: Apache-2.0
// Sources: client-go discovery/discovery_client.go, discovery/aggregated_discovery.go (KEP-3352).
#include "kube/api/discovery.hpp"

#include "kube/http/json_answer.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace kube {

namespace {

// The order matters: servers of some releases do not understand another.
constexpr std::string_view k_accept =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
constexpr std::chrono::milliseconds k_discovery_timeout{32'000};

Request discovery_request(std::string path, std::string_view accept) {
  Request request;
  request.path = std::move(path);
  request.accept = accept;
  request.default_timeout = k_discovery_timeout;
  return request;
}

document::Value read_answer(JsonAnswer& answer, const Response& response) {
  const document::Value object = answer.read(response.body);
  if (!object.exists()) {
    throw util::Error(util::concat("the answer to GET ", response.url, " cannot be used: ", answer.failure()));
  }
  return object;
}

// True if the response has the aggregated format. Its media type says so: `application/json;g=…;v=v2;as=…` in any
// order.
bool is_aggregated(const Response& response) {
  std::set<std::string_view> parameters;
  std::string_view type = response.header("content-type");
  while (!type.empty()) {
    const std::size_t end = std::min(type.find(';'), type.size());
    std::string_view part = type.substr(0, end);
    while (part.starts_with(' ')) { part.remove_prefix(1); }
    while (part.ends_with(' ')) { part.remove_suffix(1); }
    parameters.insert(part);
    type.remove_prefix(std::min(end + 1, type.size()));
  }
  return parameters.contains("application/json") && parameters.contains("g=apidiscovery.k8s.io") &&
         parameters.contains("v=v2") && parameters.contains("as=APIGroupDiscoveryList");
}

std::string group_version(std::string_view group, std::string_view version) {
  return group.empty() ? std::string(version) : util::concat(group, '/', version);
}

std::vector<std::string> texts(document::Value list) {
  std::vector<std::string> out;
  for (const document::Value text : list.elements()) { out.emplace_back(text.text()); }
  return out;
}

class Survey {
 public:
  Survey(Client& client, std::span<const std::string_view> groups) : m_client(client), m_groups(groups) {}

  Discovery run() {
    for (const char* const path : {"/api", "/apis"}) {
      m_client.start(discovery_request(path, k_accept), [this](const Outcome& outcome) { take_root(outcome); });
    }
    m_client.run();
    for (std::vector<ApiResource>& resources : m_of_version) {
      std::move(resources.begin(), resources.end(), std::back_inserter(m_found.resources));
    }
    return std::move(m_found);
  }

 private:
  void take_root(const Outcome& outcome) {
    if (outcome.error && outcome.error->code() == 404) { return; } // an aggregated server has no /api
    if (outcome.error) { throw ApiError(*outcome.error); }
    const document::Value root = read_answer(m_answer, outcome.response);
    if (is_aggregated(outcome.response)) { return take_aggregated(root); }
    for (const document::Value version : root["versions"].elements()) { ask_version("", version.text()); }
    for (const document::Value group : root["groups"].elements()) { ask_group(group); }
  }

  void take_aggregated(document::Value root) {
    for (const document::Value group : root["items"].elements()) {
      const std::string_view name = group["metadata"]["name"].text();
      for (const document::Value version : group["versions"].elements()) { take_version(name, version); }
    }
  }

  void take_version(std::string_view group, document::Value version) {
    const std::string_view name = version["version"].text();
    if (version["freshness"].text() == "Stale") {
      m_found.unavailable.insert(group_version(group, name));
      return;
    }
    for (const document::Value resource : version["resources"].elements()) {
      const std::string_view kind = resource["responseKind"]["kind"].text();
      if (kind.empty()) { continue; } // exists only for its subresources
      m_found.resources.push_back({.group = std::string(group),
                                   .version = std::string(name),
                                   .resource = std::string(resource["resource"].text()),
                                   .kind = std::string(kind),
                                   .is_namespaced = resource["scope"].text() == "Namespaced",
                                   .verbs = texts(resource["verbs"])});
    }
  }

  void ask_group(document::Value group) {
    const std::string_view name = group["name"].text();
    if (std::find(m_groups.begin(), m_groups.end(), name) == m_groups.end()) { return; }
    const std::string_view preferred = group["preferredVersion"]["version"].text();
    if (!preferred.empty()) { ask_version(name, preferred); }
    for (const document::Value version : group["versions"].elements()) {
      if (version["version"].text() != preferred) { ask_version(name, version["version"].text()); }
    }
  }

  void ask_version(std::string_view group, std::string_view version) {
    const std::string prefix = group.empty() ? "/api/" : util::concat("/apis/", group, '/');
    const std::size_t place = m_of_version.size(); // answers come in any order
    m_of_version.emplace_back();
    m_client.start(discovery_request(util::concat(prefix, version), "application/json"),
                   [this, place, group = std::string(group), version = std::string(version)](const Outcome& outcome) {
                     take_legacy(place, group, version, outcome);
                   });
  }

  void take_legacy(std::size_t place, const std::string& group, const std::string& version, const Outcome& outcome) {
    if (outcome.error && outcome.error->code() == 401) { throw ApiError(*outcome.error); }
    if (outcome.error) {
      m_found.unavailable.insert(group_version(group, version));
      return;
    }
    for (const document::Value resource : read_answer(m_answer, outcome.response)["resources"].elements()) {
      const std::string_view name = resource["name"].text();
      if (name.find('/') != std::string_view::npos) { continue; } // a subresource
      m_of_version[place].push_back({.group = group,
                                     .version = version,
                                     .resource = std::string(name),
                                     .kind = std::string(resource["kind"].text()),
                                     .is_namespaced = resource["namespaced"].boolean(),
                                     .verbs = texts(resource["verbs"])});
    }
  }

  Client& m_client;
  std::span<const std::string_view> m_groups;
  JsonAnswer m_answer;
  Discovery m_found;
  std::vector<std::vector<ApiResource>> m_of_version;
};

} // namespace

const ApiResource* Discovery::find(std::string_view group, std::string_view version, std::string_view resource) const {
  for (const ApiResource& known : resources) {
    if (known.group == group && known.version == version && known.resource == resource) { return &known; }
  }
  return nullptr;
}

bool Discovery::can_list(std::string_view group, std::string_view version, std::string_view resource) const {
  const ApiResource* const known = find(group, version, resource);
  return known != nullptr && std::find(known->verbs.begin(), known->verbs.end(), "list") != known->verbs.end();
}

bool Discovery::is_unavailable(std::string_view group, std::string_view version) const {
  return unavailable.contains(group_version(group, version));
}

Discovery discover(Client& client, std::span<const std::string_view> groups) { return Survey(client, groups).run(); }

ServerVersion server_version(Client& client) {
  JsonAnswer answer;
  const Response response = client.send(discovery_request("/version", "application/json"));
  const document::Value version = read_answer(answer, response);
  return {std::string(version["gitVersion"].text()), std::string(version["major"].text()),
          std::string(version["minor"].text())};
}

} // namespace kube
