// SPDX-License-Identifier: Apache-2.0
#include "kube/api/access_review.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/json_answer.hpp"
#include "util/concat.hpp"

namespace kube {

namespace {

Request review_request(const Permission& permission) {
  document::Output body;
  body["apiVersion"] = "authorization.k8s.io/v1";
  body["kind"] = "SelfSubjectAccessReview";
  document::Output& attributes = body["spec"]["resourceAttributes"];
  attributes["verb"] = permission.verb;
  attributes["group"] = permission.group;
  attributes["resource"] = permission.resource;
  attributes["subresource"] = permission.subresource;
  attributes["namespace"] = permission.namespace_name;
  if (!permission.name.empty()) { attributes["name"] = permission.name; }
  Request request;
  request.method = Method::Post;
  request.path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  request.content_type = "application/json";
  request.body = document::to_json_line(body);
  request.resource = "selfsubjectaccessreviews.authorization.k8s.io";
  return request;
}

} // namespace

std::string permission_text(const Permission& permission) {
  return util::concat(permission.verb, ' ', permission.resource, permission.group.empty() ? "" : ".", permission.group,
                      permission.subresource.empty() ? "" : "/", permission.subresource);
}

std::vector<Permission> denied_of(Client& client, const std::vector<Permission>& wanted) {
  std::vector<bool> allowed(wanted.size(), false);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    client.start(review_request(wanted[i]), [&allowed, i](const Outcome& outcome) {
      if (outcome.error) { throw ApiError(*outcome.error); }
      JsonAnswer answer;
      allowed[i] = answer.read(outcome.response.body)["status"]["allowed"].boolean();
    });
  }
  client.run();
  std::vector<Permission> denied;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!allowed[i]) { denied.push_back(wanted[i]); }
  }
  return denied;
}

} // namespace kube
