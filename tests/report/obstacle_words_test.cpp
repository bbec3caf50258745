// SPDX-License-Identifier: Apache-2.0
// Sentences about constraints other than capacity.
#include "report/samples.hpp"
#include "report/words/sentences.hpp"
#include "support/catch.hpp"

using model::Code;
using model::GroupReport;
using namespace samples;

TEST_CASE("obstacles follow the cause, with their names") {
  using Kind = model::Obstacle::Kind;
  GroupReport group = gang("train", 2, Code::NoFeasibleNode);
  model::Obstacle& obstacle = group.evidence.obstacles.emplace_back();
  const auto last = [&](Kind kind, std::string_view subject, std::vector<std::string> names, std::int64_t more = 0) {
    obstacle.kind = kind;
    obstacle.subject = subject;
    obstacle.count = std::ssize(names) + more;
    obstacle.names = std::move(names);
    return report::causes(group).back().text;
  };
  CHECK(last(Kind::NodeLabel, "disk", {"ssd"}) == "no node has label disk=ssd");
  CHECK(last(Kind::NodeLabel, "pool", {""}) == "no node has label pool with an empty value");
  CHECK(last(Kind::NodeLabel, "zone", {"x", "y"}) == "no node has label zone with any of the values x and y");
  CHECK(last(Kind::NodeLabels, "", {"zone=b on b, c", "disk on d"}) ==
        "no node has all the labels that it requires: zone=b on b, c; disk on d");
  CHECK(last(Kind::NodeNames, "", {"n1"}) == "its node affinity allows only node n1");
  CHECK(last(Kind::Users, "gpu", {"ml/a", "ml/b"}, 2) == "gpu is used by ml/a, ml/b and 2 more");
  CHECK(last(Kind::SelectedNode, "ml/data", {"n1"}) ==
        "claim ml/data waits for a volume on node n1 (annotation volume.kubernetes.io/selected-node)");
  CHECK(last(Kind::SelectedNode, "ml/data", {"gone"}, -1) ==
        "claim ml/data waits for a volume on node gone (annotation volume.kubernetes.io/selected-node), which does not "
        "exist");
  CHECK(last(Kind::AffinityKey, "rack", {}) == "no node has label rack, the topologyKey of its pod affinity");
  CHECK(last(Kind::SpreadKey, "rack", {}) == "no node has label rack, the topologyKey of its spread constraint");
  CHECK(last(Kind::AntiAffinity, "", {"ml/a", "ml/b", "ml/c"}, 2) ==
        "its anti-affinity keeps it away from ml/a, ml/b, ml/c and 2 more");
  CHECK(last(Kind::WantedPods, "zone", {"ml/a on n1"}) == "it must be near ml/a on n1 (pod affinity over zone)");
  CHECK(last(Kind::NoWantedPod, "app=a", {}) ==
        "its pod affinity needs a pod that matches app=a, and no such pod has a node");
  CHECK(last(Kind::AntiAffinityOfPods, "", {"ml/a"}) == "the anti-affinity of ml/a keeps it away");
  CHECK(last(Kind::HostPort, "29500", {"ml/a on n1"}) == "host port 29500 is in use by ml/a on n1");
  CHECK(last(Kind::Taint, "pool=a:NoSchedule", {"n1", "n2"}) ==
        "it does not tolerate the taint pool=a:NoSchedule of n1 and n2");
  CHECK(last(Kind::Taint, "node.kubernetes.io/not-ready:NoSchedule", {"n1", "n2"}) ==
        "n1 and n2 are not ready (taint node.kubernetes.io/not-ready:NoSchedule)");
  CHECK(last(Kind::Terminating, "n1", {"ml/a"}) ==
        "ml/a on n1 is being deleted; until it ends, it keeps its resources");
  CHECK(last(Kind::NeverPreempts, "", {"ml/a"}) ==
        "the scheduler evicts no pod of lower priority for it (such as ml/a), because its preemptionPolicy is Never");
  CHECK(last(Kind::UnboundClaim, "ml/data", {}) ==
        "claim ml/data is not bound and names no StorageClass, so nothing makes a PersistentVolume for it");
  CHECK(last(Kind::UnboundClaim, "ml/data", {"fast"}) ==
        "claim ml/data is not bound; its StorageClass fast binds at once, before a pod has a node");
  CHECK(last(Kind::UnboundClaim, "ml/data", {"fast"}, -1) ==
        "claim ml/data is not bound, and its StorageClass fast does not exist");
  CHECK(last(Kind::UnboundClaim, "ml/data", {"disk-7"}, 1) ==
        "claim ml/data is not bound; it names volume disk-7, which does not exist or cannot be bound to it");
  CHECK(last(Kind::ClaimCapacity, "ml/data", {"fast", "2Gi"}, -2) ==
        "claim ml/data asks for 2Gi of StorageClass fast, for which its driver has published no CSIStorageCapacity");
  CHECK(last(Kind::ClaimCapacity, "ml/data", {"fast", "2Gi"}, -1) ==
        "claim ml/data asks for 2Gi of StorageClass fast, and no CSIStorageCapacity for these nodes has so much");
  CHECK(last(Kind::VolumeNodes, "disk-7", {"host=w"}) == "volume disk-7 is only for nodes with host=w");
  obstacle.reasons = {reason("NodeResourcesFit", "Too many pods", 1)};
  CHECK(last(Kind::WantedPods, "zone", {"ml/a on n1"}) ==
        "it must be near ml/a on n1 (pod affinity over zone), where 1 node has no slot for another pod");
  obstacle.reasons.clear();
  obstacle.max_skew = 1;
  CHECK(last(Kind::SpreadDomains, "zone", {}) == "maxSkew 1 on zone allows the next pod nowhere");
  obstacle.reasons = {reason("TaintToleration", "node(s) had untolerated taint(s)", 1)};
  obstacle.taints = {"dedicated=infra:NoSchedule"};
  CHECK(last(Kind::SpreadDomains, "zone", {"c"}) ==
        "maxSkew 1 on zone allows the next pod only in c, where 1 node has taints that the pod does "
        "not tolerate (dedicated=infra:NoSchedule)");
  obstacle.counts_tainted_nodes = true;
  CHECK(last(Kind::SpreadDomains, "zone", {"c"}) ==
        "nodeTaintsPolicy: Honor in the constraint leaves out nodes with such taints");
}

TEST_CASE("capacity is no cause where it would do for the quorum and an obstacle leaves out nodes") {
  GroupReport group = gang("train", 2, Code::NoFeasibleNode);
  group.evidence.needed = 2;
  group.evidence.pod = "train-0";
  group.evidence.reasons = {reason("InterPodAffinity", "node(s) didn't match pod affinity rules", 1),
                            reason("NodeResourcesFit", "Insufficient gpu", 1)};
  group.evidence.shortages = {shortage("gpu", 1, 2, {{"n1", 2}})};
  group.evidence.shortages.front().places = 2;
  model::Obstacle near;
  near.kind = model::Obstacle::Kind::WantedPods;
  near.subject = "zone";
  near.names = {"ml/a on n2"};
  near.count = 1;
  group.evidence.obstacles = {near};
  CHECK(report::sentences(report::causes(group)) ==
        "train-0 has no node. 1 node does not meet the pod's affinity to other pods, 1 node has too little gpu. It "
        "must be near ml/a on n2 (pod affinity over zone).");
  group.evidence.shortages.front().places = 1;
  CHECK(report::sentences(report::causes(group)).find("each need 1 gpu on one node") != std::string::npos);
}
