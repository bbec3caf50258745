// SPDX-License-Identifier: Apache-2.0
// Lists page by page: order, paging, expired lists, broken pages.
#include "kube/visit.hpp"

#include <thread>

using tests::contains;
using tests::Listing;
using tests::Visit;

namespace {

bool in_order(const Listing& listing, std::size_t count) {
  std::vector<std::string> sorted = listing.names;
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return listing.names.size() == count && sorted == listing.names;
}

std::string page_error(const std::string& scenario) {
  Visit visit("good", scenario);
  return visit.list_pods().error;
}

} // namespace

TEST_CASE("a list comes in pages, in order, with its metadata") {
  Visit visit("good", "list");
  const Listing pods = visit.list_pods(
      {{"resourceVersion", "77"}, {"resourceVersionMatch", "Exact"}, {"labelSelector", "a=b,c in (d)"}});
  CHECK(pods.error.empty());
  CHECK(in_order(pods, 1200));
  CHECK(pods.kinds == std::vector<std::string>{"v1 Pod"});
  CHECK(pods.outcome.resource_version == "77");
  CHECK(pods.outcome.items == 1200);
  CHECK(pods.outcome.restarts == 0);
  CHECK(pods.progress == std::vector<std::string>{"500+700", "1000+200", "1200+?"});
  const auto age = std::chrono::system_clock::now() - pods.outcome.taken_at;
  CHECK(std::chrono::abs(age) < std::chrono::minutes(1));

  const auto journal = visit.journal();
  REQUIRE(journal.size() == 3);
  CHECK_THAT(
      journal[0].path,
      Catch::Equals(
          "/list/" + visit.run() +
              "/api/v1/"
              "pods?labelSelector=a%3Db%2Cc%20in%20%28d%29&limit=500&resourceVersion=77&resourceVersionMatch=Exact",
          Catch::CaseSensitive::No)); // libcurl of some releases writes %3d
  CHECK(journal[1].query.at("continue") == "500!");
  CHECK(journal[1].query.at("labelSelector") == "a=b,c in (d)");
  CHECK(journal[1].query.count("resourceVersion") + journal[1].query.count("resourceVersionMatch") == 0);
  // All requests share one connection.
  CHECK(journal[0].port == journal[2].port);
}

TEST_CASE("reading a page overlaps with the request for the next one, and no other") {
  Visit visit("good", "list");
  std::vector<std::size_t> asked; // requests so far, at the end of each page
  kube::Lister lister(visit.client());
  lister.add({.version = "v1", .resource = "pods"}, {[&](const document::Item& item) {
                                                       // Leaves time for every answer to arrive.
                                                       if (item.place.item % 50 == 0) {
                                                         std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                                       }
                                                       if (item.place.item % 500 == 0) {
                                                         asked.push_back(visit.journal().size());
                                                       }
                                                     },
                                                     [] {},
                                                     {}});
  lister.run();
  CHECK(asked == std::vector<std::size_t>{2, 3});
}

TEST_CASE("metadata may follow the items, and items may have their own kind") {
  Visit visit("good", "custom");
  const Listing things = visit.list({.group = "example.com", .version = "v1", .resource = "things"});
  CHECK(things.error.empty());
  CHECK(things.names == std::vector<std::string>{"a\\\"]}", "b"});
  CHECK(things.kinds == std::vector<std::string>{"example.com/v1 Thing"});
  CHECK(things.outcome.resource_version == "5");
  CHECK(visit.journal().front().rest == "/apis/example.com/v1/things");
}

TEST_CASE("several lists in parallel: one denied list does not stop the others") {
  Visit visit("good", "list");
  kube::Lister lister(visit.client());
  std::map<std::string, int> items;
  for (const char* const resource : {"pods", "secrets", "nodes", "jobs", "things", "leases"}) {
    const bool is_pods = std::string_view(resource) != "nodes";
    lister.add({.version = "v1", .resource = resource, .kind = is_pods ? "Pod" : "Node"},
               {[&items, resource](const document::Item&) { ++items[resource]; }, [] {}, {}});
  }
  const std::vector<kube::ListOutcome> outcomes = lister.run();
  REQUIRE(outcomes.size() == 6);
  CHECK(items == std::map<std::string, int>{{"pods", 1200}, {"jobs", 1200}, {"things", 1200}, {"leases", 1200}});
  REQUIRE(outcomes[1].error);
  CHECK(outcomes[1].error->reason() == "Forbidden");
  CHECK(outcomes[2].resource_version == "78");
  CHECK(!outcomes[2].error);
  // At most 4 requests in flight; without HTTP/2 each needs a connection of its own.
  std::vector<int> ports;
  for (const auto& asked : visit.journal()) { ports.push_back(asked.port); }
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
  CHECK(ports.size() <= 4);
  CHECK(ports.size() > 1);
}

TEST_CASE("an expired list restarts: once in pages, once as a whole, then not again") {
  for (const int passes : {1, 2, 3}) {
    INFO(passes);
    Visit visit("good", "expire~" + std::to_string(passes));
    const Listing pods = visit.list_pods();
    const auto journal = visit.journal();
    if (passes == 3) {
      CHECK(pods.error == "Error from server (Expired): The provided continue parameter is too old");
      REQUIRE(pods.outcome.error);
      CHECK(pods.outcome.error->status().continue_token == "inconsistent");
      CHECK(journal.size() == 6);
      continue;
    }
    CHECK(pods.error.empty());
    CHECK(in_order(pods, 1200));
    CHECK(pods.outcome.items == 1200);
    CHECK(pods.outcome.restarts == passes);
    CHECK(journal.size() == 5);
    CHECK(journal.back().query.count("limit") == (passes == 1 ? 1 : 0));
    for (const auto& asked : journal) {
      const auto token = asked.query.find("continue");
      if (token != asked.query.end()) { CHECK(token->second != "inconsistent"); }
    }
  }
}

TEST_CASE("a revision that expired before the first page is an error without a restart") {
  Visit visit("good", "expired-at-once");
  const Listing pods = visit.list_pods({{"resourceVersion", "1"}, {"resourceVersionMatch", "Exact"}});
  REQUIRE(pods.outcome.error);
  CHECK(pods.outcome.error->code() == 410);
  CHECK(visit.journal().size() == 1);
}

TEST_CASE("the error about an unusable page names the request") {
  const std::string cut = page_error("truncated-json");
  CHECK(contains(cut, "the answer to GET https://127.0.0.1:"));
  CHECK(contains(cut, "/api/v1/pods?limit=500 cannot be used: it is cut off"));
  CHECK(contains(page_error("raw~"), "cannot be used: it is empty"));
  CHECK(contains(page_error("raw~hello~text%2Fhtml"), "cannot be used: it is no JSON object"));
  CHECK(
      contains(page_error("raw~%7B%22kind%22:%22Table%22%7D"), "cannot be used: it is of kind \"Table\" and no list"));
  CHECK(contains(page_error("raw~%7B%22kind%22:%22NodeList%22,%22apiVersion%22:%22v1%22,%22items%22:[]%7D"),
                 "cannot be used: it is a v1 NodeList, and a list of v1 pods was asked for"));
  CHECK(contains(page_error("raw~%7B%22kind%22:%22PodList%22,%22apiVersion%22:%22v2%22,%22items%22:[]%7D"),
                 "it is a v2 PodList"));
  CHECK(contains(page_error("raw~%7B%22kind%22:%22PodList%22,%22apiVersion%22:%22v1%22,%22items%22:[%7B%7D,3]%7D"),
                 "its item 2 cannot be read: it is no object"));
  CHECK(contains(
      page_error("raw~%7B%22kind%22:%22PodList%22,%22apiVersion%22:%22v1%22,%22items%22:[%7B%22a%22:01%7D]%7D"),
      "its item 1 cannot be read"));
  CHECK(contains(page_error("same-token"), "it continues with itself"));
}

TEST_CASE("a failing sink ends all lists, and the client stays usable") {
  Visit visit("good", "list");
  kube::Lister lister(visit.client());
  lister.add({.version = "v1", .resource = "pods"},
             {[](const document::Item&) { throw util::Error("no room on the disk"); }, [] {}, {}});
  CHECK_THROWS_WITH(lister.run(), "no room on the disk");
  CHECK(visit.list_pods().names.size() == 1200);
}

TEST_CASE("the user may interrupt at any time") {
  for (const char* const scenario : {"silent", "slow", "fail~429~30~99"}) {
    INFO(scenario);
    Visit visit("good", scenario);
    visit.use_real_time();
    const auto start = std::chrono::steady_clock::now();
    visit.options.cancelled = [start] {
      return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(300);
    };
    CHECK_THROWS_AS(visit.get(), kube::Interrupted);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
  }
}
