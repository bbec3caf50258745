// SPDX-License-Identifier: Apache-2.0
// The gang rules of each release.
#include "engine/rules/policy.hpp"
#include "engine/scheduler_version.hpp"
#include "support/catch.hpp"

using namespace engine;
using model::Dialect;

TEST_CASE("the default policy follows the dialect") {
  CHECK(find_policy("", Dialect::Lightweight)->name == "lightweight");
  CHECK(find_policy("", Dialect::CoschedulingSigs)->name == "coscheduling@v0.24.9");
  CHECK(find_policy("", Dialect::Coscheduling)->name == "coscheduling");
  CHECK(find_policy("none", Dialect::Coscheduling)->gang == false);
}

TEST_CASE("the newest row that is not later than the release applies") {
  const auto at = [](const char* version) {
    return find_policy(std::string("coscheduling@") + version, Dialect::Coscheduling);
  };
  CHECK(at("v0.20.10")->name == "coscheduling@v0.19.8");
  CHECK(at("v0.28.8")->activation == SiblingActivation::EveryWaiting);
  CHECK(at("v0.28.9")->activation == SiblingActivation::FirstWaiting);
  CHECK(at("v0.34.1-devel")->timestamp == GroupTimestamp::Creation);
  CHECK(at("v0.34.4-devel")->timestamp == GroupTimestamp::LastFailure);
  CHECK_FALSE(at("v0.34.4-devel")->gated_members_do_not_count);
  CHECK(at("v0.34.4-devel-sg")->gated_members_do_not_count);
  CHECK_FALSE(at("v0.34.4-devel-sg")->reject_percentage_argument);
  CHECK(at("v0.34.4-rc")->reject_percentage_argument);
  CHECK(at("v0.40.0")->name == "coscheduling");
  CHECK(at("v0.18.9")->label_only);
  CHECK_FALSE(at("v0.23.8")->pre_filter_unresolvable);
  CHECK(at("v0.23.9")->pre_filter_unresolvable);
  CHECK(at("v0.23.9")->denied_seconds == 20);
  CHECK(at("v0.24.9")->denied_seconds == 0);
}

TEST_CASE("find_policy rejects names that are not policies") {
  for (const char* name : {"volcano", "coscheduling@", "coscheduling@v1.0.0", "coscheduling@v0.17.0",
                           "coscheduling@0.x", "coscheduling@v0.34.4-beta", "Coscheduling"}) {
    CHECK(find_policy(name, Dialect::Coscheduling) == nullptr);
  }
}

TEST_CASE("SchedulerVersion parses versions with vendor suffixes") {
  CHECK(SchedulerVersion::parse("v1.33.5-gke.1") == SchedulerVersion{33, 5});
  CHECK(SchedulerVersion::parse("1.30.0+k3s1") == SchedulerVersion{30, 0});
  CHECK(SchedulerVersion::parse("1.34").names_untolerated_taint() == false);
  CHECK(SchedulerVersion::parse("1.34.1").names_untolerated_taint());
  CHECK(SchedulerVersion::parse("nonsense") == SchedulerVersion{});
}
