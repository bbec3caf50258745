// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/quota_names.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

constexpr std::array<std::string_view, 2> k_of_pods = {"requests.", "limits."};

struct PerClass {
  std::string_view domain;
  Content class_name;
};

constexpr std::array<PerClass, 3> k_per_class = {{{".storageclass.storage.k8s.io/", Content::Name},
                                                  {".volumeattributesclass.storage.k8s.io/", Content::Name},
                                                  {".deviceclass.resource.k8s.io/", Content::Qualified}}};

// "jobs.batch", "services": names of Kubernetes' own kinds are no secret.
std::string_view chosen_kind(std::string_view resource) {
  const std::size_t dot = resource.find('.');
  const std::string_view group = dot == std::string_view::npos ? std::string_view() : resource.substr(dot + 1);
  return may_own_pods(group) ? resource : std::string_view();
}

QuotaName behind(std::size_t length, std::string_view resource, std::string_view chosen) {
  return chosen.empty() ? QuotaName{resource, {}, {}} : QuotaName{resource.substr(0, length), chosen, {}};
}

} // namespace

QuotaName quota_name_of(std::string_view resource) {
  if (resource.find('/') == std::string_view::npos) { return {resource, {}, {}}; }
  constexpr std::string_view k_count = "count/";
  if (resource.starts_with(k_count)) {
    return behind(k_count.size(), resource, chosen_kind(resource.substr(k_count.size())));
  }
  for (const PerClass& per : k_per_class) {
    const std::size_t at = resource.find(per.domain);
    if (at != std::string_view::npos) { return {{}, resource.substr(0, at), resource.substr(at), per.class_name}; }
  }
  for (const std::string_view verb : k_of_pods) {
    if (resource.starts_with(verb)) { return behind(verb.size(), resource, resource.substr(verb.size())); }
  }
  return {{}, resource, {}};
}

} // namespace snapshot
