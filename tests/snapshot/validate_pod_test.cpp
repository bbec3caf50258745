// SPDX-License-Identifier: Apache-2.0
// What the API server refuses in pod templates and Jobs. The texts are those of Kubernetes 1.34.
#include "snapshot/dry_run.hpp"

namespace {

using Texts = std::vector<std::string>;

struct JobParts {
  std::string container = "image: x";
  std::string pod_spec = "restartPolicy: Never";
  std::string spec = {};
  std::string labels = {};
  std::string more_containers = {};
};

// The refusals of a Job, without "Job ml/j is invalid: ".
Texts refusals_of(const JobParts& parts, std::string_view api_version = "batch/v1", std::string_view kind = "Job") {
  const std::string pod_template = "template: {metadata: {labels: {" + parts.labels +
                                   "}}, spec: {containers: [{name: c, " + parts.container + "}" +
                                   parts.more_containers + "], " + parts.pod_spec + "}}";
  const std::string spec = "spec: {" + parts.spec + (parts.spec.empty() ? "" : ", ") + pod_template + "}";
  const DryRun run = dry_run("", object(api_version, kind, "ml/j", spec));
  const std::string begin = std::string(kind) + " ml/j is invalid: ";
  Texts texts;
  for (const model::Asked& entry : run.cluster.asked) {
    if (entry.reply != model::Reply::Refuses) { continue; }
    REQUIRE(entry.because.starts_with(begin));
    texts.push_back(entry.because.substr(begin.size()));
  }
  return texts;
}

Texts refusals_of_resources(const std::string& resources) {
  return refusals_of({.container = "image: x, resources: {" + resources + "}"});
}

const std::string k_container = "spec.template.spec.containers[0]";

} // namespace

TEST_CASE("a valid Job is not refused") {
  CHECK(refusals_of({}).empty());
  CHECK(refusals_of_resources("limits: {cpu: 2, nvidia.com/gpu: 1}, requests: {cpu: 1, nvidia.com/gpu: 1}").empty());
  CHECK(refusals_of_resources("limits: {nvidia.com/gpu: 1}").empty()); // the request defaults to the limit
  CHECK(refusals_of_resources("requests: {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4Mi}").empty());
  CHECK(refusals_of({.container = "image: x, volumeMounts: [{name: v, mountPath: /v}]",
                     .pod_spec = "restartPolicy: OnFailure, volumes: [{name: v, emptyDir: {}}]"})
            .empty());
}

TEST_CASE("the API server refuses amounts that contradict each other") {
  CHECK(refusals_of_resources("requests: {nvidia.com/gpu: 1}") ==
        Texts{k_container + ".resources.limits: Required value: Limit must be set for non overcommitable resources"});
  CHECK(refusals_of_resources("requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 2}") ==
        Texts{k_container + ".resources.requests: Invalid value: \"1\": must be equal to nvidia.com/gpu limit of 2"});
  CHECK(refusals_of_resources("requests: {cpu: 2}, limits: {cpu: 500m}") ==
        Texts{k_container +
              ".resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 500m"});
  CHECK(refusals_of_resources("limits: {nvidia.com/gpu: 500m}") ==
        Texts{k_container + ".resources.limits[nvidia.com/gpu]: Invalid value: \"500m\": must be an integer"});
  CHECK(refusals_of_resources("requests: {gpu: 1}, limits: {gpu: 1}").size() == 2);
}

TEST_CASE("the API server refuses incomplete containers") {
  CHECK(refusals_of({.container = "command: [x]"}) == Texts{k_container + ".image: Required value"});
  CHECK(refusals_of({.more_containers = ", {name: c, image: z}"}) ==
        Texts{"spec.template.spec.containers[1].name: Duplicate value: \"c\""});
  CHECK(refusals_of({.more_containers = ", {image: z}"}) ==
        Texts{"spec.template.spec.containers[1].name: Required value"});
  CHECK(refusals_of({.container = "image: x, volumeMounts: [{name: v, mountPath: /v}]"}) ==
        Texts{k_container + ".volumeMounts[0].name: Not found: \"v\""});
}

TEST_CASE(
    "the API server refuses a Job that would restart its containers always, or is not Indexed as its fields need") {
  const Texts wants_policy = {
      "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\""};
  CHECK(refusals_of({.pod_spec = "restartPolicy: Always"}) == wants_policy);
  CHECK(refusals_of({.pod_spec = "hostNetwork: false"}) == wants_policy);
  CHECK(refusals_of({.pod_spec = "restartPolicy: Always"}, "apps/v1", "ReplicaSet").empty());
  CHECK(refusals_of({.spec = "completionMode: Indexed, parallelism: 2"}) ==
        Texts{"spec.completions: Required value: when completion mode is Indexed"});
  CHECK(refusals_of({.spec = "backoffLimitPerIndex: 1"}) ==
        Texts{"spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode"});
}

TEST_CASE("the API server refuses labels and tolerations that are none") {
  const Texts label = refusals_of({.labels = "a: \"b c\""});
  REQUIRE(label.size() == 1);
  CHECK(label.front().starts_with("spec.template.metadata.labels: Invalid value: \"b c\": a valid label must be"));
  CHECK(
      refusals_of({.pod_spec = "restartPolicy: Never, tolerations: [{key: k, operator: Exists, value: v}]"}) ==
      Texts{"spec.template.spec.tolerations[0].operator: Invalid value: \"v\": value must be empty when `operator` is "
            "'Exists'"});
}

TEST_CASE("an operator may complete its template, but amounts stay as they are") {
  const std::string replicas =
      "tfReplicaSpecs: {Worker: {replicas: 1, template: {spec: {containers: [{name: tensorflow, "
      "resources: {requests: {nvidia.com/gpu: 1}}}]}}}}";
  const DryRun run = dry_run("", object("kubeflow.org/v1", "TFJob", "ml/t", "spec: {" + replicas + "}"));
  const model::Asked* const refusal = model::first_with(run.cluster.asked, model::Reply::Refuses);
  REQUIRE(refusal != nullptr);
  CHECK(refusal->because.ends_with(
      "resources.limits: Required value: Limit must be set for non overcommitable resources"));
  CHECK(std::ranges::count(run.cluster.asked, model::Reply::Refuses, &model::Asked::reply) == 1);
}
