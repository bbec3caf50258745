// SPDX-License-Identifier: Apache-2.0
#include "kube/values/timeout.hpp"

#include "support/catch.hpp"
#include "util/error.hpp"

#include <utility>
#include <vector>

using namespace std::chrono_literals;

TEST_CASE("--request-timeout parses as in Go") {
  const std::vector<std::pair<const char*, std::chrono::nanoseconds>> good = {{"0", 0s},
                                                                              {"5", 5s},
                                                                              {"+5", 5s},
                                                                              {"0s", 0s},
                                                                              {"1s", 1s},
                                                                              {".5s", 500ms},
                                                                              {"1.s", 1s},
                                                                              {"1us", 1us},
                                                                              {"1µs", 1us},
                                                                              {"1μs", 1us},
                                                                              {"1ms", 1ms},
                                                                              {"1m", 1min},
                                                                              {"1h", 1h},
                                                                              {"1m30s", 90s},
                                                                              {"1.5h", 90min},
                                                                              {"+1s", 1s},
                                                                              {"1h1h", 2h},
                                                                              {"100ns", 100ns},
                                                                              {"+0", 0s},
                                                                              {"0.0000000001s", 0s},
                                                                              {"2562047h", 2562047h},
                                                                              {"007", 7s}};
  for (const auto& row : good) {
    INFO(row.first);
    CHECK(kube::parse_request_timeout(row.first) == row.second);
  }
  for (const char* const bad : {"", "-1", "1d", " 1s", "1s ", "1S", "1e3s", "s", ".s", ".", "-1s", "1x", "1s2",
                                "2562048h", "99999999999999999999", "9223372037s1", "++1s", "0x1s"}) {
    INFO(bad);
    CHECK_THROWS_WITH(kube::parse_request_timeout(bad),
                      "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a "
                      "corresponding time unit (e.g. 1s | 2m | 3h)");
  }
}

TEST_CASE("durations print as in Go") {
  const std::vector<std::pair<std::chrono::nanoseconds, const char*>> rows = {
      {0s, "0s"},       {2s, "2s"},       {32s, "32s"}, {60s, "1m0s"}, {90s, "1m30s"},          {1h, "1h0m0s"},
      {1500ms, "1.5s"}, {500ms, "500ms"}, {1us, "1µs"}, {5ns, "5ns"},  {3661500ms, "1h1m1.5s"}, {1050us, "1.05ms"}};
  for (const auto& row : rows) { CHECK(kube::duration_text(row.first) == row.second); }
}
