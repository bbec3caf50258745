// SPDX-License-Identifier: Apache-2.0
// Decisions of bind itself: whether a group is whole, which other runs hold a Lease, and the answer to its question.
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

// A group with this minMember, and with bound, succeeded and failed members.
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

TEST_CASE("succeeded and failed members count toward the quorum") {
  CHECK(is_whole(group(3, 1, 2)));
  CHECK(is_whole(group(3, 1, 0, 2)));
  CHECK(is_whole(group(3, 1, 1, 1)));
  CHECK_FALSE(is_whole(group(3, 1, 1)));
  CHECK(is_whole(group(3, 0, 1))); // no bound member blocks others
}

TEST_CASE("without minMember one member is enough") {
  CHECK(quorum(group(0, 0)) == 1);
  CHECK(quorum(group(-1, 0)) == 1);
  CHECK(is_whole(group(0, 1)));
}

TEST_CASE("the shortage text names the missing members") {
  CHECK(shortage_text(group(3, 2)) == "2 of its members are bound, and minMember is 3; the others do not fit any more");
  CHECK(shortage_text(group(5, 2)) ==
        "2 of its members are bound, and minMember is 5; there are only 4 members any more");
}

TEST_CASE("a live Lease of another run blocks bind") {
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
  CHECK_FALSE(found("kube-system", "kubectl-gang-batch", "ada", 34).empty()); // within the margin of 5 s
  CHECK(found("kube-system", "kubectl-gang-batch", "ada", 36).empty());
  CHECK(found("kube-system", "kubectl-gang-batch", "", 1).empty()); // released
  CHECK(found("kube-system", "kubectl-gang-batch", "killed", 1).empty());
  CHECK(found("kube-system", "kubectl-gang-bind", "ada", 1).empty()); // our own Lease
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
  CHECK(asked("no\n") == std::pair(false, ' ')); // the terminal has echoed the line end
  CHECK(asked("") == std::pair(false, '\n'));
}
