// SPDX-License-Identifier: Apache-2.0
#include "kube/api/discovery.hpp"

#include "kube/visit.hpp"

#include <array>

using tests::Visit;

namespace {

constexpr std::array<std::string_view, 2> k_groups = {"example.com", "metrics.k8s.io"};

std::string summary(const kube::Discovery& found) {
  std::string out;
  for (const auto& resource : found.resources) {
    out += resource.group + "/" + resource.version + "/" + resource.resource + "=" + resource.kind +
           (resource.is_namespaced ? "+" : "") + " ";
  }
  for (const auto& gone : found.unavailable) { out += "!" + gone; }
  return out;
}

} // namespace

TEST_CASE("aggregated discovery takes two requests") {
  Visit visit("good", "discovery~aggregated");
  const kube::Discovery found = kube::discover(visit.client(), k_groups);
  CHECK(found.can_list("", "v1", "pods"));
  CHECK(found.can_list("example.com", "v2", "things"));
  CHECK(!found.can_list("example.com", "v3", "things"));
  CHECK(!found.can_list("", "v1", "pods/status"));
  REQUIRE(found.find("other.io", "v1", "others") != nullptr);
  CHECK(!found.can_list("other.io", "v1", "others")); // get only
  CHECK(found.find("", "v1", "pods")->is_namespaced);
  CHECK(!found.find("", "v1", "nodes")->is_namespaced);
  // A stale version is unavailable, not absent.
  CHECK(found.find("metrics.k8s.io", "v1beta1", "pods") == nullptr);
  CHECK(found.is_unavailable("metrics.k8s.io", "v1beta1"));
  CHECK(!found.is_unavailable("example.com", "v1"));
  const auto journal = visit.journal();
  REQUIRE(journal.size() == 2);
  CHECK(journal[0].query.at("timeout") == "32s");
}

TEST_CASE("discovery accepts a server without the core group") {
  Visit visit("good", "discovery~no-api");
  const kube::Discovery found = kube::discover(visit.client(), k_groups);
  CHECK(found.find("", "v1", "pods") == nullptr);
  CHECK(found.can_list("example.com", "v1", "things"));
}

TEST_CASE("discovery asks older servers only for the wanted groups") {
  Visit visit("good", "discovery~legacy");
  const kube::Discovery found = kube::discover(visit.client(), k_groups);
  CHECK(summary(found).find("example.com/v1/things=Thing+ example.com/v2/things=Thing+ ") !=
        std::string::npos); // the preferred version comes first
  CHECK(summary(found).find("/v1/pods=Pod+ /v1/nodes=Node ") != std::string::npos);
  CHECK(found.is_unavailable("metrics.k8s.io", "v1beta1"));
  CHECK(found.find("other.io", "v1", "others") == nullptr);
  CHECK(found.find("", "v1", "pods/status") == nullptr);
  for (const auto& asked : visit.journal()) { CHECK(asked.rest.find("other.io") == std::string::npos); }
}

TEST_CASE("denied or garbled discovery is an error") {
  Visit denied("good", "status~403~text%2Fplain~no");
  CHECK_THROWS_WITH(kube::discover(denied.client(), k_groups), "Error from server (Forbidden): no");
  Visit garbled("good", "raw~[]");
  CHECK_THROWS_WITH(kube::discover(garbled.client(), k_groups),
                    Catch::Contains("cannot be used: it is no JSON object"));
}

TEST_CASE("server_version returns the server's version") {
  Visit visit("good", "discovery~aggregated");
  const kube::ServerVersion version = kube::server_version(visit.client());
  CHECK(version.git_version == "v1.34.2");
  CHECK(version.major == "1");
  CHECK(version.minor == "34+");
}
