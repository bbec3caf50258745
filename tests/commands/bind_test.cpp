// SPDX-License-Identifier: Apache-2.0
// What bind judges by itself: whether a group is whole, who else may be binding, what a person answers.
#include "commands/bind/confirmation.hpp"
#include "commands/bind/group_state.hpp"
#include "commands/bind/other_runs.hpp"
#include "support/catch.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <vector>

using namespace commands;

namespace {

// minMember, and of the members: bound, succeeded, failed.
model::GroupReport group(std::int32_t min_member, std::int32_t bound, std::int32_t succeeded = 0,
                         std::int32_t failed = 0) {
  model::GroupReport group;
  group.min_member = min_member;
  group.members.bound = bound;
  group.members.succeeded = succeeded;
  group.members.failed = failed;
  group.members.total = 4;
  return group;
}

} // namespace

TEST_CASE("a group is whole if no member is bound, or its quorum is") {
  CHECK(is_whole(group(3, 0)));
  CHECK_FALSE(is_whole(group(3, 1)));
  CHECK_FALSE(is_whole(group(3, 2)));
  CHECK(is_whole(group(3, 3)));
  CHECK(is_whole(group(3, 4)));
}

TEST_CASE("members that came to their end count toward the quorum") {
  CHECK(is_whole(group(3, 1, 2)));
  CHECK(is_whole(group(3, 1, 0, 2)));
  CHECK(is_whole(group(3, 1, 1, 1)));
  CHECK_FALSE(is_whole(group(3, 1, 1)));
  CHECK(is_whole(group(3, 0, 1))); // nothing is in the way of others
}

TEST_CASE("without minMember one member is enough") {
  CHECK(quorum(group(0, 0)) == 1);
  CHECK(quorum(group(-1, 0)) == 1);
  CHECK(is_whole(group(0, 1)));
}

TEST_CASE("what a group that is not whole lacks") {
  CHECK(shortage_text(group(3, 2)) == "2 of its members are bound, and minMember is 3; the others do not fit any more");
  CHECK(shortage_text(group(5, 2)) ==
        "2 of its members are bound, and minMember is 5; there are only 4 members any more");
}

TEST_CASE("Leases of other runs") {
  const kube::LeaseAddress ours = {"kube-system", "kubectl-gang-bind"};
  const kube::ServerTime now{std::chrono::hours(500'000)};
  const auto found = [&](std::string_view space, std::string_view name, std::string_view holder, int seconds_ago) {
    model::ClusterSnapshot cluster;
    const model::Time renewed{(now - std::chrono::seconds(seconds_ago)).time_since_epoch().count()};
    cluster.leases.push_back({space, name, holder, 30, renewed, renewed});
    const std::vector<std::string> dead = {"killed"};
    return other_run(cluster, ours, dead, now).value_or("");
  };
  CHECK(found("kube-system", "kubectl-gang-batch", "ada", 20) ==
        "another bind is under way: the Lease kube-system/kubectl-gang-batch is held by ada");
  CHECK_FALSE(found("elsewhere", "kubectl-gang-bind", "ada", 20).empty());
  CHECK_FALSE(found("kube-system", "kubectl-gang-batch", "ada", 34).empty()); // the margin of 5 s
  CHECK(found("kube-system", "kubectl-gang-batch", "ada", 36).empty());
  CHECK(found("kube-system", "kubectl-gang-batch", "", 1).empty()); // given back
  CHECK(found("kube-system", "kubectl-gang-batch", "killed", 1).empty());
  CHECK(found("kube-system", "kubectl-gang-bind", "ada", 1).empty()); // that one is ours
  CHECK(found("kube-system", "kube-scheduler", "ada", 1).empty());
}

TEST_CASE("a question without an answer does not leave the line open") {
  const auto asked = [](const std::string& typed) {
    std::ostringstream out, err;
    std::istringstream in(typed);
    Session session = {.out = out, .err = err};
    session.in = &in;
    BindInput input;
    input.request.cluster.live.emplace();
    const bool agreed = confirm(input, {}, session);
    return std::pair(agreed, err.str().back());
  };
  CHECK(asked("yes\n") == std::pair(true, ' '));
  CHECK(asked("no\n") == std::pair(false, ' ')); // the terminal has shown the line end that was typed
  CHECK(asked("") == std::pair(false, '\n'));
}
