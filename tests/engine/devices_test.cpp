// SPDX-License-Identifier: Apache-2.0
// DynamicResources: which claim refuses which node, with the texts, and which devices the run takes from later pods.
#include "engine/ask.hpp"
#include "engine/ask_sizing.hpp"
#include "engine/feasibility/feasibility.hpp"
#include "engine/run/simulation.hpp"
#include "model/cluster/device_selector.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <deque>
#include <string>

using namespace engine;
using tests::ClusterBuilder;
using tests::operator""_pod;
using tests::operator""_node;

namespace {

void begins(const std::string& text, const std::string& expected) {
  CHECK(text.substr(0, expected.size()) == expected);
}

void claims(ClusterBuilder::PodSpecRow& pod, std::string_view entry) { pod.spec.resource_claims.push_back(entry); }

model::ResourceClaim claim(std::string_view name, std::int64_t count = 1, std::string_view device_class = "gpu") {
  model::ResourceClaim made;
  made.namespace_name = "default";
  made.name = name;
  made.requests = {{.name = "r", .device_class = device_class, .count = count}};
  return made;
}

model::ResourceSlice slice(std::string_view name, std::string_view node, const std::vector<std::string_view>& devices) {
  model::ResourceSlice made;
  made.name = name;
  made.driver = "gpu.example.com";
  made.pool = node;
  made.node_name = node;
  for (const std::string_view device : devices) { made.devices.push_back({device}); }
  return made;
}

model::DeviceSelectors selectors(std::string_view expression) { return {model::DeviceSelector(expression)}; }

// Node a has two devices, node b one. Device class gpu selects every device of their driver.
model::ClusterSnapshot two_nodes(const ClusterBuilder& builder, std::vector<model::ResourceClaim> claims) {
  model::ClusterSnapshot cluster = builder.build();
  cluster.resource_claims = std::move(claims);
  cluster.device_classes = {{"gpu", selectors("device.driver == 'gpu.example.com'")}};
  cluster.resource_slices = {slice("s-a", "a", {"d0", "d1"}), slice("s-b", "b", {"d0"})};
  return cluster;
}

ClusterBuilder nodes() {
  ClusterBuilder c;
  c.node("a");
  c.node("b");
  return c;
}

} // namespace

TEST_CASE("a missing, terminating, not yet created or foreign ResourceClaim keeps the pod out of the queue") {
  ClusterBuilder c = nodes();
  claims(c.pod("p0"), "name=nowhere");
  claims(c.pod("p1"), "name=going");
  claims(c.pod("p2"), "template=t|r");
  auto& other = c.pod("p3");
  other.status.made_claims = {{"r", "not-mine"}};
  claims(other, "template=t|r");
  claims(c.pod("p4"), "name=odd");
  auto& none = c.pod("p5");
  none.status.made_claims = {{"r", ""}}; // the driver needed no claim
  claims(none, "template=t|r");
  auto going = claim("going");
  going.terminating = true;
  auto foreign = claim("not-mine");
  foreign.owner_uid = "another";
  const model::Report report = tests::explain(two_nodes(c, {going, foreign, claim("odd", 1, "tape")}));
  const std::string all = "0/2 nodes are available: ";
  const auto kept_out = [&](const std::string& pod) { // the scheduler writes no message
    const model::PodReport& row = tests::pod(report, pod);
    CHECK(row.outcome == model::Outcome::NotAttempted);
    CHECK(row.message.empty());
    REQUIRE(row.reasons.size() == 1);
    CHECK(row.reasons[0].plugin == "DynamicResources");
    return row.reasons[0].reason;
  };
  CHECK(kept_out("p0") == "could not find ResourceClaim \"default/nowhere\"");
  CHECK(kept_out("p1") == "resourceclaim \"going\" is being deleted");
  CHECK(kept_out("p2") == "pod \"default/p2\": ResourceClaim not created yet");
  CHECK(kept_out("p3") == "ResourceClaim default/not-mine was not created for pod default/p3 (pod is not owner)");
  begins(tests::pod(report, "p4").message, all + "request r: device class tape does not exist. ");
  CHECK(tests::pod(report, "p5").node == "a");
}

TEST_CASE("each node counts its free devices, without those that the run allocated") {
  ClusterBuilder c = nodes();
  claims(c.pod("p0"), "name=c0");
  claims(c.pod("p1"), "name=c1");
  claims(c.pod("p2"), "name=c2");
  const model::Report report = tests::explain(two_nodes(c, {claim("c0", 2), claim("c1"), claim("c2")}));
  CHECK(tests::pod(report, "p0").node == "a"); // b has only one
  CHECK(tests::pod(report, "p1").node == "b");
  begins(tests::pod(report, "p2").message, "0/2 nodes are available: 2 cannot allocate all claims. still not "
                                           "schedulable, preemption: 0/2 nodes are available: 2 Preemption is not "
                                           "helpful for scheduling.");
}

TEST_CASE("an allocated claim is available on the nodes of its allocation and takes its devices") {
  ClusterBuilder c = nodes();
  claims(c.pod("p0").selects("kubernetes.io/hostname", "a"), "name=c0");
  claims(c.pod("p1"), "name=c0");
  claims(c.pod("p2"), "name=c1");
  auto allocated = claim("c0");
  allocated.allocated = true;
  allocated.nodes = {{{}, {{"metadata.name", model::SelectorOperator::In, {"b"}}}}};
  allocated.devices = {{"gpu.example.com", "b", "d0"}};
  allocated.reserved_for = {"a-running-pod"};
  const model::Report report = tests::explain(two_nodes(c, {allocated, claim("c1")}));
  CHECK(tests::pod(report, "p0").message.find("1 resourceclaim not available on the node") != std::string::npos);
  CHECK(tests::pod(report, "p1").node == "b");
  CHECK(tests::pod(report, "p2").node == "a");
}

// The scheduler frees such a claim for a pod that fits nowhere, which then allocates it again.
TEST_CASE("an allocated claim that no other pod uses is freed and moves to another node") {
  const auto report = [](std::vector<std::string_view> reserved_for, const char* version) {
    ClusterBuilder c;
    c.node("a").has("cpu", 1000);
    c.node("b").has("cpu", 8000);
    c.group("g").min_member(1);
    claims(c.pod("p").in("g").asks("cpu", 4000), "name=c0");
    auto allocated = claim("c0");
    allocated.allocated = true;
    allocated.nodes = {{{}, {{"metadata.name", model::SelectorOperator::In, {"a"}}}}};
    allocated.devices = {{"gpu.example.com", "a", "d0"}};
    allocated.reserved_for = std::move(reserved_for);
    engine::Options options = tests::options();
    options.scheduler_version = version;
    model::ClusterSnapshot cluster = two_nodes(c, {allocated});
    cluster.pods.front().uid = "p-uid";
    return tests::group(tests::explain(cluster, options), "g");
  };
  CHECK(report({}, "1.34.2").pods[0].node == "b");
  CHECK(report({"p-uid"}, "1.34.2").pods[0].node == "b");
  for (const model::GroupReport& stays :
       {report({"other"}, "1.34.2"), report({"p-uid", "other"}, "1.34.2"), report({}, "1.33.0")}) {
    CHECK(stays.verdict == model::GroupVerdict::DoesNotFit);
    REQUIRE(stays.feasibility);
    CHECK(stays.feasibility->answer == model::FeasibilityAnswer::Infeasible);
  }
}

TEST_CASE("pods that share a claim allocate it once; slices of an older generation do not count") {
  ClusterBuilder c = nodes();
  claims(c.pod("p0"), "name=c0");
  claims(c.pod("p1"), "name=c0");
  auto cluster = two_nodes(c, {claim("c0", 2)});
  model::Report report = tests::explain(cluster);
  CHECK(tests::pod(report, "p0").node == "a");
  CHECK(tests::pod(report, "p1").node == "a");
  auto newer = slice("s-a2", "a", {"d0"});
  newer.generation = 1;
  cluster.resource_slices.push_back(newer);
  begins(tests::pod(tests::explain(cluster), "p0").message, "0/2 nodes are available: 2 cannot allocate all claims. ");
}

// (ResourceClaimReservedForMaxSize)
TEST_CASE("status.reservedFor of a claim holds at most 256 pods, those of the run included") {
  const auto count_bound = [](int pods, int strangers, bool lists_first) {
    std::deque<std::string> uids;
    model::ResourceClaim shared = claim("c0");
    for (int i = 0; i < strangers; ++i) { shared.reserved_for.push_back(uids.emplace_back("u" + std::to_string(i))); }
    if (lists_first) { shared.reserved_for.emplace_back("first"); }
    shared.allocated = !shared.reserved_for.empty();
    ClusterBuilder c;
    c.node("a").has("pods", 500);
    c.node("b").has("pods", 0);
    for (int i = 0; i < pods; ++i) { claims(c.pod("p" + std::to_string(i)), "name=c0"); }
    model::ClusterSnapshot cluster = two_nodes(c, {shared});
    if (lists_first) { cluster.pods.front().uid = "first"; }
    const model::Report report = tests::explain(cluster);
    int bound = 0;
    for (int i = 0; i < pods; ++i) {
      const model::PodReport& row = tests::pod(report, "p" + std::to_string(i));
      bound += row.outcome == model::Outcome::Bound ? 1 : 0;
      if (row.outcome == model::Outcome::Bound) { continue; }
      CHECK(row.message.find("status.reservedFor: Too many: 257: must have at most 256 items") != std::string::npos);
    }
    return bound;
  };
  CHECK(count_bound(258, 0, false) == 256);
  CHECK(count_bound(8, 250, false) == 6);
  CHECK(count_bound(8, 250, true) == 6); // the list counts the first pod, and the run counts it once
  CHECK(count_bound(2, 256, false) == 0);
  CHECK(count_bound(2, 255, true) == 1);
}

TEST_CASE("without devices the answer is No if the device lists are complete, unknown otherwise") {
  for (const bool whole : {false, true}) {
    ClusterBuilder c = nodes();
    claims(c.pod("p"), "name=one");
    model::ClusterSnapshot cluster = two_nodes(c, {claim("one")});
    cluster.resource_slices.clear();
    cluster.lists_devices = whole;
    const auto told = tests::pod(tests::explain(cluster), "p");
    CHECK(told.outcome == (whole ? model::Outcome::Unschedulable : model::Outcome::Bound));
    CHECK(told.untold == (whole ? "" : "claims for devices in ResourceSlices that the input does not hold (one)"));
    if (whole) { begins(told.message, "0/2 nodes are available: 2 cannot allocate all claims."); }
    cluster.device_classes.clear();
    const auto unknown = tests::pod(tests::explain(cluster), "p");
    if (whole) { begins(unknown.message, "0/2 nodes are available: request r: device class gpu does not exist."); }
  }
}

TEST_CASE("CEL and other unsupported device features make the answer unknown") {
  ClusterBuilder c = nodes();
  c.group("g").min_member(1);
  claims(c.pod("p").in("g"), "name=c0");
  auto cluster = two_nodes(c, {claim("c0")});
  CHECK(tests::group(tests::explain(cluster), "g").verdict == model::GroupVerdict::Fits);
  const auto unknown = [&](auto spoil) {
    auto odd = two_nodes(c, {claim("c0")});
    spoil(odd);
    CHECK(tests::group(tests::explain(odd), "g").code == model::Code::NotModelled);
  };
  unknown([](auto& odd) { odd.resource_claims[0].requests[0].plain = false; });
  unknown([](auto& odd) { odd.resource_claims[0].requests[0].selectors = selectors("device.x.y == 1"); });
  unknown([](auto& odd) { odd.resource_claims[0].constrained = true; });
  unknown([](auto& odd) { odd.device_classes[0].selectors = selectors("[1].map(x, x)"); });
  unknown([](auto& odd) { odd.resource_slices[1].plain = false; });
  unknown([](auto& odd) { odd.resource_claims.clear(); });
}

TEST_CASE("DynamicResources: why gives a reason exactly for dropped nodes, and remove frees the devices") {
  ClusterBuilder c = nodes();
  for (const char* name : {"c0", "c1", "c2"}) { c.pod(name).spec.resource_claims = {"name=x"}; }
  for (const char* count : {"1", "2", "3"}) {
    const auto cluster = two_nodes(c, {claim("x", count[0] - '0')});
    const NodeTable table(cluster);
    const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
    Feasibility f(table, NodeUsage(table), {});
    const int pod_class = f.class_of(0_pod, profile);
    const FilterInput input{table, f.usage(), table.pod(0_pod), *table.pod(0_pod).spec, profile, {}};
    NodeSet kept(2);
    const Filter& row = *find_filter("DynamicResources");
    row.keep(input, kept);
    for (const model::NodeIndex node : {0_node, 1_node}) {
      Refusal refusal;
      row.why(input, node, refusal);
      CHECK(kept.has(node) == refusal.reasons.empty());
    }
    CHECK(kept.size() == std::size_t{3} - static_cast<std::size_t>(count[0] - '0'));
    const NodeSet before = f.feasible(pod_class);
    if (!before.has(0_node)) { continue; }
    f.add(0_pod, 0_node);
    f.remove(0_pod, 0_node);
    CHECK(f.feasible(pod_class) == before);
  }
}

TEST_CASE("members of a native group share a claim that one of them allocated, since 1.36") {
  ClusterBuilder c = nodes();
  c.group("g").native().min_member(2);
  for (const char* name : {"p0", "p1"}) { claims(c.pod(name).in("g"), "name=shared"); }
  const model::ClusterSnapshot cluster = two_nodes(c, {claim("shared", 2)}); // only node a has two devices
  const auto found = [&](const char* version) {
    engine::Options options = tests::options();
    options.scheduler_version = version;
    return tests::group(tests::explain(cluster, options), "g");
  };
  const model::GroupReport now = found("1.36.3");
  CHECK(now.verdict == model::GroupVerdict::Fits);
  for (const model::PodReport& pod : now.pods) { CHECK(pod.node == "a"); }
  const model::GroupReport before = found("1.35.0");
  CHECK(before.verdict == model::GroupVerdict::DoesNotFit);
  REQUIRE(before.feasibility);
  CHECK(before.feasibility->answer == model::FeasibilityAnswer::Infeasible);
}

TEST_CASE("a node that serves the first alternative of a request is better, since 1.35") {
  ClusterBuilder c = nodes();
  c.pod("busy").on("a").asks("cpu", 8000); // so that b scores a bit higher
  claims(c.pod("p"), "name=c");
  model::ResourceClaim choice = claim("c");
  choice.requests.front().alternatives = {{.name = "two", .device_class = "gpu", .count = 2},
                                          {.name = "one", .device_class = "gpu", .count = 1}};
  const model::ClusterSnapshot cluster = two_nodes(c, {choice}); // only node a has two devices
  const auto node_of = [&](const char* version) {
    engine::Options options = tests::options();
    options.scheduler_version = version;
    return tests::pod(tests::explain(cluster, options), "p").node;
  };
  CHECK(node_of("1.34.2") == "b");
  CHECK(node_of("1.35.0") == "a");
}

TEST_CASE("a request that devices may provide is open where their number suffices") {
  ClusterBuilder c;
  c.node("a").has("example.com/gpu", 2);
  auto& pod = c.pod("p").asks("example.com/gpu", 2);
  const auto report = [&] {
    model::ClusterSnapshot cluster = c.build();
    cluster.device_resources = {*cluster.resources.find("example.com/gpu")};
    return tests::explain(cluster);
  };
  CHECK(report().verdict == model::Verdict::Unknown);
  CHECK(tests::pod(report(), "p").untold ==
        "an extended resource that devices of a DeviceClass may provide (DRAExtendedResource)");
  pod.asks("example.com/gpu", 3);
  CHECK(report().verdict == model::Verdict::No);
}

TEST_CASE("a DeviceTaintRule that selects a device leaves claims for devices open") {
  ClusterBuilder c = nodes();
  claims(c.pod("p"), "name=x");
  model::ClusterSnapshot cluster = two_nodes(c, {claim("x")});
  const auto verdict = [&](const model::DeviceTaintRule& rule) {
    cluster.device_taint_rules = {rule};
    return tests::explain(cluster).verdict;
  };
  CHECK(verdict({.name = "r", .taints = true}) == model::Verdict::Unknown); // the empty selector
  CHECK(verdict({.name = "r", .taints = true, .driver = "gpu.example.com", .pool = "b", .device = "d0"}) ==
        model::Verdict::Unknown);
  CHECK(verdict({.name = "r", .taints = true, .pool = "b", .device = "d1"}) == model::Verdict::Yes); // no such device
  CHECK(verdict({.name = "r", .taints = true, .driver = "other.example.com"}) == model::Verdict::Yes);
  CHECK(verdict({.name = "r"}) == model::Verdict::Yes); // without a selector
  cluster.omitted = {{"devicetaintrules.resource.k8s.io", "Forbidden", ""}};
  CHECK(verdict({.name = "r"}) == model::Verdict::Unknown);
}

TEST_CASE("the solver refutes a group with a shared claim only where members cannot share it") {
  ClusterBuilder c;
  c.node("a").has("cpu", 3000);
  c.node("b").has("cpu", 3000);
  c.group("g").native().min_member(2);
  for (const char* name : {"p0", "p1"}) { claims(c.pod(name).in("g").asks("cpu", 2000), "name=shared"); }
  const auto found = [&](const std::vector<std::string_view>& devices, const char* version) {
    model::ClusterSnapshot cluster = two_nodes(c, {claim("shared", 1)});
    cluster.resource_slices = {slice("s-a", "a", devices)};
    cluster.resource_slices[0].node_name = {};
    cluster.resource_slices[0].all_nodes = true; // both nodes can reach the device
    engine::Options options = tests::options();
    options.scheduler_version = version;
    const model::GroupReport report = tests::group(tests::explain(cluster, options), "g");
    REQUIRE(report.feasibility);
    return report.feasibility->answer;
  };
  CHECK(found({"d0"}, "1.36.3") == model::FeasibilityAnswer::Feasible);
  CHECK(found({"d0"}, "1.35.0") == model::FeasibilityAnswer::Infeasible);
}

namespace {

model::DeviceAttribute text_attribute(std::string_view name, std::string_view value) { return {name, value}; }

// One node with four devices of two models, two on each NUMA node.
model::ClusterSnapshot four_devices(const ClusterBuilder& builder, model::ResourceClaim asked) {
  model::ClusterSnapshot cluster = builder.build();
  cluster.resource_claims = {std::move(asked)};
  cluster.device_classes = {{"any", {}}, {"big", selectors("device.attributes['gpu.example.com'].model == 'big'")}};
  model::ResourceSlice all = slice("s", "a", {"d0", "d1", "d2", "d3"});
  for (std::size_t i = 0; i < all.devices.size(); ++i) {
    all.devices[i].attributes = {text_attribute("gpu.example.com/model", i % 2 == 0 ? "small" : "big"),
                                 {"gpu.example.com/numa", static_cast<std::int64_t>(i / 2)}};
  }
  cluster.resource_slices = {std::move(all)};
  return cluster;
}

bool fits(model::ResourceClaim asked) {
  ClusterBuilder c;
  c.node("a");
  claims(c.pod("p"), "name=c");
  return tests::pod(tests::explain(four_devices(c, std::move(asked))), "p").node == "a";
}

model::DeviceRequest request(std::string_view name, std::string_view device_class, std::int64_t count) {
  return {.name = name, .device_class = device_class, .count = count};
}

model::ResourceClaim asks(std::vector<model::DeviceRequest> requests, std::vector<model::MatchAttribute> same = {}) {
  model::ResourceClaim made;
  made.namespace_name = "default";
  made.name = "c";
  made.requests = std::move(requests);
  made.match_attributes = std::move(same);
  return made;
}

} // namespace

TEST_CASE("devices: selectors, alternatives, all devices, and a common attribute") {
  CHECK(fits(asks({request("r", "any", 4)})));
  CHECK_FALSE(fits(asks({request("r", "any", 5)})));
  CHECK(fits(asks({request("r", "big", 2)})));
  CHECK_FALSE(fits(asks({request("r", "big", 3)})));
  CHECK(fits(asks({request("r", "any", 2), request("s", "big", 2)}))); // the first leaves the big ones

  model::DeviceRequest either = request("r", "", 1);
  either.alternatives = {request("many", "big", 3), request("few", "big", 1)};
  CHECK(fits(asks({either})));
  either.alternatives = {request("many", "big", 3), request("more", "any", 5)};
  CHECK_FALSE(fits(asks({either})));
  either.alternatives = {request("both", "big", 2), request("one", "big", 1)};
  CHECK(fits(asks({either, request("s", "big", 1)}))); // the first alternative would take both

  model::DeviceRequest all = request("r", "big", 1);
  all.all = true;
  CHECK(fits(asks({all, request("s", "any", 2)})));
  CHECK_FALSE(fits(asks({all, request("s", "any", 3)})));
  CHECK_FALSE(fits(asks({request("s", "big", 1), all}))); // one of all is taken
  all.selectors = selectors("device.attributes['gpu.example.com'].model == 'none'");
  CHECK_FALSE(fits(asks({all}))); // at least one

  const model::MatchAttribute numa{"gpu.example.com/numa", {}};
  CHECK(fits(asks({request("r", "any", 2)}, {numa})));
  CHECK_FALSE(fits(asks({request("r", "any", 3)}, {numa})));
  CHECK_FALSE(fits(asks({request("r", "big", 2)}, {numa})));
  CHECK(fits(asks({request("r", "big", 1), request("s", "any", 1)}, {numa})));
  CHECK(fits(asks({request("r", "big", 2), request("s", "any", 1)}, {{"gpu.example.com/numa", {"s"}}})));
  CHECK_FALSE(fits(asks({request("r", "any", 1)}, {{"gpu.example.com/none", {}}}))); // no device has it
  either.alternatives = {request("both", "big", 2)};
  CHECK_FALSE(fits(asks({either}, {{"gpu.example.com/numa", {"r/both"}}})));
  CHECK(fits(asks({either}, {{"gpu.example.com/numa", {"r/other"}}})));
}

TEST_CASE("a search for devices ends although there are many equal ones") {
  ClusterBuilder c;
  c.node("a");
  claims(c.pod("p"), "name=c");
  model::ClusterSnapshot cluster = four_devices(c, asks({request("r", "any", 16), request("s", "any", 16)}));
  std::vector<std::string> names;
  for (int i = 0; i < 31; ++i) { names.push_back("d" + std::to_string(i)); }
  cluster.resource_slices[0].devices.clear();
  for (const std::string& name : names) { cluster.resource_slices[0].devices.push_back({name}); }
  CHECK(tests::pod(tests::explain(cluster), "p").node.empty());
}

TEST_CASE("copies of a pod have claims of their own from templates, and no number of replicas is told") {
  ClusterBuilder c = nodes();
  auto& own = c.pod("job-worker-0");
  own.status.made_claims = {{"r", "job-worker-0-r"}};
  claims(own, "template=t|r");
  const model::Report told =
      tests::ask_sizing(two_nodes(c, {claim("job-worker-0-r")}), {.how_many = true, .largest = true, .limit = 100});
  REQUIRE(told.copies);
  CHECK(told.copies->fit == 3); // one for each device
  CHECK(std::ranges::none_of(told.largest, [](const auto& one) { return one.resource.empty(); }));
}
