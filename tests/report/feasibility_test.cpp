// SPDX-License-Identifier: Apache-2.0
// Certificates as JSON and YAML, one group for each kind of bound. The expected texts are files that tests/schemas.py
// validates.
#include "report/golden.hpp"
#include "report/samples.hpp"
#include "support/catch.hpp"

using model::FeasibilityAnswer;
using model::FeasibilityMethod;
using report::Format;
using namespace samples;

namespace {

model::GroupReport certified(std::string_view name, FeasibilityAnswer answer, std::optional<std::int64_t> largest,
                             FeasibilityMethod method, model::Certificate certificate) {
  model::GroupReport group = gang(name, 3);
  group.feasibility = {answer, largest, method, std::move(certificate)};
  return group;
}

// Three workers of 4 GPUs, one launcher, and two members with anti-affinity by zone.
model::CountingBound counting() {
  return {4,
          {{{"launcher-0"}, "", {{8, 2, false, "cpu-1"}, {1, 1, false, "gpu-a"}}, 1},
           {{"worker-0", "worker-1", "worker-2"}, "", {{1, 1, false, "gpu-a"}}, 1},
           {{"ps-0", "ps-1"}, "topology.kubernetes.io/zone", {{1, 1, true, "zone-a"}, {1, 1, false, "lost"}}, 2}}};
}

model::TableBound table() {
  return {3, {{"a-0", "a-1"}, {"b-0", "b-1"}}, {{2, "gpu-a", {{1, 0}, {0, 2}}}}, {{2, 0}, {1, 2}}, ""};
}

model::TableBound digested() {
  model::TableBound bound = table();
  bound.frontier.clear();
  bound.digest = "00c0ffee00c0ffee";
  return bound;
}

model::SpreadBound spread() { return {2, "zone", 1, 0, {"a-0", "a-1", "a-2"}, {{"north", 0, 9}, {"south", 1, 0}}}; }

} // namespace

TEST_CASE("certificates as JSON and YAML") {
  const model::Certificate placed = {{{"worker-1", "gpu-a"}, {"worker-0", "gpu-b"}, {"worker-2", "gpu-a"}}, {}};
  const auto with = [](model::UpperBound bound) { return model::Certificate{{{"a-0", "gpu-a"}}, std::move(bound)}; };
  const model::Report report = explanation({
      certified("all", FeasibilityAnswer::Feasible, 3, FeasibilityMethod::Counting, placed),
      certified("counted", FeasibilityAnswer::Feasible, 4, FeasibilityMethod::Counting, with(counting())),
      certified("tabled", FeasibilityAnswer::Feasible, 3, FeasibilityMethod::Table, with(table())),
      certified("large", FeasibilityAnswer::Feasible, 3, FeasibilityMethod::Table, with(digested())),
      certified("spread", FeasibilityAnswer::Infeasible, 2, FeasibilityMethod::Spread, with(spread())),
      certified("tried", FeasibilityAnswer::Infeasible, 1, FeasibilityMethod::Search, with(model::SearchBound{1, 7})),
      certified("open", FeasibilityAnswer::Unknown, std::nullopt, FeasibilityMethod::Search, {}),
  });
  const std::string json = text(report, Format::Json), yaml = text(report, Format::Yaml);
  CHECK(json == golden::expected("feasibility.json", json));
  CHECK(yaml == golden::expected("feasibility.yaml", yaml));
}

namespace {

model::Report full_verification() {
  model::Report report = explanation({});
  report.kind = model::ReportKind::VerifyReport;
  report.verdict = model::Verdict::No;
  model::Verification holds, refuted, unknown;
  holds.namespace_name = refuted.namespace_name = unknown.namespace_name = "ml";
  holds.name = "train";
  holds.judgement = model::Judgement::Holds;
  holds.bound = 1;
  holds.placed = 3;
  holds.needed = 4;
  holds.at_most = 4;
  holds.bound_kind = "Counting";
  refuted.name = "sim";
  refuted.judgement = model::Judgement::Refuted;
  refuted.field = "feasibility.certificate.bound.sets[0].atMost";
  refuted.says = "5";
  refuted.truth = "it is 4";
  unknown.name = "tune";
  unknown.truth = "to try every placement takes more than 2000000 steps";
  report.verifications = {holds, refuted, unknown};
  return report;
}

} // namespace

TEST_CASE("the verify report as JSON and YAML") {
  const std::string json = text(full_verification(), Format::Json), yaml = text(full_verification(), Format::Yaml);
  CHECK(json == golden::expected("verify-report.json", json));
  CHECK(yaml == golden::expected("verify-report.yaml", yaml));
}

TEST_CASE("the verify report as text") {
  CHECK(text(full_verification()) ==
        R"(ml/train holds: 1 member bound, 3 members placed one after the other; at most 4
    by counting
ml/sim is refuted: feasibility.certificate.bound.sets[0].atMost says 5, but it
    is 4
ml/tune could not be checked: to try every placement takes more than 2000000
    steps
)");
  CHECK(text(full_verification(), Format::Wide) ==
        R"(NAMESPACE   NAME    JUDGEMENT    BOUND   PLACED   AT MOST   BY         MESSAGE
ml          train   Holds        1       3        4         Counting   1 member bound, 3 members placed one after the other; at most 4 by counting
ml          sim     Refuted                                            feasibility.certificate.bound.sets[0].atMost says 5, but it is 4
ml          tune    NotChecked                                         to try every placement takes more than 2000000 steps
)");
  CHECK(text(full_verification(), Format::Name) ==
        "podgroup.scheduling.x-k8s.io/train\npodgroup.scheduling.x-k8s.io/sim\npodgroup.scheduling.x-k8s.io/tune\n");
  model::Report none = full_verification();
  none.verifications.clear();
  CHECK(text(none) == "Unknown: the report holds no certificate, so there is nothing to check\n");
}
