// SPDX-License-Identifier: Apache-2.0
// Retries: which requests, after what delay, and with which final error.
#include "kube/visit.hpp"

#include "kube/http/retry.hpp"

using tests::Visit;
using namespace std::chrono_literals;

namespace {

struct Tried {
  std::string error;
  std::size_t requests = 0;
  std::chrono::milliseconds waited{};
  std::vector<std::string> notices;
};

Tried try_it(const std::string& scenario) {
  Visit visit("good", scenario);
  Tried tried;
  tried.error = visit.error_of_get();
  tried.requests = visit.journal().size();
  tried.waited = visit.waited();
  tried.notices = visit.notices;
  return tried;
}

} // namespace

TEST_CASE("the client obeys Retry-After in whole seconds for 429 and 5xx") {
  for (const char* const code : {"429", "500", "503"}) {
    INFO(code);
    const Tried tried = try_it("fail~" + std::string(code) + "~2~3");
    CHECK(tried.error.empty());
    CHECK(tried.requests == 4);
    CHECK(tried.waited == 6s);
    REQUIRE(tried.notices.size() == 1);
    const std::string why = std::string(code) + (std::string(code) == "429" ? ", so it throttles requests" : "");
    CHECK(tried.notices[0] ==
          "the API server asks to wait 2 seconds (it answered with status code " + why + "); waiting");
  }
}

TEST_CASE("every form of Retry-After: only whole seconds below the ceiling cause a retry") {
  struct Row {
    const char* value;
    std::size_t requests;
    std::chrono::milliseconds waited;
  };
  const std::vector<Row> rows = {{"0", 2, 0s},     {"1", 2, 1s},
                                 {"+1", 2, 1s},    {"%201", 2, 1s},
                                 {"-5", 2, 0s},    {"absent", 1, 0s},
                                 {"1e3", 1, 0s},   {"1.5", 1, 0s},
                                 {"86400", 1, 0s}, {"99999999999999999999", 1, 0s},
                                 {"", 1, 0s},      {"Wed,%2021%20Oct%202099%2007:28:00%20GMT", 1, 0s}};
  for (const Row& row : rows) {
    INFO(row.value);
    const Tried tried = try_it("fail~503~" + std::string(row.value) + "~1");
    CHECK(tried.requests == row.requests);
    CHECK(tried.waited == row.waited);
    CHECK(tried.error == (row.requests == 1 ? "Error from server (ServiceUnavailable): no. 1" : ""));
    CHECK(tried.notices.empty());
  }
  CHECK(try_it("fail~404~1~1").requests == 1);
}

TEST_CASE("retries end after 11 attempts, or at the ceiling of waiting") {
  const Tried often = try_it("fail~429~1~99");
  CHECK(often.requests == 11);
  CHECK(often.waited == 10s);
  CHECK(often.error == "Error from server (TooManyRequests): no. 11");
  const Tried long_wait = try_it("fail~429~25~99");
  CHECK(long_wait.requests == 3);
  CHECK(long_wait.waited == 50s);
}

TEST_CASE("the client retries a lost connection after a second") {
  for (const char* const way : {"reset", "close"}) {
    INFO(way);
    const Tried twice = try_it(std::string(way) + "~2");
    CHECK(twice.error.empty());
    CHECK(twice.requests == 3);
    CHECK(twice.waited == 2s);
    const Tried always = try_it(std::string(way) + "~99");
    CHECK(always.requests == 11);
    CHECK(always.waited == 10s);
    CHECK(always.error == (std::string(way) == "reset"
                               ? "Unable to connect to the server: read: connection reset by peer"
                               : "Unable to connect to the server: EOF"));
  }
  const Tried both = try_it("reset-then-close");
  CHECK(both.error ==
        "Unable to connect to the server: EOF - error from a previous attempt: read: connection reset by peer");
}

TEST_CASE("the client never repeats a request that may have succeeded") {
  Visit visit("good", "reset~99");
  kube::Request request;
  request.method = kube::Method::Post;
  request.path = "/api/v1/pods";
  request.body = "{}";
  request.content_type = "application/json";
  CHECK_THROWS_WITH(visit.client().send(request), "Unable to connect to the server: read: connection reset by peer");
  CHECK(visit.journal().size() == 1);
  Visit busy("good", "fail~429~1~1");
  CHECK(busy.client().send(request).status == 200);
  CHECK(busy.journal().back().body == "{}");
}

TEST_CASE("the error about an incomplete answer names the request") {
  for (const char* const scenario : {"cut", "cut-chunked"}) {
    INFO(scenario);
    const Tried tried = try_it(scenario);
    CHECK(tried.error.find("the answer to GET https://127.0.0.1:") == 0);
    CHECK(tried.error.find("/api/v1/pods cannot be read: unexpected EOF") != std::string::npos);
    CHECK(tried.requests == 11);
  }
}

TEST_CASE("a timeout covers all attempts together, and the request names it") {
  Visit visit("good", "fail~429~2~99");
  visit.options.request_timeout = 5s;
  CHECK(visit.error_of_get() == "Error from server (TooManyRequests): no. 3");
  CHECK(visit.waited() == 4s);
  CHECK(visit.journal().front().query.at("timeout") == "5s");
}

TEST_CASE("a timeout ends requests to silent and slow servers") {
  struct Row {
    const char* scenario;
    const char* error;
  };
  for (const Row& row : {Row{"silent", "Unable to connect to the server: net/http: request canceled (Client.Timeout "
                                       "exceeded while awaiting headers)"},
                         Row{"slow", "/api/v1/pods?timeout=400ms cannot be read: context deadline exceeded "
                                     "(Client.Timeout or context cancellation while reading body)"}}) {
    INFO(row.scenario);
    Visit visit("good", row.scenario);
    visit.use_real_time();
    visit.options.request_timeout = 400ms;
    const auto start = std::chrono::steady_clock::now();
    const std::string error = visit.error_of_get();
    INFO(error);
    CHECK(error.find(row.error) != std::string::npos);
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(took >= 390ms);
    CHECK(took < 3s);
    CHECK(visit.journal().size() == 1);
  }
}

TEST_CASE("the client gives up a server that is silent for too long, even without a timeout") {
  Visit visit("good", "silent");
  visit.use_real_time();
  visit.options.silence_timeout = 1s;
  CHECK(visit.error_of_get() ==
        "Unable to connect to the server: the server has been silent for too long; the connection was given up");
}

TEST_CASE("401: the client refreshes credentials once") {
  Visit visit("good", "token~new");
  visit.use_token("old");
  visit.later = {{{{"Authorization", "Bearer new"}}, {}, {}, 0}};
  CHECK(visit.list_pods().names.size() == 1200);
  CHECK(visit.refreshes == 1);
  CHECK(visit.journal().size() == 4);

  Visit never("good", "token~new");
  never.use_token("old");
  never.later = {{{{"Authorization", "Bearer older"}}, {}, {}, 0}, {{{"Authorization", "Bearer oldest"}}, {}, {}, 0}};
  CHECK(never.error_of_get() == "You must be logged in to the server (Unauthorized)");
  CHECK(never.refreshes == 1);
  CHECK(never.journal().size() == 2);

  Visit nothing("good", "token~new");
  nothing.use_token("old");
  CHECK(nothing.error_of_get() == "You must be logged in to the server (Unauthorized)");
  CHECK(nothing.journal().size() == 1);
}

TEST_CASE("401 for several requests at once: one refresh serves all") {
  Visit visit("good", "token~new");
  visit.use_token("old");
  visit.later = {{{{"Authorization", "Bearer new"}}, {}, {}, 0}, {{{"Authorization", "Bearer wrong"}}, {}, {}, 0}};
  int done = 0;
  for (int i = 0; i < 4; ++i) {
    kube::Request request;
    request.path = "/api/v1/pods";
    visit.client().start(request, [&done](const kube::Outcome& outcome) { done += outcome.error ? 0 : 1; });
  }
  visit.client().run();
  CHECK(done == 4);
  CHECK(visit.refreshes == 1);
}
