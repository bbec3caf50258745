// SPDX-License-Identifier: Apache-2.0
// JSON and YAML, every field at least once. The expected texts are files that tests/schemas.py validates.
#include "report/golden.hpp"
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::Code;
using model::GroupReport;
using model::GroupVerdict;
using model::Outcome;
using model::QueueKind;
using model::Time;
using report::Format;
using namespace samples;

namespace {

model::Report with_inputs(model::Report report) {
  report.sources = {"cluster.json"};
  report.victims = "gone";
  report.waiting = "none";
  report.assumptions = {"one scheduler serves every schedulerName"};
  return report;
}

model::GateReport quota() {
  model::GateReport gate = {model::GateKind::ResourceQuota, "ResourceQuota", "ml", "gpus", false, 3, 1, {}, "", ""};
  const auto units = [](std::int64_t amount) { return model::Quantity::from_units(amount); };
  gate.amounts = {
      {"requests.nvidia.com/gpu", "a-rule", units(12), units(16), units(6), units(10), {{"ml", "idle", units(4)}}}};
  gate.note = "failed quota: gpus: must specify limits.cpu for: main";
  return gate;
}

GroupReport fully_described() {
  GroupReport group = fragmented();
  group.spins = true;
  group.pods[0].message = "0/1 nodes are available: 1 optimistic rejection in PostFilter.";
  group.pods[0].message_varies = true;
  group.pods[1].message = "0/4 nodes are available: 4 Insufficient nvidia.com/gpu.";
  group.pods[1].nominated_node = "gpu-b";
  group.pods[1].victims = {"ml/etl-7"};
  group.pods[1].reasons.push_back({"NodeUnschedulable", "node(s) were unschedulable", 1, true});
  group.pods[2] = pod("worker-2", Outcome::Gated);
  group.pods[2].gates = {"example.com/quota"};
  group.pods.push_back(pod("worker-3", Outcome::NotAttempted, "gpu-a"));
  group.pods.back().preemptor = "ml/serve-0";
  group.stored = {"Running", "", "0/4 nodes are available", true};
  group.phase = {"Scheduling", "ml/train", 0, 1, 2};
  model::Fix evict;
  evict.cost = 4;
  evict.things = 2;
  evict.minimal = false;
  evict.changes = {{"Pod", "ml", "etl-7", "gpu-b", "", "ml/etl", "Job etl", "", "", "", 0},
                   {"Pod", "ml", "note-2", "gpu-c", "gpu-d", "", "", "", "", "", 0}};
  evict.losers = {"ops/nightly"};
  evict.changes.back().waits = true;
  evict.shrunk = {{"ops/web", 2, 3}};
  evict.not_asked = "pod ml/train-0 gets node gpu-b, which is not Ready";
  evict.retry = model::Retry::OnNewMember;
  model::Fix quorum;
  quorum.kind = model::FixKind::LowerMinMember;
  quorum.cost = quorum.things = 2;
  quorum.changes = {{"PodGroup", "ml", "train", "", "", "", "", "spec.minMember", "3", "1", 0},
                    {"Node", "", "gpu-a", "", "", "", "", "", "", "", 1}};
  quorum.retry = model::Retry::OnGroupChange;
  quorum.backoff_seconds = 20;
  group.fixes = {evict, quorum};
  group.fixes_come_later = true;
  group.fixes_lack = "the running pods";
  group.fixes_unasked = "webhook w decides, and it is not asked";
  model::Foresight& foresight = group.foresight;
  foresight.now = *model::parse_time("2026-03-02T09:00:00Z");
  foresight.starts = *model::parse_time("2026-03-02T09:30:00.5Z");
  foresight.endings = {
      {"ml", "etl-7", "gpu-b", *model::parse_time("2026-03-02T09:30:00Z"), model::KnownEnd::Why::Deadline}};
  foresight.known_ends = 3;
  foresight.ending_amount = 1500;
  foresight.resource = "cpu";
  model::Holder holder;
  holder.group = {model::QueueKind::PodGroup, "ml", "other", 5, model::Dialect::Coscheduling};
  holder.running = 1;
  holder.waiting = 2;
  holder.amount = 4500;
  holder.until = *model::parse_time("2026-03-02T09:05:00Z");
  foresight.holders = {holder};
  foresight.cycle = {{model::QueueKind::PodGroup, "ml", "train", 0, model::Dialect::Coscheduling}, holder.group};
  foresight.overtakers = 2;
  foresight.overtaken_amount = 3000;
  foresight.preemption = model::GroupPreemption{{"ml/a", "ml/b"}, true, {"ml/c"}, true};
  foresight.culprit = "worker-1";
  foresight.victims = {"worker-0"};
  group.robustness = model::Robustness{8, 1, false, 8, 3, 5, 1, 2, {"gpu-a"}};
  group.findings = {too_large()};
  group.gates = {quota(), model::GateReport()};
  group.gates[1] = {model::GateKind::Kueue, "ClusterQueue", "", "team-a", true, 3, 0, {}, "", ""};
  return group;
}

// A tree of sub-groups under a gate, in an implicit group.
GroupReport of_another_dialect() {
  GroupReport group = gang("llm", 3);
  group.dialect = model::Dialect::Kai;
  group.implicit = true;
  group.layers = {{model::Dialect::Kueue, "kueue.x-k8s.io/admission", model::LayerRole::Gate}};
  model::SubGroupReport replicas;
  replicas.name = "replicas";
  replicas.min_sub_groups = 1;
  model::SubGroupReport decode;
  decode.name = "decode";
  decode.parent = "replicas";
  decode.min_member = 2;
  decode.total = 3;
  decode.bound = 1;
  decode.bound_at_end = 2;
  group.sub_groups = {replicas, decode};
  return group;
}

GroupReport fitting() {
  GroupReport group = gang("tune", 2);
  group.verdict = GroupVerdict::Fits;
  group.bound_at_end = 2;
  group.pods = pods("tune", 0, 1, Outcome::Bound, "gpu-a");
  return group;
}

// Two pods of a Job, one of which a new node would start.
model::OwnerReport blocked_job() {
  model::OwnerReport owner;
  owner.kind = "Job";
  owner.pods = 2;
  owner.as_group = gang("etl", 2);
  owner.as_group.of_owner = true;
  model::Fix nodes;
  nodes.kind = model::FixKind::AddNodes;
  nodes.cost = nodes.things = 1;
  nodes.changes = {{"Node", "", "gpu-a", "", "", "", "", "", "", "", 1}};
  owner.as_group.fixes = {nodes};
  owner.as_group.fixes_come_later = true;
  owner.as_group.fixes_lack = "the running pods";
  owner.as_group.fixes_unasked = "webhook w decides, and it is not asked";
  return owner;
}

model::Report full_explanation() {
  model::Report report = with_inputs(
      explanation({fully_described(), fitting(), of_another_dialect()}, {pod("notebook-0", Outcome::Bound, "cpu-1")}));
  report.pods[0].terminating = true;
  report.pods[0].untold = "resource claims that the input does not hold (gpu)";
  report.owners = {blocked_job()};
  model::ClusterSummary& summary = report.summary.emplace();
  summary.blocked_groups = summary.starting_groups = summary.blocked_pods = 1;
  summary.causes = {{Code::Fragmented, 1}};
  summary.scarce = {"nvidia.com/gpu", 12, 28, 7, {{6, 1}, {2, 3}}};
  summary.waits_longest = model::QueueRef{model::QueueKind::PodGroup, "ml", "train", 0};
  summary.in_the_way = summary.waits_longest;
  summary.waits_since = model::Time::from_seconds(1'200);
  summary.next = {{model::QueueKind::Pod, "ml", "notebook-0", 0}};
  summary.kept_out = 1;
  report.what_ifs = {"--cordon gpu-d"};
  report.problems = {{"pods.json, item 3", "Pod ml/odd", "spec.nodeName is no text; the pod is left out"}};
  return report;
}

model::Report full_dry_run() {
  model::Expansion mpi = job("sim", 4);
  mpi.roles[0].pods = {"sim-0", "sim-1", "sim-2", "sim-3"};
  mpi.roles[0].now = 2;
  mpi.roles[0].waits_for = "launcher";
  mpi.roles[0].scheduler_name = "default-scheduler";
  mpi.groups[0].min_resources = {{"cpu", "32"}};
  mpi.groups[0].condition = "gang scheduling is on";
  mpi.groups[0].min_task_member = {{"launcher", 1}, {"worker", 3}};
  mpi.groups[0].network_topology = {"soft", 2, "rack"};
  mpi.groups[0].sub_groups = {{"halves", "", 0, 1}, {"left", "halves", 2, std::nullopt}};
  GroupReport taken = gang("sim", 4, Code::TakenByOthersAhead);
  taken.alone = {GroupVerdict::Fits, 4};
  model::Report report = with_inputs(dry_run({taken}, {mpi}));
  report.policy = "coscheduling";
  report.refusals = {"Pod ml/x: no PriorityClass with name deadline was found"};
  report.copies = sized_copies();
  report.copies->not_counted = {"count/jobs.batch of ResourceQuota ml/q"};
  report.largest = sized_roles();
  report.fragmentation = {fragments()};
  report.owners = {blocked_job()};
  return report;
}

model::Report full_queue() {
  model::Report report = with_inputs(explanation({}));
  report.kind = model::ReportKind::QueueReport;
  report.queue = {
      {1,
       {QueueKind::PodGroup, "ml", "train", 100},
       Time::from_seconds(1'772'442'000),
       "creation",
       GroupVerdict::DoesNotFit,
       Code::Fragmented},
      {2, {QueueKind::Pod, "ml", "etl-7", -5}, std::nullopt, "", std::nullopt, std::nullopt},
      {3,
       {QueueKind::PodGroup, "ml", "tune", 0},
       Time::from_seconds(1'772'442'001),
       "restart",
       GroupVerdict::Fits,
       Code::None},
  };
  model::AttemptReport waiting, refused;
  waiting.pod = "ml/worker-0";
  waiting.group = "train";
  waiting.at = Time::from_seconds(1'772'442'000);
  waiting.result = model::AttemptResult::Waiting;
  waiting.node = "gpu-a";
  waiting.then = "0/1 nodes are available: 1 optimistic rejection in PostFilter.";
  waiting.then_varies = true;
  refused.pod = "ml/etl-7";
  refused.at = Time{1'772'442'000'250'000};
  refused.message = "0/4 nodes are available: 4 Insufficient cpu.";
  refused.nominated_node = "gpu-b";
  refused.victims = {"ml/a"};
  report.attempts = {waiting, refused};
  return report;
}

model::Report full_bind() {
  model::Report report = with_inputs(explanation({fitting()}, {pod("alone", Outcome::Bound, "cpu-1")}));
  report.kind = model::ReportKind::BindReport;
  report.bind_mode = model::BindMode::Act;
  report.bindings = {{"ml", "tune-0", "gpu-a", "tune", model::BindingResult::Bound, ""},
                     {"ml", "tune-1", "gpu-a", "tune", model::BindingResult::Failed, "the pod is gone"},
                     {"ml", "alone", "cpu-1", "", model::BindingResult::Skipped, "not begun"}};
  report.refusals = {"bind stopped: the run was interrupted"};
  return report;
}

model::Report full_lint() {
  model::Report report = with_inputs(explanation({}));
  report.kind = model::ReportKind::LintReport;
  report.verdict = model::Verdict::No;
  report.groups_checked = 3;
  report.findings = {too_large()};
  report.findings[0].facts.push_back({"others", std::vector<std::string>{"a", "b"}});
  report.refusals = {"Pod ml/x: no PriorityClass with name deadline was found"};
  return report;
}

void check_golden(const std::string& name, const model::Report& report) {
  const std::string json = text(report, Format::Json), yaml = text(report, Format::Yaml);
  CHECK(json == golden::expected(name + ".json", json));
  CHECK(yaml == golden::expected(name + ".yaml", yaml));
}

} // namespace

TEST_CASE("an explanation as JSON and YAML") { check_golden("explanation", full_explanation()); }
TEST_CASE("a dry-run as JSON and YAML") { check_golden("dry-run", full_dry_run()); }
TEST_CASE("a queue as JSON and YAML") { check_golden("queue-report", full_queue()); }

TEST_CASE("a bind report as JSON and YAML") { check_golden("bind-report", full_bind()); }

TEST_CASE("a lint report as JSON and YAML") { check_golden("lint-report", full_lint()); }

TEST_CASE("an empty answer has its lists and no other fields") {
  model::Report report;
  report.verdict = model::Verdict::Yes;
  CHECK(text(report, Format::Json) == R"({
    "apiVersion": "kubectl-gang/v1alpha1",
    "kind": "Explanation",
    "metadata": {},
    "spec": {
        "assumptions": [],
        "policies": [],
        "source": []
    },
    "status": {
        "asked": [],
        "groups": [],
        "pods": [],
        "verdict": "Yes"
    }
}
)");
}

TEST_CASE("a group as JSON") {
  GroupReport group = gang("train", 3, Code::NoNodes);
  const std::string json = text(explanation({group}), Format::Json);
  CHECK(json.find(R"(            {
                "ahead": [],
                "boundAtEnd": 0,
                "code": "NoNodes",
                "dialect": "coscheduling",
                "members": {
                    "bound": 0,
                    "failed": 0,
                    "gated": 0,
                    "pending": 3,
                    "placed": 0,
                    "succeeded": 0,
                    "terminating": 0,
                    "total": 3
                },
                "message": "There are no nodes",
                "minMember": 3,
                "name": "train",
                "namespace": "ml",
                "pods": [],
                "policy": "coscheduling",
                "priority": 0,
                "schedulerName": "default-scheduler",
                "verdict": "DoesNotFit"
            }
)") != std::string::npos);
}

TEST_CASE("hostile texts keep their meaning in JSON") {
  GroupReport group = gang("a\x1b\"\\b", 2, Code::NoNodes);
  const std::string json = text(explanation({group}), Format::Json);
  CHECK(json.find(R"("name": "a\u001b\"\\b")") != std::string::npos);
}
