// SPDX-License-Identifier: Apache-2.0
// Dialects without an object that the builder reads: labels and annotations of pods define the group.
#include "snapshot/groups.hpp"

using model::Dialect;
using namespace tests;

TEST_CASE("YuniKorn: an application consists of task groups") {
  const std::string groups =
      R"(yunikorn.apache.org/task-groups: '[{"name": "driver", "minMember": 1}, {"name": "exec", "minMember": 3}]', )";
  const auto in = [](const std::string& annotation) {
    return PodText{
        .metadata = annotations(annotation), .labels = "applicationId: app-1", .spec = scheduled_by("yunikorn")};
  };
  const auto cluster =
      tests::cluster(pod("driver", in(groups + "yunikorn.apache.org/task-group-name: driver, "
                                               "yunikorn.apache.org/schedulingPolicyParameters: "
                                               "placeholderTimeoutInSeconds=60 gangSchedulingStyle=Hard")) +
                     pod("exec-1", in("yunikorn.apache.org/task-group-name: exec")) + pod("other", in("")));
  const model::PodGroup& group = find_group(cluster, "default/app-1");
  CHECK(group.dialect == Dialect::YuniKorn);
  CHECK(group.declared);
  CHECK(group.min_member == 4);
  CHECK(group.mode == "Hard");
  CHECK(group.schedule_timeout_seconds == 60);
  CHECK(members(cluster, "default/app-1") == Views{"driver", "exec-1"});
  CHECK(names_of(cluster, part(group, "exec").members) == Views{"exec-1"});
  CHECK(find(cluster, "default/other").group == model::k_none);
}

TEST_CASE("YuniKorn: sources of the application's name, and definitions that it ignores") {
  const auto name_of = [](const std::string& labels, const std::string& annotation) {
    const auto cluster =
        tests::cluster(pod("ml/a", {.metadata = annotations("yunikorn.apache.org/task-group-name: t, " + annotation),
                                    .labels = labels,
                                    .spec = scheduled_by("yunikorn")}));
    return std::string(cluster.groups.at(0).name);
  };
  CHECK(name_of("yunikorn.apache.org/app-id: one, applicationId: three", "yunikorn.apache.org/app-id: two") == "one");
  CHECK(name_of("applicationId: three", "yunikorn.apache.org/app-id: two") == "two");
  CHECK(name_of("applicationId: three, spark-app-selector: four", "") == "three");
  CHECK(name_of("spark-app-selector: four", "") == "four");
  CHECK(name_of("", "") == "yunikorn-ml-autogen");
  for (const char* bad : {"no list", "{}", "[{}]", R"([{"name": "", "minMember": 1}])", R"([{"name": "a"}])",
                          R"([{"name": "a", "minMember": 0}])", R"([{"name": "a", "minMember": "1"}])",
                          R"([{"name": "a", "minMember": 1}, {"name": "a", "minMember": 1}])",
                          R"([{"name": "a", "minMember": 1}], "m": [])", "[]"}) {
    INFO(bad);
    const auto cluster =
        tests::cluster(pod("a", {.metadata = annotations(std::string("yunikorn.apache.org/task-groups: '") + bad + "'"),
                                 .spec = scheduled_by("yunikorn")}));
    CHECK_FALSE(cluster.groups.at(0).gang);
    CHECK(cluster.groups.at(0).sub_groups.empty());
  }
}

TEST_CASE("Kueue: groups of plain pods have a label or annotation") {
  const std::string count = annotations("\"kueue.x-k8s.io/pod-group-total-count\": \"3\"");
  const auto cluster = tests::cluster(pod("a", {.metadata = count, .labels = "kueue.x-k8s.io/pod-group-name: g"}) +
                                      pod("b", {.metadata = annotations("kueue.x-k8s.io/pod-group-name: g")}));
  const model::PodGroup& group = find_group(cluster, "default/g");
  CHECK(group.dialect == Dialect::Kueue);
  CHECK(group.declared);
  CHECK(group.min_member == 3);
  CHECK(members(cluster, "default/g") == Views{"a", "b"});
}

TEST_CASE("LeaderWorkerSet: a group for each index; JobSet: one group") {
  const auto lws = [](const std::string& index) {
    return PodText{.metadata = annotations("\"leaderworkerset.sigs.k8s.io/size\": \"2\""),
                   .labels = "leaderworkerset.sigs.k8s.io/name: serve, leaderworkerset.sigs.k8s.io/group-index: \"" +
                             index + "\""};
  };
  const auto job_set = [](const std::string& job, const std::string& replicas, const std::string& index) {
    return PodText{.labels = "jobset.sigs.k8s.io/jobset-name: train, jobset.sigs.k8s.io/replicatedjob-name: " + job +
                             ", jobset.sigs.k8s.io/replicatedjob-replicas: \"" + replicas +
                             "\", batch.kubernetes.io/job-completion-index: \"" + index + "\""};
  };
  const auto cluster = tests::cluster(pod("serve-0", lws("0")) + pod("serve-0-1", lws("0")) + pod("serve-1", lws("1")) +
                                      pod("driver", job_set("driver", "1", "0")) + pod("w0", job_set("w", "2", "0")) +
                                      pod("w1", job_set("w", "2", "2")));
  CHECK(find_group(cluster, "default/serve-0").dialect == Dialect::LeaderWorkerSet);
  CHECK(find_group(cluster, "default/serve-0").min_member == 2);
  CHECK(members(cluster, "default/serve-0") == Views{"serve-0", "serve-0-1"});
  CHECK(members(cluster, "default/serve-1") == Views{"serve-1"});
  const model::PodGroup& train = find_group(cluster, "default/train");
  CHECK(train.dialect == Dialect::JobSet);
  CHECK(train.min_member == 7); // one driver, two jobs of w with indexes 0 to 2
  CHECK(part(train, "w").min_member == 6);
  CHECK(names_of(cluster, part(train, "w").members) == Views{"w0", "w1"});
}

TEST_CASE("JobSet: without the labels of its controller all pods are needed") {
  const PodText bare{.labels = "jobset.sigs.k8s.io/jobset-name: train"};
  const auto cluster = tests::cluster(pod("a", bare) + pod("b", bare) + pod("c", bare));
  CHECK(find_group(cluster, "default/train").min_member == 3);
}

TEST_CASE("Goedel: a pod needs the group's name as a label and as an annotation") {
  const std::string key = "godel.bytedance.com/pod-group-name: ";
  const auto with = [&](const std::string& label, const std::string& annotation) {
    return PodText{.metadata = annotations(annotation), .labels = label, .spec = scheduled_by("godel-scheduler")};
  };
  const auto cluster =
      tests::cluster(object("scheduling.godel.kubewharf.io/v1alpha1", "PodGroup", "g", "spec: {minMember: 2}") +
                     pod("both", with(key + "g", key + "g")) + pod("label", with(key + "g", "")) +
                     pod("mark", with("", key + "g")) + pod("differ", with(key + "g", key + "h")));
  CHECK(find_group(cluster, "default/g").dialect == Dialect::Godel);
  CHECK(members(cluster, "default/g") == Views{"both"});
  CHECK(cluster.groups.size() == 1);
}
