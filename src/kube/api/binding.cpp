// SPDX-License-Identifier: Apache-2.0
#include "kube/api/binding.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/request_url.hpp"
#include "kube/values/timestamp.hpp"
#include "util/concat.hpp"

namespace kube {

namespace {

using document::Output;

constexpr std::chrono::milliseconds k_binding_timeout{10'000};
constexpr std::size_t k_longest_name = 253; // of an object

// "<pod>.<number>"; shortens the pod's name so that the result is a valid name.
std::string event_name(const std::string& pod, std::chrono::sys_time<std::chrono::microseconds> at,
                       std::uint64_t serial) {
  const std::string number = util::concat(at.time_since_epoch().count(), '-', serial);
  return util::concat(pod.substr(0, k_longest_name - 1 - number.size()), '.', number);
}

} // namespace

Request binding_request(const Binding& binding, DryRun dry_run) {
  Output body;
  body["apiVersion"] = "v1";
  body["kind"] = "Binding";
  body["metadata"]["name"] = binding.pod;
  body["metadata"]["namespace"] = binding.namespace_name;
  body["metadata"]["uid"] = binding.uid;
  body["metadata"]["resourceVersion"] = binding.resource_version;
  body["target"]["apiVersion"] = "v1";
  body["target"]["kind"] = "Node";
  body["target"]["name"] = binding.node;
  Request request;
  request.method = Method::Post;
  request.path = resource_path({.version = "v1",
                                .namespace_name = binding.namespace_name,
                                .resource = "pods",
                                .name = binding.pod,
                                .subresource = "binding"});
  if (dry_run == DryRun::Server) { request.query.emplace_back("dryRun", "All"); }
  request.content_type = "application/json";
  request.body = document::to_json_line(body);
  request.resource = "pods/binding";
  request.name = binding.pod;
  request.default_timeout = k_binding_timeout;
  request.tells_loss = true;
  return request;
}

Request scheduled_event_request(const Binding& binding, const std::string& instance,
                                std::chrono::sys_time<std::chrono::microseconds> at, std::uint64_t serial) {
  Output body;
  body["apiVersion"] = "events.k8s.io/v1";
  body["kind"] = "Event";
  body["metadata"]["name"] = event_name(binding.pod, at, serial);
  body["metadata"]["namespace"] = binding.namespace_name;
  body["eventTime"] = micro_timestamp(at);
  body["type"] = "Normal";
  body["reason"] = "Scheduled";
  body["action"] = "Binding";
  body["reportingController"] = k_reporting_controller;
  body["reportingInstance"] = instance;
  body["note"] = util::concat("Successfully assigned ", binding.namespace_name, '/', binding.pod, " to ", binding.node);
  body["regarding"]["apiVersion"] = "v1";
  body["regarding"]["kind"] = "Pod";
  body["regarding"]["name"] = binding.pod;
  body["regarding"]["namespace"] = binding.namespace_name;
  body["regarding"]["uid"] = binding.uid;
  Request request;
  request.method = Method::Post;
  request.path = resource_path(
      {.group = "events.k8s.io", .version = "v1", .namespace_name = binding.namespace_name, .resource = "events"});
  request.content_type = "application/json";
  request.body = document::to_json_line(body);
  request.resource = "events.events.k8s.io";
  request.default_timeout = k_binding_timeout;
  request.tells_loss = true;
  return request;
}

} // namespace kube
