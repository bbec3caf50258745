// SPDX-License-Identifier: Apache-2.0
// Text of the forecast for a group.
#include "report/samples.hpp"
#include "report/words/foresight_words.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

using model::Foresight;
using Remarks = std::vector<std::string>;

namespace {

constexpr std::int64_t k_minute = 60'000'000; // microseconds

Foresight nothing_known() {
  Foresight foresight;
  foresight.now = *model::parse_time("2026-03-02T09:00:00Z");
  foresight.resource = "nvidia.com/gpu";
  return foresight;
}

model::QueueRef group_named(std::string_view name) {
  model::QueueRef ref;
  ref.kind = model::QueueKind::PodGroup;
  ref.namespace_name = "ml";
  ref.name = name;
  return ref;
}

Remarks remarks(Foresight foresight) {
  model::GroupReport group = samples::gang("train", 2);
  group.foresight = std::move(foresight);
  return report::foresight_remarks(group);
}

} // namespace

TEST_CASE("there is no remark if nothing is known, or if the group starts at once") {
  CHECK(remarks(nothing_known()).empty());
  Foresight at_once = nothing_known();
  at_once.known_ends = 2;
  at_once.starts = at_once.now;
  CHECK(remarks(at_once).empty());
}

TEST_CASE("a pod without a group that has to wait starts at a time, and groups hold nodes until then") {
  model::PodReport pod = samples::pod("single", model::Outcome::Bound, "node-1");
  CHECK(report::start_remark(pod).empty());
  Foresight foresight = nothing_known();
  foresight.starts = *model::parse_time("2026-03-02T09:01:00Z");
  model::Holder holder;
  holder.group = group_named("ten");
  foresight.holders = {holder};
  pod.foresight = std::make_shared<const Foresight>(foresight);
  CHECK(report::start_remark(pod) ==
        "It starts at 2026-03-02T09:01:00Z, in 60s; until then ml/ten holds nodes at Permit without starting.");
}

TEST_CASE("a remark gives the start, and the pods that must end first") {
  Foresight foresight = nothing_known();
  foresight.known_ends = 1;
  foresight.starts = model::Time{foresight.now.micros + 30 * k_minute};
  foresight.endings = {{"ml", "etl-0", "gpu-a", *foresight.starts, model::KnownEnd::Why::Deadline}};
  CHECK(remarks(foresight) ==
        Remarks{"it starts at 2026-03-02T09:30:00Z, in 30m, when ml/etl-0 on gpu-a has reached its deadline"});
}

TEST_CASE("ends that do not let it start have the capacity that they free") {
  Foresight foresight = nothing_known();
  foresight.known_ends = 1;
  CHECK(remarks(foresight) == Remarks{"1 running pod is known to end, and the group still does not start"});
  foresight.ending_amount = 2;
  CHECK(remarks(foresight) ==
        Remarks{"1 running pod with 2 nvidia.com/gpu is known to end, and the group still does not start"});
  foresight.known_ends = 3;
  CHECK(remarks(foresight) ==
        Remarks{"3 running pods with 2 nvidia.com/gpu are known to end, and the group still does not start"});
  foresight.ending_amount = 0;
  CHECK(remarks(foresight) ==
        Remarks{"3 running pods are known to end, but have no nvidia.com/gpu on a node that the group can use"});
}

TEST_CASE("remarks name the holders of capacity, and overtaking pods") {
  Foresight foresight = nothing_known();
  model::Holder holder;
  holder.group = group_named("other");
  holder.running = 1;
  holder.waiting = 2;
  holder.amount = 12;
  foresight.holders = {holder};
  foresight.overtakers = 2;
  foresight.overtaken_amount = 5;
  CHECK(remarks(foresight) ==
        Remarks{"ml/other (1 running member and 2 waiting members with 12 nvidia.com/gpu) has no quorum "
                "either; if it released its nodes, this group would start",
                "2 pods of the same or lower priority were created later and run with 5 nvidia.com/gpu"});
}

TEST_CASE("the remark about a deadlock names a wait only if one ends it") {
  Foresight foresight = nothing_known();
  foresight.cycle = {group_named("red"), group_named("green")};
  CHECK(remarks(foresight) ==
        Remarks{"a deadlock: ml/red and ml/green wait for each other; nothing releases the nodes of their "
                "running members"});
}
