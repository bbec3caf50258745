// SPDX-License-Identifier: Apache-2.0
#include "kube/api/lease.hpp"

#include "document/yaml/writer.hpp"
#include "kube/http/json_answer.hpp"
#include "kube/http/request_url.hpp"
#include "kube/http/server_time.hpp"
#include "kube/values/timestamp.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace kube {

namespace {

constexpr std::chrono::seconds k_margin{5};
constexpr std::chrono::milliseconds k_lease_timeout{10'000};

Request lease_request(Method method, const LeaseAddress& address, bool is_new) {
  Request request;
  request.method = method;
  request.path = resource_path({.group = "coordination.k8s.io",
                                .version = "v1",
                                .namespace_name = address.namespace_name,
                                .resource = "leases",
                                .name = is_new ? std::string_view() : std::string_view(address.name)});
  request.resource = "leases.coordination.k8s.io";
  request.name = address.name;
  request.default_timeout = k_lease_timeout;
  return request;
}

std::optional<ServerTime> time_of(document::Value value) {
  const auto seconds = parse_timestamp(value.text());
  return seconds ? std::optional<ServerTime>(*seconds) : std::nullopt;
}

// 0 if it is no number. Clamps to the API server's own limits, so that sums cannot overflow.
std::int64_t int32_of(document::Value value) {
  return std::clamp<std::int64_t>(util::parse_int64(value.text()).value_or(0), 0,
                                  std::numeric_limits<std::int32_t>::max());
}

LeaseRecord record_of(const Response& response) {
  JsonAnswer answer;
  const document::Value lease = answer.read(response.body);
  const document::Value spec = lease["spec"];
  LeaseRecord record;
  record.holder = spec["holderIdentity"].text();
  record.duration = std::chrono::seconds(int32_of(spec["leaseDurationSeconds"]));
  record.acquired = time_of(spec["acquireTime"]);
  record.renewed = time_of(spec["renewTime"]);
  record.transitions = int32_of(spec["leaseTransitions"]);
  record.uid = lease["metadata"]["uid"].text();
  record.resource_version = lease["metadata"]["resourceVersion"].text();
  return record;
}

std::string body_of(const LeaseAddress& address, const LeaseRecord& record) {
  document::Output body;
  body["apiVersion"] = "coordination.k8s.io/v1";
  body["kind"] = "Lease";
  document::Output& metadata = body["metadata"];
  metadata["name"] = address.name;
  metadata["namespace"] = address.namespace_name;
  // A precondition. Without it a PUT recreates a deleted Lease (apiserver, registry/coordination/lease,
  // AllowCreateOnUpdate; registry/rest, defaultUpdatedObjectInfo.Preconditions).
  if (!record.uid.empty()) { metadata["uid"] = record.uid; }
  if (!record.resource_version.empty()) { metadata["resourceVersion"] = record.resource_version; }
  document::Output& spec = body["spec"];
  spec["holderIdentity"] = record.holder;
  spec["leaseDurationSeconds"] = record.duration.count();
  spec["leaseTransitions"] = record.transitions;
  if (record.acquired) { spec["acquireTime"] = micro_timestamp(*record.acquired); }
  if (record.renewed) { spec["renewTime"] = micro_timestamp(*record.renewed); }
  return document::to_json_line(body);
}

// Returns the Lease in the answer; nullopt if the server answers with the status `expected_no`.
std::optional<LeaseRecord> ask(Client& client, Request request, int expected_no, ServerTime& now) {
  std::optional<Outcome> outcome;
  client.start(std::move(request), [&outcome](Outcome result) { outcome = std::move(result); });
  client.run();
  now = std::chrono::time_point_cast<std::chrono::microseconds>(server_time(outcome->response));
  if (!outcome->error) { return record_of(outcome->response); }
  if (outcome->error->code() != expected_no) { throw ApiError(*outcome->error); }
  return std::nullopt;
}

} // namespace

bool LeaseRecord::is_free(ServerTime now) const {
  return holder.empty() || !renewed || *renewed + duration + k_margin < now;
}

std::optional<LeaseRecord> read_lease(Client& client, const LeaseAddress& address, ServerTime& now) {
  return ask(client, lease_request(Method::Get, address, false), 404, now);
}

std::optional<LeaseRecord> write_lease(Client& client, const LeaseAddress& address, const LeaseRecord& record,
                                       ServerTime& now) {
  const bool is_new = record.resource_version.empty();
  Request request = lease_request(is_new ? Method::Post : Method::Put, address, is_new);
  request.content_type = "application/json";
  request.body = body_of(address, record);
  return ask(client, std::move(request), 409, now);
}

} // namespace kube
