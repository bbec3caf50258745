// SPDX-License-Identifier: Apache-2.0
// Writes of bind, and their outcomes.
#include "kube/api/access_review.hpp"
#include "kube/api/binding.hpp"
#include "kube/api/lease.hpp"
#include "kube/api/pod_group_status.hpp"
#include "kube/http/json_answer.hpp"
#include "kube/values/timestamp.hpp"
#include "kube/visit.hpp"

#include <algorithm>
#include <map>

using tests::Visit;

namespace {

kube::Binding binding(const std::string& pod) { return {"ml", pod, "uid-" + pod, "17", "gpu-a"}; }

// Outcome of each binding, by pod.
std::map<std::string, std::string> outcomes(Visit& visit, const std::vector<std::string>& pods) {
  std::map<std::string, std::string> found;
  for (const std::string& pod : pods) {
    visit.client().start(kube::binding_request(binding(pod), kube::DryRun::No), [&](const kube::Outcome& outcome) {
      found[pod] = outcome.is_answer() ? "bound" : outcome.error ? outcome.error->what() : "lost";
    });
  }
  visit.client().run();
  return found;
}

} // namespace

TEST_CASE("a binding names the pod's uid and resourceVersion") {
  const kube::Request request = kube::binding_request(binding("train-0"), kube::DryRun::Server);
  CHECK(request.method == kube::Method::Post);
  CHECK(request.path == "/api/v1/namespaces/ml/pods/train-0/binding");
  CHECK(request.query == kube::Query{{"dryRun", "All"}});
  CHECK(request.body == R"({"apiVersion":"v1","kind":"Binding","metadata":{"name":"train-0","namespace":"ml",)"
                        R"("resourceVersion":"17","uid":"uid-train-0"},)"
                        R"("target":{"apiVersion":"v1","kind":"Node","name":"gpu-a"}})");
  CHECK(kube::binding_request(binding("train-0"), kube::DryRun::No).query.empty());
}

TEST_CASE("a lost or rejected binding does not affect the others") {
  Visit visit("good", "bind~taken");
  const auto found = outcomes(visit, {"a", "lost-1", "taken", "lost-2", "b"});
  CHECK(found.at("a") == "bound");
  CHECK(found.at("b") == "bound");
  CHECK(found.at("lost-1") == "lost");
  CHECK(found.at("lost-2") == "lost");
  CHECK_THAT(found.at("taken"), Catch::StartsWith("Error from server (Conflict): pod taken is already assigned"));
  // A lost binding may have succeeded: the client does not repeat it.
  std::map<std::string, int> asked;
  for (const auto& request : visit.journal()) { ++asked[request.rest]; }
  for (const auto& [path, times] : asked) {
    INFO(path);
    CHECK(times == 1);
  }
}

TEST_CASE("send throws for a lost request regardless of tells_loss") {
  Visit visit("good", "bind");
  kube::Request request = kube::binding_request(binding("lost-1"), kube::DryRun::No);
  request.tells_loss = false;
  CHECK_THROWS_AS(visit.client().send(request), kube::ConnectionError);
  CHECK_THROWS_AS(visit.client().send(kube::binding_request(binding("lost-1"), kube::DryRun::No)),
                  kube::ConnectionError);
}

TEST_CASE("an event has the form of events.k8s.io/v1") {
  const kube::ServerTime at{std::chrono::microseconds(1'772'442'000'000'007)};
  kube::Binding long_name = binding(std::string(253, 'p'));
  const kube::Request request = kube::scheduled_event_request(long_name, "ada@laptop_1", at, 3);
  CHECK(request.path == "/apis/events.k8s.io/v1/namespaces/ml/events");
  kube::JsonAnswer answer;
  const document::Value event = answer.read(request.body);
  CHECK(event["metadata"]["name"].text().size() == 253);
  CHECK_THAT(std::string(event["metadata"]["name"].text()), Catch::EndsWith("p.1772442000000007-3"));
  CHECK(event["eventTime"].text() == "2026-03-02T09:00:00.000007Z");
  CHECK(event["reason"].text() == "Scheduled");
  CHECK(event["type"].text() == "Normal");
  CHECK(event["reportingController"].text() == "kubectl-gang/bind");
  CHECK(event["reportingInstance"].text() == "ada@laptop_1");
  CHECK(event["action"].text() == "Binding");
  CHECK(event["regarding"]["uid"].text() == long_name.uid);
  CHECK_THAT(std::string(event["note"].text()), Catch::EndsWith(" to gpu-a"));
}

TEST_CASE("timestamps print microseconds") {
  const auto text = [](std::int64_t micros) {
    return kube::micro_timestamp(kube::ServerTime(std::chrono::microseconds(micros)));
  };
  CHECK(text(0) == "1970-01-01T00:00:00.000000Z");
  CHECK(text(1'582'934'400'000'000) == "2020-02-29T00:00:00.000000Z");
  CHECK(text(1'609'459'199'999'999) == "2020-12-31T23:59:59.999999Z");
}

TEST_CASE("denied_of returns the permissions that the user lacks") {
  Visit visit("good", "review~get~create");
  const std::vector<kube::Permission> wanted = {
      {"get", "coordination.k8s.io", "leases", "", "kube-system", "l"},
      {"update", "coordination.k8s.io", "leases", "", "kube-system", "l"},
      {"create", "", "pods", "binding", "ml", ""},
      {"patch", "scheduling.x-k8s.io", "podgroups", "status", "ml", ""},
  };
  const auto denied = kube::denied_of(visit.client(), wanted);
  REQUIRE(denied.size() == 2);
  CHECK(kube::permission_text(denied[0]) == "update leases.coordination.k8s.io");
  CHECK(kube::permission_text(denied[1]) == "patch podgroups.scheduling.x-k8s.io/status");
  CHECK(kube::permission_text(wanted[2]) == "create pods/binding");
  const auto journal = visit.journal(); // the server may take the requests in any order
  const auto asks_for_lease = [](const auto& request) {
    kube::JsonAnswer answer;
    const document::Value attributes = answer.read(request.body)["spec"]["resourceAttributes"];
    return attributes["name"].text() == "l" && attributes["namespace"].text() == "kube-system";
  };
  CHECK(journal.size() == 4);
  CHECK(std::ranges::count_if(journal, asks_for_lease) == 2);
}

TEST_CASE("the status of a PodGroup is a merge patch") {
  const kube::Request request =
      kube::pod_group_status_request({"scheduling.x-k8s.io", "ml", "train", "Scheduling", "", 1, 2, 3});
  CHECK(request.method == kube::Method::Patch);
  CHECK(request.path == "/apis/scheduling.x-k8s.io/v1alpha1/namespaces/ml/podgroups/train/status");
  CHECK(request.content_type == "application/merge-patch+json");
  CHECK(request.body == R"({"status":{"failed":3,"phase":"Scheduling","running":1,"succeeded":2}})");
}
