// SPDX-License-Identifier: Apache-2.0
#include "report/html/turns.hpp"

#include "report/samples.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>

using model::AttemptReport;
using model::AttemptResult;
using report::Turn;
using report::TurnPart;
using report::Turns;
using report::turns_of;

namespace {

AttemptReport attempt(std::string_view group, AttemptResult result, std::int64_t seconds = 0) {
  AttemptReport made;
  made.pod = "ml/" + std::string(group) + "-0";
  made.group = group;
  made.at = model::Time::from_seconds(seconds);
  made.result = result;
  return made;
}

AttemptReport waiting(std::string_view group, std::string_view then, std::int64_t until) {
  AttemptReport made = attempt(group, AttemptResult::Waiting);
  made.then = then;
  made.then_at = model::Time::from_seconds(until);
  return made;
}

Turns turns(std::vector<AttemptReport> attempts, std::size_t rows = 10, std::size_t most = 100) {
  model::Report report = samples::explanation({});
  report.attempts = std::move(attempts);
  return turns_of(report, rows, most);
}

} // namespace

TEST_CASE("consecutive attempts of one group form one turn") {
  std::vector<AttemptReport> attempts = {
      waiting("a", "Bound", 5), waiting("a", "Bound", 5), attempt("a", AttemptResult::Bound, 5),
      attempt("b", AttemptResult::Unschedulable, 6), attempt("a", AttemptResult::Bound, 7)};
  for (std::size_t i = 0; i < attempts.size(); ++i) { attempts[i].pod += std::to_string(i); }
  const Turns made = turns(attempts);
  REQUIRE(made.rows.size() == 2);
  CHECK(made.rows[0].name == "ml/a");
  CHECK(made.rows[0].bound == 4);
  CHECK(made.rows[1].refused == 1);
  REQUIRE(made.turns.size() == 3);
  const Turn& first = made.turns.front();
  REQUIRE(first.parts.size() == 2);
  CHECK(first.parts[0] == std::pair(TurnPart::WaitsThenBound, std::int64_t{2}));
  CHECK(first.parts[1] == std::pair(TurnPart::Bound, std::int64_t{1}));
  CHECK(first.waits_until == model::Time::from_seconds(5));
  CHECK(made.turns[1].parts.front().first == TurnPart::Refused);
  CHECK(made.turns[2].row == 0);
}

TEST_CASE("a retry begins a turn") {
  AttemptReport other = attempt("a", AttemptResult::Unschedulable);
  other.pod = "ml/a-1";
  const AttemptReport first = attempt("a", AttemptResult::Unschedulable);
  const Turns made = turns({first, other, first, other});
  CHECK(made.rows.size() == 1);
  REQUIRE(made.turns.size() == 1); // twice the same
  CHECK(made.turns[0].attempts == 2);
  CHECK(made.turns[0].times == 2);
}

TEST_CASE("turns that repeat each other are one, also in cycles, unless a pod is bound") {
  const auto refused = [](const char* group, int second) {
    AttemptReport one = attempt(group, AttemptResult::Unschedulable);
    one.at = model::Time::from_seconds(second);
    return one;
  };
  const Turns made = turns({refused("a", 0), refused("b", 1), refused("a", 2), refused("b", 3), refused("a", 4),
                            refused("b", 5), attempt("c", AttemptResult::Bound), attempt("c", AttemptResult::Bound)});
  REQUIRE(made.turns.size() == 4);
  CHECK(made.turns[0].times == 3);
  CHECK(made.turns[0].last_at == model::Time::from_seconds(4));
  CHECK(made.turns[1].times == 3);
  CHECK(made.turns[2].times == 1);
  CHECK(made.turns[3].times == 1);
}

TEST_CASE("each outcome of a wait has a part of its own") {
  AttemptReport late = waiting("a", "timeout", 60);
  late.timed_out = true;
  AttemptReport open = attempt("c", AttemptResult::Waiting);
  AttemptReport preempting = attempt("d", AttemptResult::Unschedulable);
  preempting.victims = {"ml/x"};
  const Turns made = turns({late, waiting("b", "rejected", 3), open, preempting});
  REQUIRE(made.turns.size() == 4);
  CHECK(made.turns[0].parts.front().first == TurnPart::TimesOut);
  CHECK(made.turns[1].parts.front().first == TurnPart::WaitsInVain);
  CHECK(made.turns[2].waits_on);
  CHECK_FALSE(made.turns[1].waits_on);
  CHECK(made.turns[3].parts.front().first == TurnPart::Preempts);
  CHECK(made.turns[3].victims == std::vector<std::string>{"ml/x"});
}

TEST_CASE("rows beyond a limit share one, turns beyond a limit have only a count") {
  std::vector<AttemptReport> attempts;
  for (int i = 0; i < 10; ++i) { attempts.push_back(attempt("g" + std::to_string(i), AttemptResult::Bound)); }
  const Turns few_rows = turns(attempts, 4);
  CHECK(few_rows.rows.size() == 4);
  CHECK(few_rows.rows.back().name == "7 others");
  CHECK(few_rows.rows.back().bound == 7);
  CHECK(few_rows.turns.size() == 4); // consecutive turns of the others are one
  const Turns few_turns = turns(attempts, 20, 3);
  CHECK(few_turns.turns.size() == 3);
  CHECK(few_turns.left_out == 7);
}

TEST_CASE("requested groups come first, whenever the scheduler tries them") {
  model::Report report = samples::explanation({samples::gang("late", 1)});
  report.attempts = {attempt("early", AttemptResult::Bound), attempt("late", AttemptResult::Bound)};
  CHECK(turns_of(report, 10, 10).rows.front().name == "ml/late");
}

TEST_CASE("without attempts there are no turns") { CHECK(turns({}).turns.empty()); }
