// SPDX-License-Identifier: Apache-2.0
#include "kube/api/pod_group_status.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/request_url.hpp"
#include "util/concat.hpp"

namespace kube {

Request pod_group_status_request(const PodGroupStatus& status) {
  document::Output body;
  document::Output& fields = body["status"];
  fields["phase"] = status.phase;
  fields["running"] = status.running;
  fields["succeeded"] = status.succeeded;
  fields["failed"] = status.failed;
  if (!status.occupied_by.empty()) { fields["occupiedBy"] = status.occupied_by; }
  Request request;
  request.method = Method::Patch;
  request.path = resource_path({.group = status.api_group,
                                .version = "v1alpha1",
                                .namespace_name = status.namespace_name,
                                .resource = "podgroups",
                                .name = status.name,
                                .subresource = "status"});
  request.content_type = "application/merge-patch+json";
  request.body = document::to_json_line(body);
  request.resource = util::concat("podgroups.", status.api_group);
  request.name = status.name;
  request.tells_loss = true;
  return request;
}

} // namespace kube
