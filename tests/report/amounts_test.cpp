// SPDX-License-Identifier: Apache-2.0
#include "report/amounts.hpp"
#include "support/catch.hpp"

#include <cstdint>

using report::amount_of_text;
using report::amount_text;
using report::Rounding;

namespace {

constexpr std::int64_t k_ki = 1024, k_mi = k_ki * 1024, k_gi = k_mi * 1024;

std::string down(std::string_view resource, std::int64_t amount) {
  return amount_text(resource, amount, Rounding::Down);
}
std::string up(std::string_view resource, std::int64_t amount) { return amount_text(resource, amount, Rounding::Up); }

} // namespace

TEST_CASE("cpu prints as cores, or as milli-cores if it is less than one") {
  CHECK(down("cpu", 2000) == "2");
  CHECK(down("cpu", 500) == "500m");
  CHECK(down("cpu", 1500) == "1.5");
  CHECK(down("cpu", 195'920) == "195.92");
  CHECK(down("cpu", 1001) == "1.001");
  CHECK(down("cpu", 200'000) == "200");
  CHECK(down("cpu", -1500) == "-1.5");
  CHECK(down("cpu", 0) == "0");
}

TEST_CASE("memory, storage and huge pages print as bytes") {
  CHECK(down("memory", k_gi) == "1Gi");
  CHECK(down("memory", k_gi + k_gi / 2) == "1.5Gi");
  CHECK(down("ephemeral-storage", 100 * k_mi) == "100Mi");
  CHECK(down("hugepages-2Mi", 64 * k_mi) == "64Mi");
  CHECK(down("memory", 512) == "512");
  CHECK(down("memory", 0) == "0");
  CHECK(down("memory", std::int64_t{3} << 60) == "3Ei");
  CHECK(down("memory", 1537 * k_mi) == "1537Mi"); // exact and short enough
}

TEST_CASE("two decimals round free amounts down and needs up") {
  const std::int64_t node = 65'838'116 * k_ki; // 62.788... GiB
  CHECK(down("memory", node) == "62.78Gi");
  CHECK(up("memory", node) == "62.79Gi");
  SECTION("a need never looks as small as a smaller free amount") {
    for (std::int64_t free = node; free < node + 40 * k_mi; free += 777'777) {
      CHECK(down("memory", free) != up("memory", free + 1));
    }
  }
  CHECK(down("memory", INT64_MAX) == "7.99Ei");
  CHECK(up("memory", INT64_MAX) == "8Ei");
}

TEST_CASE("other resources print as counts") {
  CHECK(down("nvidia.com/gpu", 4) == "4");
  CHECK(down("nvidia.com/gpu", 123'456'789) == "123456789");
}

TEST_CASE("overcommitted nodes have negative amounts") {
  CHECK(down("cpu", -500) == "-500m");
  CHECK(down("memory", -(65'838'116 * k_ki)) == "-62.79Gi");
  CHECK(down("nvidia.com/gpu", INT64_MIN) == "-9223372036854775807");
}

TEST_CASE("amounts print with their units") {
  CHECK(amount_of_text("nvidia.com/gpu", 4, Rounding::Up) == "4 nvidia.com/gpu");
  CHECK(amount_of_text("memory", 32 * k_gi, Rounding::Up) == "32Gi memory");
  CHECK(amount_of_text("pods", 1, Rounding::Up) == "1 pod slot");
  CHECK(amount_of_text("pods", 3, Rounding::Up) == "3 pod slots");
}
