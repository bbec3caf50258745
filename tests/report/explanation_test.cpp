// SPDX-License-Identifier: Apache-2.0
#include "report/samples.hpp"
#include "report/words/remarks.hpp"
#include "support/catch.hpp"

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using report::Format;
using namespace samples;

TEST_CASE("enough capacity in total but not on any single node") {
  CHECK(text(explanation({fragmented()})) ==
        R"(ml/train does not fit: 1 of its 3 members can be placed (minMember 3)
  worker-1 and worker-2 each need 4 nvidia.com/gpu on one node. 12 are free, but
  on 4 nodes: gpu-a 6, gpu-b 2, gpu-c 2, gpu-d 2. At most 1 member of this size
  fits.

NAME                    STATUS          REASON
worker-0                Rejected        released: its group did not reach its quorum
worker-1 and worker-2   Unschedulable   4 nodes have too little nvidia.com/gpu

Earlier in the queue: ops/nightly (priority 100). Without it, this group still
does not start.
)");
}

TEST_CASE("64 members never become 64 blocks") {
  GroupReport group = gang("big", 64);
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = 64;
  SECTION("on few nodes") {
    for (int node = 0; node < 4; ++node) {
      for (const auto& pod : pods("w", node * 16, node * 16 + 15, Outcome::Bound, "node-" + std::to_string(node))) {
        group.pods.push_back(pod);
      }
    }
    CHECK(text(explanation({group})) == R"(ml/big fits: 64 of its 64 members can be placed (minMember 64)

NAME                         STATUS      NODE
w-0 ... w-15 (16 members)    WouldBind   node-0
w-16 ... w-31 (16 members)   WouldBind   node-1
w-32 ... w-47 (16 members)   WouldBind   node-2
w-48 ... w-63 (16 members)   WouldBind   node-3
)");
  }
  SECTION("on a node each") {
    for (int i = 0; i < 64; ++i) {
      group.pods.push_back(pod("w-" + std::to_string(i), Outcome::Bound, "node-" + std::to_string(i)));
    }
    CHECK(text(explanation({group})) == R"(ml/big fits: 64 of its 64 members can be placed (minMember 64)

NAME                        STATUS      NODE
w-0 ... w-63 (64 members)   WouldBind   64 nodes
)");
  }
}

TEST_CASE("a group with its quorum, and one surplus member without capacity") {
  GroupReport group = gang("elastic", 2);
  group.verdict = GroupVerdict::Satisfied;
  group.members = {3, 2, 1, 0, 0, 0, 0};
  group.bound_at_end = 2;
  group.pods = {pod("e-0", Outcome::AlreadyBound, "node-1"), pod("e-1", Outcome::AlreadyBound, "node-1"),
                pod("e-2", Outcome::Unschedulable)};
  group.pods[2].reasons = {reason("NodeResourcesFit", "Insufficient cpu", 2)};
  CHECK(text(explanation({group})) == R"(ml/elastic already has its quorum: 2 of its 3 members are bound (minMember 2)
  1 member beyond the quorum stays pending; the others run without it.

NAME          STATUS          NODE     REASON
e-0 and e-1   Bound           node-1
e-2           Unschedulable            2 nodes have too little cpu
)");
}

TEST_CASE("gated members: their names, the gate, and the next step") {
  GroupReport group = gang("finetune", 3, Code::MembersGated);
  group.members = {3, 0, 2, 1, 0, 0, 0};
  group.evidence.pods = {"finetune-2"};
  group.evidence.gates = {"example.com/quota"};
  group.pods = pods("finetune", 0, 1, Outcome::Unschedulable);
  for (auto& pod : group.pods) {
    pod.reasons = {reason("Coscheduling", "pre-filter pod " + pod.name + " cannot proceed", 3)};
  }
  group.pods.push_back(pod("finetune-2", Outcome::Gated));
  group.pods.back().gates = {"example.com/quota"};
  CHECK(text(explanation({group})) == R"(ml/finetune does not start: 1 of its 3 members is gated (minMember 3)
  finetune-2 waits behind the scheduling gate example.com/quota.
  First needed: the controller that set the gate must remove it.

NAME                        STATUS          REASON
finetune-0 and finetune-1   Unschedulable   waits for gated members
finetune-2                  Gated           gate example.com/quota
)");
}

TEST_CASE("a missing PodGroup, and the place of one of the same name") {
  GroupReport group = gang("pretrain", 2, Code::GroupNotFound);
  group.evidence.hints = {"namespace staging"};
  CHECK(text(explanation({group})) == R"(ml/pretrain does not start: there is no PodGroup pretrain in namespace ml
  A PodGroup of this name is in namespace staging.
  First needed: a PodGroup pretrain (apiVersion scheduling.x-k8s.io/v1alpha1) in
  namespace ml, or pods without the label scheduling.x-k8s.io/pod-group.
)");
}

TEST_CASE("missing members") {
  GroupReport group = gang("eval", 4, Code::NotEnoughMembers);
  group.members = {2, 0, 2, 0, 0, 1, 0};
  group.evidence.have = 2;
  CHECK(text(explanation({group})) == R"(ml/eval does not start: 2 of the 4 members that it needs exist (minMember 4)
  The scheduler starts none before the others exist. 1 member finished and does
  not count.
  First needed: 2 more members, or a minMember of at most 2.
)");
}

TEST_CASE("a schedulerName without a scheduler") {
  GroupReport group = gang("ten", 2, Code::WrongScheduler);
  group.scheduler_name = group.evidence.scheduler = "gang-scheduler";
  group.evidence.pods = {"ten-0", "ten-1"};
  group.evidence.hints = {"batch-scheduler", "default-scheduler"};
  group.pods = pods("ten", 0, 1, Outcome::NotAttempted);
  CHECK(text(explanation({group})) ==
        R"(ml/ten does not start: no scheduler serves the schedulerName gang-scheduler of
    its pods
  The configuration has profiles for batch-scheduler and default-scheduler.
  First needed: a running scheduler with a profile gang-scheduler, or pods with
  another spec.schedulerName.

NAME              STATUS         REASON
ten-0 and ten-1   NotAttempted   not tried
)");
}

TEST_CASE("members beyond the quorum that the scheduler preempts") {
  GroupReport group = gang("elastic", 3);
  group.min_member = 1;
  group.verdict = GroupVerdict::Satisfied;
  group.members = {3, 3, 0, 0, 0, 0, 0};
  group.bound_at_end = 1;
  group.pods = {pod("e-0", Outcome::AlreadyBound, "node-1"), pod("e-1", Outcome::NotAttempted, "node-1"),
                pod("e-2", Outcome::NotAttempted, "node-1")};
  group.pods[1].preemptor = group.pods[2].preemptor = "ml/high-0";
  CHECK(text(explanation({group})) == R"(ml/elastic already has its quorum: 3 of its 3 members are bound (minMember 1)
  The scheduler may preempt e-1 and e-2 for ml/high-0; the quorum keeps running.

NAME          STATUS      NODE     REASON
e-0           Bound       node-1
e-1 and e-2   Preempted   node-1   for ml/high-0
)");
}

TEST_CASE("surplus members that the API server refuses are not pending") {
  GroupReport group = gang("el", 5);
  group.min_member = 3;
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = 3;
  group.pods = pods("el", 0, 2, Outcome::Bound, "n1");
  for (model::PodReport& refused : pods("el", 3, 4, Outcome::NotAttempted)) {
    refused.reasons = {reason("ResourceQuota", "exceeded quota: rq", 0)};
    group.pods.push_back(refused);
  }
  CHECK(report::surplus_remark(group) ==
        "2 members beyond the quorum are not created: exceeded quota: rq. The others start without them.");
  CHECK(text(explanation({group}), Format::Wide).find("not created: exceeded quota: rq") != std::string::npos);
  group.pods.back().reasons.clear();
  CHECK(report::surplus_remark(group) ==
        "1 member beyond the quorum is not created: exceeded quota: rq; 1 more stays pending. The others start without "
        "them.");
}

TEST_CASE("a member that is being deleted counts, and the answer says so") {
  GroupReport group = gang("train", 2);
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = 2;
  group.pods = {pod("train-0", Outcome::AlreadyBound, "gpu-0"), pod("train-1", Outcome::Bound, "gpu-1")};
  group.pods[0].terminating = true;
  CHECK(text(explanation({group})) == R"(ml/train fits: 2 of its 2 members can be placed (minMember 2)
  train-0 is being deleted and still counts; without it, 1 of the 2 members that
  it needs has a node.

NAME      STATUS      NODE    REASON
train-0   Bound       gpu-0   is being deleted
train-1   WouldBind   gpu-1
)");
  group.min_member = 1;
  CHECK(report::leaving_remark(group).empty());
}

TEST_CASE("futile reservations, futile preemption, endless retries, a stale status") {
  GroupReport group = gang("ten", 10, Code::NotEnoughRoom);
  group.evidence.have = 9;
  group.evidence.pods = {"ten-9"};
  group.evidence.waited = 9;
  group.evidence.permit_wait_seconds = 10;
  group.evidence.reject_percentage = 10;
  group.pods = {pod("ten-9", Outcome::Unschedulable)};
  group.pods[0].victims = {"ml/batch-1", "ml/batch-2"};
  group.stored = {"Running", "", "", true};
  group.phase = {"Scheduling", "", 0, 0, 0};
  group.spins = true;
  CHECK(text(explanation({group})) == R"(ml/ten does not fit: 9 of its 10 members can be placed (minMember 10)
  9 members hold their nodes for 10s until the wait at Permit times out: no more
  than podGroupRejectPercentage (10 %) of minMember is missing, so they wait
  instead of being rejected at once.
  The scheduler preempts ml/batch-1 and ml/batch-2 for this group, and the group
  still does not start.

NAME    STATUS          REASON
ten-9   Unschedulable   no node is left for it

The PodGroup's status (Running) is out of date; its controller would now set
Scheduling.

The scheduler retries this group in a loop that only chance can end. Set
podGroupBackoffSeconds in the Coscheduling arguments to stop it.
)");
}

TEST_CASE("the advice about back-off needs a policy that has it") {
  GroupReport group = fragmented();
  group.spins = true;
  const auto advises = [&](std::string_view policy) {
    group.policy = policy;
    return text(explanation({group})).find("podGroupBackoffSeconds") != std::string::npos;
  };
  CHECK(advises("coscheduling"));
  CHECK(advises("coscheduling@v0.26.7"));
  CHECK(advises("coscheduling@v0.31.8"));
  CHECK_FALSE(advises("coscheduling@v0.24.9"));
  CHECK_FALSE(advises("coscheduling@v0.26.6"));
  CHECK_FALSE(advises("coscheduling@nonsense"));
  CHECK_FALSE(advises("lightweight"));
  CHECK_FALSE(advises("none"));
}

TEST_CASE("the assumptions follow at the end") {
  model::Report report = explanation({gang("train", 3, Code::NoNodes)});
  report.what_ifs = {"--remove-node gpu-1", "--cordon gpu-2"};
  report.assumptions = {"one scheduler serves every schedulerName", "nobody waits at Permit"};
  report.problems = {{"pods.json, item 3", "Pod ml/x", "odd"}};
  CHECK(text(report) == R"(ml/train does not fit: there are no nodes

What if: --remove-node gpu-1; --cordon gpu-2.
Assumed: one scheduler serves every schedulerName; nobody waits at Permit.
The input has 1 problem; see the warnings.
)");
}

TEST_CASE("text names the assumptions about this input, and as many general ones as a line holds") {
  model::Report report = explanation({gang("train", 3, Code::NoNodes)});
  report.assumptions = {"the operator of PyTorchJob makes no pod group (--operator-option x)",
                        "one run of CronJob ml/nightly is assumed started"};
  report.general_assumptions = {"default plugins (else --scheduler-config)", "no ResourceQuota"};
  CHECK(text(report).ends_with(R"(
Assumed: the operator of PyTorchJob makes no pod group; one run of CronJob
ml/nightly is assumed started; and 2 more (see -o wide).
)"));
  CHECK(text(report, Format::Wide).ends_with(R"(
Assumed: the operator of PyTorchJob makes no pod group (--operator-option x);
one run of CronJob ml/nightly is assumed started; default plugins (else
--scheduler-config); no ResourceQuota.
)"));
  report.assumptions.clear();
  CHECK(text(report).ends_with("\nAssumed: default plugins; no ResourceQuota (see -o wide).\n"));
}

TEST_CASE("what else is unknown begins with a capital, unless with a name") {
  GroupReport group = gang("train", 2, Code::NotModelled);
  group.verdict = GroupVerdict::Unknown;
  group.asked = {{model::Authority::Queue, model::Reply::NotAsked, "Volcano's queue q decides", "", ""},
                 {model::Authority::Operator, model::Reply::NotAsked, "its pods are made later", "", ""},
                 {model::Authority::Scheduler, model::Reply::NotAsked, "batch-1 decides too", "", ""}};
  CHECK(text(explanation({group})).find("\n  Its pods are made later. batch-1 decides too.\n") != std::string::npos);
}

TEST_CASE("an undecided verdict") {
  GroupReport group = gang("train", 2, Code::NotModelled);
  group.verdict = GroupVerdict::Unknown;
  group.evidence.pod = "train-0";
  group.evidence.hints = {"resource claims"};
  CHECK(text(explanation({group})) ==
        R"(ml/train cannot be decided: a rule that is not simulated decides about it
  train-0 has resource claims.
)");
}

TEST_CASE("several groups by name give several blocks") {
  GroupReport idle = gang("done", 2);
  idle.verdict = GroupVerdict::Idle;
  idle.members = {0, 0, 0, 0, 0, 2, 0};
  CHECK(text(explanation({gang("a", 2, Code::NoNodes), idle})) == R"(ml/a does not fit: there are no nodes

ml/done is idle: none of its members is pending, 2 succeeded (minMember 2)
)");
}

TEST_CASE("pods without a group") {
  SECTION("one") {
    model::PodReport etl = pod("etl-7", Outcome::Unschedulable);
    etl.reasons = {reason("NodeResourcesFit", "Insufficient cpu", 3),
                   reason("NodeUnschedulable", "node(s) were unschedulable", 1)};
    CHECK(text(explanation({}, {etl})) ==
          "pod ml/etl-7 does not fit: 3 nodes have too little cpu, 1 node is cordoned\n    (unschedulable)\n");
    CHECK(text(explanation({}, {pod("etl-8", Outcome::Bound, "node-1")})) == "pod ml/etl-8 fits on node-1\n");
    CHECK(text(explanation({}, {pod("etl-9", Outcome::NotAttempted)})) == "pod ml/etl-9 is not tried\n");
  }
  SECTION("several") {
    std::vector<model::PodReport> loose = pods("ps", 0, 0, Outcome::Bound, "node-1");
    for (auto& pod : pods("worker", 0, 3, Outcome::Unschedulable)) {
      loose.push_back(pod);
      loose.back().reasons = {reason("NodeResourcesFit", "Insufficient nvidia.com/gpu", 2)};
    }
    CHECK(text(explanation({}, loose)) == R"(4 of 5 pods without a group do not fit

NAME                             STATUS          NODE     REASON
ps-0                             WouldBind       node-1
worker-0 ... worker-3 (4 pods)   Unschedulable            2 nodes have too little nvidia.com/gpu
)");
  }
}

TEST_CASE("a pod that is not decided shows its scheduler's last message") {
  model::Report undecided = explanation({}, pods("job", 0, 0, Outcome::Bound, "node-1"));
  undecided.pods.front().stored_message = "Insufficient quotas [[gpu]]";
  const std::string remark = "\nIts scheduler's last message: Insufficient quotas [[gpu]].\n";
  CHECK(text(undecided).find(remark) == std::string::npos);
  undecided.verdict = model::Verdict::Unknown;
  CHECK(text(undecided).find(remark) != std::string::npos);
}

TEST_CASE("a gated pod: who must act, unless the gate is explained elsewhere") {
  std::vector<model::PodReport> gated = pods("job", 0, 0, Outcome::Gated, "");
  gated.front().gates = {"example.com/budget"};
  const std::string remark =
      "  The controller that set the gate must remove it; no scheduler tries the pod\n  before.\n";
  CHECK(text(explanation({}, gated)).find(remark) != std::string::npos);
  gated.front().gates = {"kueue.x-k8s.io/admission"};
  CHECK(text(explanation({}, gated)).find(remark) == std::string::npos);
}

TEST_CASE("wide: a row per pod with the scheduler's own words") {
  GroupReport group = fragmented();
  group.pods[1].message = "0/4 nodes are available: 4 Insufficient nvidia.com/gpu.";
  group.pods[1].nominated_node = "gpu-b";
  group.pods[1].victims = {"ml/etl-7"};
  const std::string wide = text(explanation({group}), Format::Wide);
  CHECK(wide.find(R"(NAME       STATUS          NODE   NOMINATED   VICTIMS    MESSAGE
worker-0   Rejected
worker-1   Unschedulable          gpu-b       ml/etl-7   0/4 nodes are available: 4 Insufficient nvidia.com/gpu.
worker-2   Rejected
)") != std::string::npos);
}

TEST_CASE("colour only repeats the words") {
  report::Style style;
  style.color = true;
  const std::string colored = text(explanation({gang("a", 2, Code::NoNodes)}), Format::Text, style);
  CHECK(colored == "ml/a \x1b[31mdoes not fit\x1b[0m: there are no nodes\n");
}

TEST_CASE("prose fits the width of the terminal") {
  report::Style style;
  style.columns = 50;
  const std::string narrow = text(explanation({fragmented()}), Format::Text, style);
  CHECK(narrow.starts_with(R"(ml/train does not fit: 1 of its 3 members can be
    placed (minMember 3)
  worker-1 and worker-2 each need 4 nvidia.com/gpu
  on one node. 12 are free, but on 4 nodes: gpu-a
  6, gpu-b 2, gpu-c 2, gpu-d 2. At most 1 member
  of this size fits.
)"));
}

TEST_CASE("an empty report prints nothing") { CHECK(text(explanation({})).empty()); }
