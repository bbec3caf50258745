// SPDX-License-Identifier: Apache-2.0
// Resource names, and the integers that the scheduler counts.
#include "model/cluster/effective_requests.hpp"
#include "model/values/resources.hpp"

#include "support/catch.hpp"

#include <vector>

using model::Quantity;
using model::ResourceNames;

TEST_CASE("built-in resources have fixed numbers, and others follow in the order of their first use") {
  ResourceNames names;
  CHECK(names.intern("cpu") == model::k_cpu);
  CHECK(names.intern("memory") == model::k_memory);
  CHECK(names.intern("ephemeral-storage") == model::k_ephemeral_storage);
  CHECK(names.intern("pods") == model::k_pods);
  CHECK(names.size() == 4);
  CHECK(!names.find("nvidia.com/gpu"));
  const std::string_view gpu = "nvidia.com/gpu";
  CHECK(names.intern(gpu) == 4);
  CHECK(names.intern("nvidia.com/gpu") == 4);
  CHECK(names.find("nvidia.com/gpu") == 4);
  CHECK(names.name(4).data() == gpu.data()); // the same view as given
}

TEST_CASE("the scheduler counts extended, hugepages, prefixed native and attachable names") {
  for (const std::string& name :
       std::vector<std::string>{"nvidia.com/gpu", "example.com/a_b.C", "hugepages-2Mi", "hugepages-",
                                "attachable-volumes-aws-ebs", "kubernetes.io/batteries", "sub.kubernetes.io/x"}) {
    INFO(name);
    CHECK(model::is_scalar_resource_name(name));
  }
}

TEST_CASE("the scheduler ignores every other name") {
  for (const std::string& name : std::vector<std::string>{
           "gpu", "storage", "", "/gpu", "nvidia.com/", "requests.nvidia.com/gpu", "NVIDIA.com/gpu", "a/b/c",
           "nvidia.com/" + std::string(64, 'x'), std::string(245, 'a') + "/x"}) {
    INFO(name);
    CHECK(!model::is_scalar_resource_name(name));
  }
}

TEST_CASE("the longest domain leaves space for a quota's prefix") {
  CHECK(model::is_scalar_resource_name(std::string(244, 'a') + "/x")); // with "requests." 253
}

TEST_CASE("cpu counts in milli-cores, the rest in whole units, rounded up") {
  CHECK(model::scheduler_amount(model::k_cpu, *Quantity::parse("0.0001")) == 1);
  CHECK(model::scheduler_amount(model::k_cpu, *Quantity::parse("2")) == 2000);
  CHECK(model::scheduler_amount(model::k_memory, *Quantity::parse("1.5")) == 2);
}

TEST_CASE("a list becomes integers without zeros and without names that no filter reads") {
  ResourceNames names;
  names.intern("zzz.com/first");
  const model::ResourceQuantities list = {
      {"cpu", *Quantity::parse("1500m")},      {"gpu", *Quantity::parse("1")},
      {"memory", *Quantity::parse("1Gi")},     {"nvidia.com/gpu", *Quantity::parse("8")},
      {"pods", *Quantity::parse("110")},       {"zero.com/x", *Quantity::parse("0")},
      {"zzz.com/first", *Quantity::parse("3")}};
  const model::ResourceAmounts amounts = model::to_amounts(list, names);
  CHECK(amounts == model::ResourceAmounts{
                       {model::k_cpu, 1500}, {model::k_memory, 1'073'741'824}, {model::k_pods, 110}, {4, 3}, {5, 8}});
  CHECK(names.size() == 6);
  CHECK(model::amount_of(amounts, 5) == 8);
  CHECK(model::amount_of(amounts, model::k_ephemeral_storage) == 0);
  CHECK(model::amount_of({}, model::k_cpu) == 0);
}
