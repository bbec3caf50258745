// SPDX-License-Identifier: Apache-2.0
// CEL expressions that select devices. Expected answers follow the CEL language definition and upstream's device
// environment (dynamic-resource-allocation cel/compile.go).
#include "model/cluster/device.hpp"
#include "model/cluster/device_selector_names.hpp"
#include "support/catch.hpp"

#include <string>

using model::DeviceSelector;
using Answer = model::DeviceSelector::Answer;

namespace {

Answer answer(std::string_view expression) {
  model::Device device{"d0"};
  device.attributes = {{"gpu.example.com/model", std::string_view("A100-40G")},
                       {"gpu.example.com/index", std::int64_t{3}},
                       {"gpu.example.com/healthy", true},
                       {"gpu.example.com/driverVersion", model::DeviceVersion{"1.10.0"}},
                       {"other.example.com/zone", std::string_view("z1")}};
  device.capacities = {{"gpu.example.com/memory", *model::Quantity::parse("40Gi")}};
  const DeviceSelector selector(expression);
  return selector.matches("gpu.example.com", device);
}

bool is_readable(std::string_view expression) { return DeviceSelector(expression).is_readable(); }

} // namespace

TEST_CASE("expressions of published device classes match") {
  for (const std::string_view yes : {
           R"(device.driver == "gpu.example.com")",
           R"( device.driver=='gpu.example.com' && device.attributes['gpu.example.com'].model == 'A100-40G')",
           R"(device.attributes["gpu.example.com"]["index"] < 4)",
           R"(device.attributes["gpu.example.com"].index >= 3 && !(device.attributes["gpu.example.com"].index > 3))",
           R"(device.attributes["gpu.example.com"].healthy)",
           R"(device.attributes["gpu.example.com"].model in ["H100", "A100-40G"])",
           R"("index" in device.attributes["gpu.example.com"])",
           R"(has(device.attributes["other.example.com"].zone) && device.attributes["other.example.com"].zone != "z2")",
           R"(!has(device.attributes["none.example.com"].zone))",
           R"(device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) == 0)",
           R"(device.capacity["gpu.example.com"].memory.isGreaterThan(quantity("39999Mi")))",
           R"(device.capacity["gpu.example.com"].memory == quantity("40960Mi"))",
           R"(device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("1.9.0")))",
           R"(device.attributes["gpu.example.com"].driverVersion.compareTo(semver("1.10.0")) >= 0)",
           R"(device.attributes["gpu.example.com"].driverVersion.isGreaterThan(semver("1.10.0-rc.1")))",
           R"(device.attributes["gpu.example.com"].model.lowerAscii().startsWith("a100"))",
           R"(device.attributes["gpu.example.com"].model.endsWith("40G") ? true : false)",
           R"(true || device.attributes["none"].missing == 1)", // one side decides
       }) {
    INFO(yes);
    CHECK(answer(yes) == Answer::Yes);
  }
}

TEST_CASE("expressions that do not match, and expressions that end with an error") {
  CHECK(answer(R"(device.driver == "other")") == Answer::No);
  CHECK(answer(R"(device.attributes["gpu.example.com"].model == "H100")") == Answer::No);
  CHECK(answer(R"(device.driver == "other" && device.attributes["none"].missing)") == Answer::No);
  CHECK(answer(R"(device.attributes["none"].missing && device.driver == "other")") == Answer::No);
  CHECK(answer(R"(device.capacity["gpu.example.com"].memory.isLessThan(quantity("40Gi")))") == Answer::No);
  CHECK(answer(R"(device.attributes["gpu.example.com"].missing == 1)") == Answer::Unknown); // no such key
  CHECK(answer(R"(device.attributes["gpu.example.com"].model == 1)") == Answer::Unknown);   // no such overload
  CHECK(answer(R"(device.driver)") == Answer::Unknown);                                     // not a truth value
  CHECK(answer(R"(device.capacity["gpu.example.com"].memory > quantity("1Gi"))") == Answer::Unknown);
}

TEST_CASE("expressions outside the subset, and broken ones, are unreadable") {
  for (const std::string_view odd :
       {"", "true false", "device.attributes", "(true", R"(device.driver == "a\n")", "1.5 < 2.0", "0x10 == 16",
        R"(device.driver.matches("a.*"))", "[1].exists(x, x == 1)", "cel.bind(x, 1, x == 1)", "size(device.driver) > 1",
        "device.driver == 'a' &&", "other.driver == 'a'", "99999999999999999999 == 1", "device['driver'] == 'a'",
        "device.attributes['a'].?b.orValue(true)", "1 + 1 == 2", R"(device.driver == """a""")"}) {
    INFO(odd);
    const DeviceSelector selector(odd);
    CHECK((!selector.is_readable() || selector.matches("a", {"d"}) == Answer::Unknown));
  }
  CHECK_FALSE(is_readable(std::string(1000, '(')));
  CHECK_FALSE(is_readable(std::string(1000, '!')));
  CHECK_FALSE(is_readable("device.driver.matches('a')"));
}

TEST_CASE("an expression gets other names, and none where it looks into a text") {
  using Part = model::SelectorPart;
  const auto renamed = [](std::string_view expression) {
    return model::renamed(DeviceSelector(expression),
                          [](Part part, std::string_view text) {
                            return std::string("DMNT").substr(static_cast<std::size_t>(part), 1) + "-" +
                                   std::string(text);
                          })
        .value_or("none");
  };
  CHECK(renamed(R"(device.driver == 'x.io')") == R"((device.driver == "D-x.io"))");
  CHECK(renamed(R"(device.attributes["x.io"].model in ["a", "b"] && !has(device.attributes['y'].z))") ==
        R"(((device.attributes["M-x.io"]["N-model"] in ["T-a", "T-b"]) && !(has(device.attributes["M-y"]["N-z"]))))");
  CHECK(renamed(R"("memory" in device.capacity["x.io"] ? true : 3 < device.attributes["x.io"].numa)") ==
        R"((("N-memory" in device.capacity["M-x.io"]) ? true : (3 < device.attributes["M-x.io"]["N-numa"])))");
  CHECK(renamed(R"(device.capacity["x"].memory.compareTo(quantity("40Gi")) >= 0)") ==
        R"((device.capacity["M-x"]["N-memory"].compareTo(quantity("40Gi")) >= 0))");
  CHECK(renamed(R"(device.attributes["x"].model.startsWith("A"))") == "none");
  CHECK(renamed(R"(device.attributes["x"].model.lowerAscii() == "a")") == "none");
  CHECK(renamed(R"("a" == "a")") == "none");
  CHECK(renamed("device.driver ==") == "none");
  // What it prints reads the same.
  for (const std::string_view text :
       {R"(device.driver == "gpu.example.com" && (device.attributes["gpu.example.com"].index < 4))",
        R"(!(device.attributes["gpu.example.com"].model != "A100-40G") || false)",
        R"(has(device.attributes["gpu.example.com"].index))"}) {
    const std::string again =
        *model::renamed(DeviceSelector(text), [](Part, std::string_view name) { return std::string(name); });
    INFO(again);
    CHECK(answer(again) == Answer::Yes);
  }
}

TEST_CASE("versions compare by number, pre-releases come first") {
  const auto less = [](const std::string& a, const std::string& b) {
    model::Device device{"d"};
    device.attributes = {{"x/v", model::DeviceVersion{a}}};
    const std::string text = "device.attributes['x'].v.isLessThan(semver('" + b + "'))";
    return DeviceSelector(text).matches("x", device) == Answer::Yes;
  };
  // The order of semver.org, 11.
  const std::vector<std::string> order = {"1.0.0-alpha",  "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
                                          "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",       "1.0.0",
                                          "1.9.0",        "1.10.0"};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      INFO(order[i] << " " << order[j]);
      CHECK(less(order[i], order[j]) == (i < j));
    }
  }
  CHECK_FALSE(less("1.0.0+a", "1.0.0+b"));
}
