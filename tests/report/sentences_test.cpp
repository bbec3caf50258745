// SPDX-License-Identifier: Apache-2.0
// One sentence per code, with its numbers; without evidence, a sentence that is still true.
#include "model/report/report_words.hpp"
#include "report/samples.hpp"
#include "report/words/node_reasons.hpp"
#include "report/words/remarks.hpp"
#include "report/words/sentences.hpp"
#include "support/catch.hpp"

#include <set>
#include <utility>

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::QueueKind;
using report::message;
using namespace samples;

TEST_CASE("InputIncomplete") {
  GroupReport group = gang("train", 3, Code::InputIncomplete);
  group.verdict = GroupVerdict::Unknown;
  group.evidence.hints = {"pods.json holds no PodGroups"};
  CHECK(message(group) == "The input lacks a list that decides about it: pods.json holds no PodGroups");
}

TEST_CASE("NotModelled") {
  GroupReport group = gang("train", 3, Code::NotModelled);
  group.verdict = GroupVerdict::Unknown;
  group.evidence.pod = "worker-0";
  group.evidence.hints = {"required inter-pod affinity"};
  CHECK(message(group) == "A rule that is not simulated decides about it: worker-0 has required inter-pod affinity");
}

TEST_CASE("GroupNotFound") {
  GroupReport group = gang("pretrain", 2, Code::GroupNotFound);
  CHECK(message(group) == "There is no PodGroup pretrain in namespace ml: 2 pods name it by label");
  group.evidence.hints = {"namespace staging", "scheduling.x-k8s.io"};
  CHECK(message(group) == "There is no PodGroup pretrain in namespace ml: a PodGroup of this name is in namespace "
                          "staging; a PodGroup of this name is in API group scheduling.x-k8s.io");
}

TEST_CASE("WrongScheduler") {
  GroupReport group = gang("ten", 10, Code::WrongScheduler);
  group.scheduler_name = group.evidence.scheduler = "gang-scheduler";
  group.evidence.pods.assign(10, "ten-0");
  group.evidence.hints = {"batch-scheduler"};
  CHECK(message(group) == "No scheduler serves the schedulerName gang-scheduler of its pods: the configuration has a "
                          "profile for batch-scheduler");
}

TEST_CASE("MembersDeleted") {
  GroupReport group = gang("ten", 10, Code::MembersDeleted);
  CHECK(message(group) == "Its pods are being deleted");
  group.asked.push_back({model::Authority::Operator, model::Reply::Refuses,
                         "the namespace ml is being deleted, so its pods are deleted", "namespace ml", "ml/ten"});
  CHECK(message(group) == "The namespace ml is being deleted, so its pods are deleted");
}

TEST_CASE("NotEnoughMembers") {
  GroupReport group = gang("eval", 4, Code::NotEnoughMembers);
  group.members.total = group.members.pending = 3;
  group.evidence.have = 3;
  CHECK(message(group) == "3 of the 4 members that it needs exist (minMember 4): the scheduler starts none before the "
                          "others exist");
  group.members.total = group.members.pending = 1;
  group.evidence.have = 1;
  CHECK(message(group).starts_with("1 of the 4 members that it needs exists (minMember 4)"));
}

TEST_CASE("MembersGated") {
  GroupReport group = gang("finetune", 4, Code::MembersGated);
  group.members = {4, 0, 3, 1, 0, 0, 0};
  group.evidence.pods = {"finetune-2"};
  group.evidence.gates = {"example.com/quota"};
  CHECK(message(group) ==
        "1 of its 4 members is gated (minMember 4): finetune-2 waits behind the scheduling gate example.com/quota");
}

TEST_CASE("QueueGate") {
  using report::first_thought;
  using report::needed_first;
  const auto units = [](std::int64_t amount) { return model::Quantity::from_units(amount); };
  GroupReport group = gang("train", 2, Code::QueueGate);
  model::GateReport gate;
  gate.open = false;
  SECTION("a quota") {
    gate = {model::GateKind::ResourceQuota, "ResourceQuota", "ml", "q", false, 4, 1, {}, "", ""};
    gate.amounts = {{"requests.memory", "", units(std::int64_t{8} << 30), units(std::int64_t{9} << 30),
                     units(std::int64_t{2} << 30), units(std::int64_t{7} << 30)},
                    {"pods", "", units(4), units(9), units(2), units(7)}}; // enough
    group.gates = {gate};
    group.members.total = 4;
    group.evidence.have = 3;
    CHECK(message(group) == "Quota lets 3 of its 4 members be created (minMember 2): its 4 pods ask for 8Gi "
                            "requests.memory, and ResourceQuota ml/q has 7Gi of 9Gi left");
    CHECK(first_thought(needed_first(group)) == "1Gi requests.memory more left in ResourceQuota ml/q");
    CHECK(report::sentences(report::causes(group))
              .ends_with("Pods in namespace ml use the rest, pending ones too; deleting such pods frees it."));
    // A run without the groups earlier in the queue does not ask the quota again.
    group.ahead = {{model::QueueKind::PodGroup, "ml", "big", 0, {}}};
    group.alone = {GroupVerdict::DoesNotFit, 0};
    CHECK(report::queue_remark(group, {}) == "Earlier in the queue: ml/big (priority 0).");
    group.gates.clear();
    CHECK(report::queue_remark(group, {}) ==
          "Earlier in the queue: ml/big (priority 0). Without it, this group still does not start.");
  }
  SECTION("a queue of Volcano whose limit is too low, in a cluster without the capacity") {
    gate = {model::GateKind::VolcanoEnqueue, "Queue", "", "q", false, 0, 0, {}, "", ""};
    const model::Quantity most = *model::Quantity::parse("19200m");
    gate.amounts = {{"gpu", "overcommit", units(12), most, units(8), *model::Quantity::parse("11200m")},
                    {"gpu", "proportion", units(12), units(8), units(6), units(2)}};
    group.gates = {gate};
    CHECK(message(group) == "Volcano does not let it into Queue q (minMember 2): it asks for 12 gpu, and Queue q never "
                            "has more than 8");
    CHECK(first_thought(needed_first(group)) == "1 gpu more left in the cluster at overcommit-factor 1.2 and a limit "
                                                "that is 4 gpu higher in Queue q");
    group.gates[0].amounts[1].is_of_nodes = true;
    CHECK(report::sentences(report::causes(group))
              .starts_with("It asks for 12 gpu, and Queue q never has more than 8, which is what the nodes offer."));
    CHECK(first_thought(needed_first(group)).ends_with(" and nodes with 4 gpu more"));
  }
  SECTION("flavors of Kueue; a single one is enough") {
    gate = {model::GateKind::Kueue, "ClusterQueue", "", "c", false, 2, 2, {}, "", ""};
    gate.amounts = {{"gpu", "a", units(4), units(4), units(1), units(3)},
                    {"gpu", "b", units(4), units(2), {}, units(2)}};
    group.gates = {gate};
    CHECK(first_thought(needed_first(group)) == "a limit that is 2 gpu higher in flavor b of ClusterQueue c or 1 gpu "
                                                "more left in flavor a of ClusterQueue c");
  }
  SECTION("reasons other than amounts come first") {
    gate = {model::GateKind::Kueue, "ClusterQueue", "", "c", false, 2, 2, {}, "ClusterQueue c is inactive", ""};
    group.gates = {gate};
    CHECK(message(group) == "Kueue does not admit it to ClusterQueue c (minMember 2): ClusterQueue c is inactive");
    CHECK(needed_first(group).empty());
  }
  SECTION("a Workload that reaches no queue, or has left it") {
    gate = {model::GateKind::Kueue, "Workload", "ml", "w", false, 2, 2, {}, "its Workload names no queue", ""};
    group.gates = {gate};
    CHECK(message(group) == "Kueue does not start it (minMember 2): its Workload names no queue");
  }
}

TEST_CASE("MinResourcesShort") {
  GroupReport group = gang("index", 2, Code::MinResourcesShort);
  SECTION("the gap") {
    group.evidence.gap = {{"cpu", 3000}, {"memory", std::int64_t{1} << 30}};
    CHECK(message(group) ==
          "Its minResources exceeds the free capacity of the whole cluster (minMember 2): 3 cpu and 1Gi "
          "memory are missing");
  }
  SECTION("its figure, the cluster's, and the members' real need") {
    group.evidence.gap = {{"cpu", 3000}};
    group.evidence.min_resources = {{"cpu", 47'000, 44'000, 4000}};
    CHECK(message(group) ==
          "Its minResources exceeds the free capacity of the whole cluster (minMember 2): minResources is "
          "47 cpu, 44 are free in all, and the members request 4");
    CHECK(report::first_thought(report::needed_first(group)) == "a minResources of at most 44 cpu, or 3 cpu more free");
    group.evidence.min_resources[0].members_need = 45'000; // capacity is what is missing
    CHECK(report::needed_first(group).empty());
  }
}

TEST_CASE("MembersDisagree") {
  GroupReport group = gang("train", 2, Code::MembersDisagree);
  group.evidence.hints = {"priority", "100", "0"};
  group.evidence.pods = {"worker-1", "worker-2"};
  CHECK(message(group) ==
        "Its members differ in priority: 100 and 0: the scheduler refuses worker-1 and worker-2, unlike "
        "the first member");
}

TEST_CASE("GroupBackingOff") {
  GroupReport group = gang("train", 2, Code::GroupBackingOff);
  group.evidence.until = model::Time::from_seconds(1'772'442'000);
  CHECK(message(group) == "It failed a moment ago and is in back-off: podGroupBackoffSeconds holds it back until "
                          "2026-03-02T09:00:00Z");
}

TEST_CASE("VolumeNotReady") {
  GroupReport group = gang("train", 2, Code::VolumeNotReady);
  group.evidence.pod = "worker-0";
  group.evidence.reasons = {reason("VolumeBinding", "pod has unbound immediate PersistentVolumeClaims", 0)};
  CHECK(message(group) == "A volume of worker-0 is not ready: pod has unbound immediate PersistentVolumeClaims");
}

TEST_CASE("NoNodes") { CHECK(message(gang("train", 2, Code::NoNodes)) == "There are no nodes"); }

TEST_CASE("WaitingForPreemption") {
  GroupReport group = gang("report", 2, Code::WaitingForPreemption);
  group.pods = pods("report", 0, 1, Outcome::Unschedulable);
  group.pods[0].victims = {"ml/batch-1"};
  group.pods[1].victims = {"ml/batch-2"};
  CHECK(message(group) ==
        "The pods that were preempted for it have not ended yet: ml/batch-1 and ml/batch-2 must end first");
}

TEST_CASE("NoFeasibleNode") {
  GroupReport group = gang("vision", 2, Code::NoFeasibleNode);
  group.evidence.node_count = 3;
  group.evidence.pod = "vision-0";
  group.evidence.pods = {"vision-0", "vision-1"};
  SECTION("nodes ruled out by a filter come before nodes short of a resource") {
    group.evidence.reasons = {reason("TaintToleration", "node(s) had untolerated taint(s)", 2),
                              reason("NodeResourcesFit", "Insufficient nvidia.com/gpu", 1)};
    group.evidence.shortages = {shortage("nvidia.com/gpu", 1, 2, {{"cpu-1", 0}})};
    CHECK(message(group) ==
          "No node takes any of its 2 members (minMember 2): 2 of 3 nodes are not eligible: 2 nodes have "
          "taints that the pod does not tolerate");
  }
  SECTION("requests that no node can ever meet") {
    group.evidence.shortages = {shortage("cpu", 96'000, 2, {{"a", 4000}, {"b", 8000}, {"c", 0}})};
    group.evidence.shortages[0].per_node_limit = 64'000;
    CHECK(message(group) ==
          "No node takes any of its 2 members (minMember 2): vision-0 and vision-1 each need 96 cpu on one "
          "node; no eligible node is that large: the largest has 64 when empty");
  }
  SECTION("reasons other than resources") {
    group.evidence.have = 1;
    group.evidence.reasons = {reason("NodeAffinity", "node(s) didn't match Pod's node affinity/selector", 3)};
    CHECK(message(group) ==
          "1 of its 2 members has a node, and no node takes the other (minMember 2): vision-0 has no node; 3 "
          "nodes do not match the pod's nodeSelector or node affinity");
  }
  SECTION("the message names the taints, unlike the scheduler's text") {
    group.evidence.have = 1;
    group.evidence.reasons = {reason("TaintToleration", "node(s) had untolerated taint(s)", 3)};
    group.evidence.taints = {"dedicated=infra:NoSchedule", "gpu:NoExecute"};
    CHECK(message(group) ==
          "1 of its 2 members has a node, and no node takes the other (minMember 2): vision-0 has no node; 3 "
          "nodes have taints that the pod does not tolerate (dedicated=infra:NoSchedule and gpu:NoExecute)");
  }
}

TEST_CASE("TakenByOthersAhead") {
  GroupReport group = gang("sim", 4, Code::TakenByOthersAhead);
  group.evidence.takers = {{QueueKind::PodGroup, "ml", "tune", 0}, {QueueKind::Pod, "ml", "etl-7", 10}};
  CHECK(message(group) == "It fits now, but others earlier in the queue use the capacity first (minMember 4): ml/tune "
                          "(priority 0) and pod ml/etl-7 (priority 10) use capacity first");
  group.evidence.takers_behind = std::exchange(group.evidence.takers, {});
  CHECK(message(group) ==
        "It fits now, but others use the capacity before its turn (minMember 4): ml/tune (priority 0) "
        "and pod ml/etl-7 (priority 10) are later in the queue but use the capacity first");
  group.evidence.holders = {group.evidence.takers_behind.front()};
  group.evidence.takers_behind.clear();
  CHECK(message(group) ==
        "It fits now, but others use the capacity before its turn (minMember 4): ml/tune (priority 0) "
        "holds nodes while it waits for its other members");
}

TEST_CASE("GreedyMiss") {
  GroupReport group = gang("mixed", 3, Code::GreedyMiss);
  group.evidence.pod = "big";
  group.evidence.reasons = {reason("NodeResourcesFit", "Insufficient cpu", 2)};
  CHECK(message(group) ==
        "A placement exists, but the scheduler places one pod at a time and misses it (minMember 3): big "
        "has no node once the others are placed; 2 nodes have too little cpu");
}

TEST_CASE("Fragmented") {
  CHECK(message(fragmented()) ==
        "1 of its 3 members can be placed (minMember 3): worker-1 and worker-2 each need 4 "
        "nvidia.com/gpu on one node; 12 are free, but on 4 nodes: gpu-a 6, gpu-b 2, gpu-c 2, gpu-d 2");
}

TEST_CASE("NotEnoughRoom") {
  GroupReport group = gang("nginx", 4, Code::NotEnoughRoom);
  group.evidence.have = 3;
  group.evidence.pod = "nginx-3";
  group.evidence.pods = {"nginx-3"};
  SECTION("a resource") {
    group.evidence.shortages = {shortage("cpu", 2000, 1, {{"node-1", 1000}, {"node-2", 500}, {"node-3", 0}})};
    CHECK(message(group) == "3 of its 4 members can be placed (minMember 4): nginx-3 needs 2 cpu on one node; only 1.5 "
                            "are free, on 2 nodes: node-1 1, node-2 500m");
  }
  SECTION("nothing is free") {
    group.evidence.shortages = {shortage("memory", std::int64_t{2} << 30, 1, {{"node-1", 0}})};
    CHECK(message(group) ==
          "3 of its 4 members can be placed (minMember 4): nginx-3 needs 2Gi memory on one node; none is free");
  }
  SECTION("slots for pods") {
    group.evidence.shortages = {shortage("pods", 1, 1, {{"node-1", 0}})};
    CHECK(message(group) ==
          "3 of its 4 members can be placed (minMember 4): nginx-3 needs 1 pod slot on one node; none is free: "
          "the only eligible node takes 1 pod");
  }
  SECTION("nodes that are too small beside their DaemonSets") {
    group.evidence.shortages = {shortage("cpu", 16000, 1, {{"node-1", 15000}})};
    group.evidence.shortages.front().beside_daemons = 15000;
    CHECK(message(group) == "3 of its 4 members can be placed (minMember 4): nginx-3 needs 16 cpu on one node; no "
                            "eligible node is that large: the largest has 15 beside its DaemonSet pods");
  }
  SECTION("a rule other than resources") {
    group.evidence.reasons = {reason("InterPodAffinity", "node(s) didn't match pod anti-affinity rules", 3)};
    CHECK(message(group) == "3 of its 4 members can be placed (minMember 4): nginx-3 has no node once the others are "
                            "placed; 3 nodes are excluded by the pod's anti-affinity");
  }
}

TEST_CASE("the message names only some of many nodes") {
  GroupReport group = gang("big", 96, Code::Fragmented);
  group.evidence.have = 80;
  std::vector<std::pair<std::string, std::int64_t>> free;
  for (int i = 0; i < 80; ++i) { free.emplace_back("full-" + std::to_string(i), 8); }
  SECTION("equal pieces") {
    group.evidence.shortages = {shortage("nvidia.com/gpu", 9, 16, free)};
    CHECK(message(group).ends_with("640 are free, but on 80 nodes: 8 on each"));
  }
  SECTION("pieces of all sizes") {
    for (int i = 0; i < 40; ++i) { free.emplace_back("rest-" + std::to_string(i), 1); }
    group.evidence.shortages = {shortage("nvidia.com/gpu", 8, 16, free)};
    CHECK(message(group) ==
          "80 of its 96 members can be placed (minMember 96): 16 members each need 8 nvidia.com/gpu on "
          "one node; 680 are free, but on 120 nodes: full-0 8, full-1 8, full-2 8, full-3 8, 116 others "
          "at most 8");
  }
}

TEST_CASE("the message only states a sum that is neither enough nor too small") {
  GroupReport group = gang("mixed", 3, Code::NotEnoughRoom);
  group.evidence.have = 2;
  group.evidence.needed = 3;
  group.evidence.pods = {"big"};
  group.evidence.shortages = {shortage("nvidia.com/gpu", 4, 1, {{"a", 3}, {"b", 2}})};
  CHECK(message(group).ends_with("big needs 4 nvidia.com/gpu on one node; 5 are free, on 2 nodes: a 3, b 2"));
}

TEST_CASE("the message gives the number of members that fit if the engine counted it") {
  GroupReport group = gang("big", 96, Code::NotEnoughRoom);
  group.evidence.shortages = {shortage("nvidia.com/gpu", 8, 16, {{"a", 100}})};
  group.evidence.shortages[0].nodes_with_some = 400;
  group.evidence.shortages[0].places = 80;
  CHECK(text(explanation({group})).find("At most 80 members of this size fit") != std::string::npos);
  group.evidence.shortages[0].places_together = 60;
  group.evidence.shortages[0].beside = {"cpu", "memory"};
  report::Style wide;
  wide.columns = 1'000;
  const auto said = [&](std::string_view words) {
    return text(explanation({group}), report::Format::Text, wide).find(words) != std::string::npos;
  };
  CHECK(said("At most 80 members of this size fit by nvidia.com/gpu alone; with cpu and memory, only 60."));
  group.evidence.shortages[0].places_together = 0;
  group.evidence.shortages[0].beside = {"cpu"};
  CHECK(said("At most 80 members of this size fit by nvidia.com/gpu alone; with cpu, none."));
}

TEST_CASE("a group that would fit loses the capacity to others") {
  GroupReport group = gang("train", 2, Code::TakenByOthersAhead);
  group.pods = {pod("train-0", model::Outcome::Unschedulable)};
  CHECK(message(group) == "It fits now, but others earlier in the queue use the capacity first (minMember 2)");
}

TEST_CASE("groups that are running or fit or are idle") {
  GroupReport group = gang("train", 3);
  SECTION("Satisfied") {
    group.verdict = GroupVerdict::Satisfied;
    group.members = {5, 3, 2, 0, 0, 0, 0};
    CHECK(message(group) == "3 of its 5 members are bound (minMember 3)");
  }
  SECTION("Fits") {
    group.verdict = GroupVerdict::Fits;
    group.bound_at_end = 3;
    CHECK(message(group) == "3 of its 3 members can be placed (minMember 3)");
  }
  SECTION("Idle") {
    group.verdict = GroupVerdict::Idle;
    group.members = {0, 0, 0, 0, 0, 2, 1};
    CHECK(message(group) == "None of its members is pending, 2 succeeded and 1 failed (minMember 3)");
    group.members = {};
    CHECK(message(group) == "It has no members (minMember 3)");
  }
}

TEST_CASE("the message calls the quorum by its dialect's name") {
  GroupReport group = gang("train", 1, Code::NotEnoughRoom);
  group.evidence.pods = {"train-0"};
  group.dialect = model::Dialect::Lightweight;
  CHECK(message(group) == "Its only member cannot be placed (min-available 1)");
  group.dialect = model::Dialect::Coscheduling;
  group.min_member = 0;
  CHECK(message(group) == "Its only member cannot be placed (minMember not set)");
}

TEST_CASE("without evidence every code still has a true sentence of its own") {
  std::set<std::string> seen;
  for (int value = 0; value <= static_cast<int>(Code::NotEnoughRoom); ++value) {
    const Code code = static_cast<Code>(value);
    INFO(model::word(code));
    const std::string text = message(gang("train", 3, code));
    CHECK_FALSE(text.empty());
    CHECK(text.find("3 of the 3") == std::string::npos); // a count that contradicts the code
    CHECK(text.find("0 of its") == (code == Code::None ? 0 : std::string::npos));
    seen.insert(text);
  }
  CHECK(seen.size() == static_cast<std::size_t>(Code::NotEnoughRoom)); // Fragmented and NotEnoughRoom share theirs
}

TEST_CASE("reasons of nodes are in plain words, and rare ones in the scheduler's") {
  const auto of = [](const std::string& text, std::int64_t nodes) {
    return report::node_reason({"", text, nodes, true});
  };
  CHECK(of("node(s) were unschedulable", 1) == "1 node is cordoned (unschedulable)");
  CHECK(of("node(s) were unschedulable", 3) == "3 nodes are cordoned (unschedulable)");
  CHECK(of("node(s) had untolerated taint(s)", 1) == "1 node has taints that the pod does not tolerate");
  CHECK(of("node(s) had untolerated taint {gpu: yes}", 2) ==
        "2 nodes have the taint gpu=yes, which the pod does not tolerate");
  CHECK(of("node(s) didn't match Pod's node affinity/selector", 2) ==
        "2 nodes do not match the pod's nodeSelector or node affinity");
  CHECK(of("node(s) didn't have free ports for the requested pod ports", 1) ==
        "1 node has a requested host port in use");
  CHECK(of("node(s) exceed max volume count", 2) == "2 nodes exceed max volume count");
  CHECK(of("Insufficient cpu", 1) == "1 node has too little cpu");
}

TEST_CASE("a rejected sibling's message is never the reason") {
  GroupReport group = fragmented();
  for (model::PodReport& pod : group.pods) {
    pod.message = "0/1 nodes are available: 1 optimistic rejection in PostFilter.";
    pod.reasons = {reason("Coscheduling", "optimistic rejection in PostFilter", 1)};
  }
  group.evidence.reasons = group.pods[0].reasons;
  const std::string said = text(explanation({group}));
  CHECK(said.find("optimistic") == std::string::npos);
}

TEST_CASE("the robustness remark names what other runs depend on, and stays silent about runs that were not made") {
  model::GroupReport group;
  group.verdict = GroupVerdict::Fits;
  model::Robustness found;
  found.searches = 8;
  found.speeds = 5;
  found.speed_flips = 1;
  group.robustness = found;
  CHECK(report::robustness_remark(group) ==
        "Score ties make no difference. It makes no difference which nodes the scheduler finds first, in 8 other runs. "
        "The answer depends on how fast the API server deletes victims: at 1 of 5 other speeds, it does not "
        "fit.");
  group.robustness = model::Robustness{};
  CHECK(report::robustness_remark(group) == "Score ties make no difference.");
}

TEST_CASE("a group whose scheduler counts the members that succeeded") {
  GroupReport group = gang("train", 2);
  group.verdict = GroupVerdict::Satisfied;
  group.members = {};
  group.members.succeeded = 2;
  CHECK(report::brief(group) == "2 members succeeded and count (minMember 2)");
  group.members.succeeded = 1;
  CHECK(report::brief(group) == "1 member succeeded and counts (minMember 2)");
}
