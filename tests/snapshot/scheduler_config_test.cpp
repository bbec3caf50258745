// SPDX-License-Identifier: Apache-2.0
// Reading of KubeSchedulerConfiguration files.
#include "snapshot/configuration/scheduler_config.hpp"

#include "snapshot/objects.hpp"
#include "util/concat.hpp"

namespace {

using model::ExtensionPoint;
using Names = std::vector<std::string>;

model::SchedulerConfiguration read(const std::string& body, const std::string& version = "v1") {
  const TemporaryFile file(util::concat("{apiVersion: kubescheduler.config.k8s.io/", version,
                                        ", kind: KubeSchedulerConfiguration, ", body, "}\n"));
  return snapshot::read_scheduler_configuration(file.path());
}

// The error without the file's name.
std::string refusal(const std::string& body, const std::string& version = "v1") {
  const std::string error = error_of([&] { read(body, version); });
  const std::string mark = ", line 1: ";
  return error.empty() ? error : error.substr(error.find(mark) + mark.size());
}

std::string profile(const std::string& plugins, const std::string& more = "") {
  return util::concat("profiles: [{schedulerName: gang, plugins: {", plugins, "}, ", more, "}]");
}

Names names(const model::SchedulerConfiguration& configuration, ExtensionPoint point) {
  Names out;
  const auto& plugins = configuration.profiles.at(0).plugins;
  if (const auto found = plugins.find(point); found != plugins.end()) {
    for (const model::EnabledPlugin& plugin : found->second) { out.push_back(plugin.name); }
  }
  return out;
}

std::int32_t weight(const model::SchedulerConfiguration& configuration, std::string_view plugin) {
  return configuration.profiles.at(0).score_weight(plugin);
}

const std::string k_gang = "multiPoint: {enabled: [{name: Coscheduling}]}, "
                           "queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: \"*\"}]}";

std::string args(const std::string& plugin, const std::string& fields) {
  return util::concat("pluginConfig: [{name: ", plugin, ", args: {", fields, "}}]");
}

} // namespace

TEST_CASE("without profiles there is one for default-scheduler, with the defaults and no gangs") {
  const auto configuration = read("parallelism: 16");
  CHECK_FALSE(configuration.assumed);
  REQUIRE(configuration.profiles.size() == 1);
  CHECK(configuration.profiles[0].scheduler_name == "default-scheduler");
  CHECK(names(configuration, ExtensionPoint::QueueSort) == Names{"PrioritySort"});
  CHECK(names(configuration, ExtensionPoint::Permit) == Names{"GangScheduling"});
  CHECK(names(configuration, ExtensionPoint::PostFilter) == Names{"DynamicResources", "DefaultPreemption"});
  CHECK(configuration.profile_for("gang") == nullptr);
}

TEST_CASE("the usual gang profile: Coscheduling after the defaults, and as the only queue sort plugin") {
  const auto configuration = read(profile(k_gang));
  CHECK(configuration.profile_for("gang") != nullptr);
  CHECK(configuration.profile_for("default-scheduler") == nullptr);
  CHECK(names(configuration, ExtensionPoint::QueueSort) == Names{"Coscheduling"});
  CHECK(names(configuration, ExtensionPoint::PreFilter).back() == "Coscheduling");
  CHECK(names(configuration, ExtensionPoint::PostFilter) ==
        Names{"DynamicResources", "DefaultPreemption", "Coscheduling"});
  CHECK(names(configuration, ExtensionPoint::Permit) == Names{"GangScheduling", "Coscheduling"});
  CHECK(names(configuration, ExtensionPoint::Reserve).back() == "Coscheduling");
  CHECK(configuration.warnings.empty());
}

TEST_CASE("multiPoint: a plugin at a single point has its own values there, and a disabled one stays out") {
  const auto configuration =
      read(profile("multiPoint: {enabled: [{name: NodeResourcesFit, weight: 5}, {name: Coscheduling}], "
                   "disabled: [{name: ImageLocality}]}, "
                   "queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: PrioritySort}]}, "
                   "score: {enabled: [{name: NodeAffinity, weight: 9}], disabled: [{name: TaintToleration}]}, "
                   "permit: {disabled: [{name: \"*\"}]}"));
  CHECK(names(configuration, ExtensionPoint::Score).front() == "NodeAffinity"); // plugins named at the point come first
  CHECK(weight(configuration, "NodeAffinity") == 9);
  CHECK(weight(configuration, "NodeResourcesFit") == 5);
  CHECK(weight(configuration, "InterPodAffinity") == 2);
  CHECK(weight(configuration, "TaintToleration") == 0);
  CHECK(weight(configuration, "ImageLocality") == 0);
  CHECK(names(configuration, ExtensionPoint::Permit).empty());
  CHECK(names(configuration, ExtensionPoint::Filter)[3] == "NodeAffinity"); // a default named again keeps its position
}

TEST_CASE("multiPoint disabled: * leaves only the named plugins") {
  const auto configuration = read(profile("multiPoint: {enabled: [{name: PrioritySort}, {name: NodeResourcesFit}, "
                                          "{name: DefaultBinder}], disabled: [{name: \"*\"}]}"));
  CHECK(names(configuration, ExtensionPoint::Filter) == Names{"NodeResourcesFit"});
  CHECK(weight(configuration, "NodeResourcesFit") == 1); // 0 means 1
}

TEST_CASE("v1beta2 has its own weights, and takes Coscheduling at each point as in the articles") {
  const std::string points =
      "queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: \"*\"}]}, "
      "preFilter: {enabled: [{name: Coscheduling}]}, postFilter: {enabled: [{name: Coscheduling}]}, "
      "permit: {enabled: [{name: Coscheduling}]}, reserve: {enabled: [{name: Coscheduling}]}, "
      "postBind: {enabled: [{name: Coscheduling}]}";
  const auto configuration = read("leaderElection: {leaderElect: false}, profiles: [{schedulerName: default-scheduler, "
                                  "plugins: {" +
                                      points + "}}]",
                                  "v1beta2");
  CHECK(names(configuration, ExtensionPoint::QueueSort) == Names{"Coscheduling"});
  CHECK(names(configuration, ExtensionPoint::PreFilter).back() == "Coscheduling");
  CHECK(names(configuration, ExtensionPoint::PostBind) == Names{"Coscheduling"});
  CHECK(weight(configuration, "TaintToleration") == 1);
  CHECK(weight(configuration, "PodTopologySpread") == 2);
  CHECK(weight(read(profile(k_gang), "v1beta3"), "TaintToleration") == 3);
}

TEST_CASE("unsupported versions are errors, and so are files with other content") {
  CHECK(refusal("profiles: []", "v1beta1") ==
        "apiVersion: \"kubescheduler.config.k8s.io/v1beta1\" is not supported; supported are "
        "kubescheduler.config.k8s.io/v1, v1beta3 and v1beta2");
  const TemporaryFile other(pod("a"));
  CHECK(error_of([&] { snapshot::read_scheduler_configuration(other.path()); }) ==
        other.path() + ", line 2: kind Pod is not a KubeSchedulerConfiguration");
}

TEST_CASE("back-off limits follow the scheduler's rules") {
  CHECK(read("podInitialBackoffSeconds: 2, podMaxBackoffSeconds: 3").pod_max_backoff_seconds == 3);
  CHECK(refusal("podInitialBackoffSeconds: 0") == "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0");
  CHECK(refusal("podInitialBackoffSeconds: 5, podMaxBackoffSeconds: 2") ==
        "podMaxBackoffSeconds: Invalid value: 2: must be greater than or equal to PodInitialBackoffSeconds");
}

TEST_CASE("profiles need unique names, and one queue sort for all") {
  const std::string gang = "{schedulerName: a, plugins: {" + k_gang + "}}";
  CHECK(read("profiles: [" + gang + ", {schedulerName: b, plugins: {" + k_gang + "}}]").profiles.size() == 2);
  CHECK(refusal("profiles: [{schedulerName: a}, {schedulerName: a}]") ==
        "profiles[1].schedulerName: Duplicate value: \"a\"");
  CHECK(refusal("profiles: [{schedulerName: a}, {}]") == "profiles[1].schedulerName: Required value");
  CHECK(refusal("profiles: [" + gang + ", {schedulerName: b}]") ==
        "different queue sort plugins for profile \"b\": \"PrioritySort\", first: \"Coscheduling\"");
  CHECK(refusal("profiles: [" + gang + ", {schedulerName: b, plugins: {" + k_gang + "}, " +
                args("Coscheduling", "permitWaitingTimeSeconds: 5") + "}]") ==
        "different queue sort plugin args for profile \"b\"");
}

TEST_CASE("a profile sorts with exactly one plugin") {
  CHECK(refusal(profile("multiPoint: {enabled: [{name: Coscheduling}]}")) ==
        "only one queue sort plugin required for profile with scheduler name \"gang\", but got 2 (with Coscheduling: "
        "queueSort {enabled: [Coscheduling], disabled: [\"*\"]})");
  CHECK(refusal(profile("queueSort: {disabled: [{name: \"*\"}]}")) ==
        "at least one queue sort plugin is needed for profile with scheduler name \"gang\"");
  CHECK(refusal(profile("bind: {disabled: [{name: DefaultBinder}]}")) ==
        "at least one bind plugin is needed for profile with scheduler name \"gang\"");
}

TEST_CASE("decoding is strict") {
  CHECK(refusal("podInitialBackofSeconds: 1") == "strict decoding error: unknown field \"podInitialBackofSeconds\"");
  CHECK(refusal("profiles: [{schedulername: a}]") ==
        "strict decoding error: unknown field \"profiles[0].schedulername\"");
  CHECK(refusal(profile("unreserve: {}")) == "strict decoding error: unknown field \"profiles[0].plugins.unreserve\"");
  CHECK(refusal(profile("score: {enabled: [{name: NodeAffinity, wight: 1}]}")) ==
        "strict decoding error: unknown field \"profiles[0].plugins.score.enabled[0].wight\"");
  CHECK(refusal("profiles: {}") == "profiles: an object is not a list");
}

TEST_CASE("unknown plugins cause a warning, removed or misplaced ones an error") {
  const auto configuration = read(profile(k_gang + ", score: {enabled: [{name: Mine, weight: 3}]}"));
  CHECK(configuration.warnings == Names{"plugin Mine is not known here: what it does is not simulated"});
  CHECK(weight(configuration, "Mine") == 3);
  CHECK(refusal(profile("filter: {enabled: [{name: CinderLimits}]}")) ==
        "profiles[0].plugins.filter.enabled: Invalid value: \"CinderLimits\": was invalid in version "
        "\"kubescheduler.config.k8s.io/v1\"");
  CHECK(refusal(profile("score: {enabled: [{name: Coscheduling}]}")) ==
        "profiles[0].plugins.score: plugin \"Coscheduling\" does not extend ScorePlugin plugin");
}

TEST_CASE("arguments of Coscheduling decode with their defaults") {
  const auto coscheduling = [](const std::string& fields) {
    return read(profile(k_gang, args("Coscheduling", fields))).profiles.at(0).coscheduling;
  };
  CHECK(coscheduling("").permit_waiting_time_seconds == 60);
  CHECK(coscheduling("kind: CoschedulingArgs, permitWaitingTimeSeconds: 0").permit_waiting_time_seconds == 0);
  CHECK(coscheduling("permitWaitingTimeSeconds: null").permit_waiting_time_seconds == 60);
  CHECK(coscheduling("podGroupBackoffSeconds: 7").pod_group_backoff_seconds == 7);
  CHECK(coscheduling("podGroupRejectPercentage: 0").pod_group_reject_percentage == 0);
}

TEST_CASE("errors about arguments of Coscheduling, in its words") {
  const auto refused = [](const std::string& fields) { return refusal(profile(k_gang, args("Coscheduling", fields))); };
  const std::string place = "profiles[0].pluginConfig[0].args: ";
  CHECK(refused("permitWaitingTimeSeconds: -1") ==
        place + "permitWaitingTimeSeconds: Invalid value: -1: must be greater than 0");
  CHECK(refused("podGroupRejectPercentage: 101") ==
        place + "podGroupRejectPercentage: Invalid value: 101: must be between 0 and 100");
  CHECK(refused("permitWaitingTimeSeconds: -1, podGroupBackoffSeconds: -2") ==
        place + "[permitWaitingTimeSeconds: Invalid value: -1: must be greater than 0, podGroupBackoffSeconds: Invalid "
                "value: -2: must be greater than 0]");
  CHECK(refused("kubeConfigPath: x") ==
        "strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: decoding args for plugin "
        "Coscheduling: strict decoding error: unknown field \"kubeConfigPath\"");
  CHECK(refused("kind: NodeAffinityArgs") == place + "want args to be of type CoschedulingArgs, got NodeAffinityArgs");
  CHECK(refused("permitWaitingTimeSeconds: soon") ==
        place.substr(0, place.size() - 2) + ".permitWaitingTimeSeconds: \"soon\" is not an integer");
  CHECK(refusal(profile(k_gang, "pluginConfig: [{name: Coscheduling}, {name: Coscheduling}]")) ==
        "profiles[0].pluginConfig[1]: repeated config for plugin Coscheduling");
}

TEST_CASE("v1beta2 still accepts the argument of the denied cache") {
  const std::string body = profile(k_gang, args("Coscheduling", "deniedPGExpirationTimeSeconds: 3"));
  CHECK(refusal(body, "v1beta2").empty());
  CHECK(refusal(body, "v1beta3") != "");
}

TEST_CASE("arguments of the resource scores decode") {
  const auto fit = [](const std::string& fields) {
    return read(profile("", args("NodeResourcesFit", fields))).profiles.at(0).fit;
  };
  CHECK(fit("").strategy == model::FitStrategy::LeastAllocated);
  const auto most =
      fit("scoringStrategy: {type: MostAllocated, resources: [{name: nvidia.com/gpu, weight: 5}, {name: cpu}]}, "
          "ignoredResources: [example.com/x], ignoredResourceGroups: [example.org]");
  CHECK(most.strategy == model::FitStrategy::MostAllocated);
  REQUIRE(most.resources.size() == 2);
  CHECK(most.resources[0].weight == 5);
  CHECK(most.resources[1].weight == 1);
  CHECK(most.ignored_resources == Names{"example.com/x"});
  const auto ratio = fit("scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: "
                         "[{utilization: 0, score: 0}, {utilization: 100, score: 10}]}}");
  CHECK(ratio.shape == std::vector<std::pair<std::int32_t, std::int32_t>>{{0, 0}, {100, 10}});
  const auto balanced = read(profile("", args("NodeResourcesBalancedAllocation", "resources: [{name: cpu}]")));
  CHECK(balanced.profiles.at(0).balanced_resources.size() == 1);
}

TEST_CASE("errors about arguments of the resource scores") {
  const auto refused = [](const std::string& fields) { return refusal(profile("", args("NodeResourcesFit", fields))); };
  const std::string place = "profiles[0].pluginConfig[0].args: ";
  CHECK(refused("scoringStrategy: {resources: [{name: cpu, weight: 101}]}") ==
        place + "scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not in valid range "
                "(0, 100]");
  CHECK(refused("scoringStrategy: {type: RequestedToCapacityRatio}") ==
        place + "scoringStrategy.requestedToCapacityRatio.shape: Required value: at least one point must be specified");
  CHECK(refused("scoringStrategy: {requestedToCapacityRatio: {shape: [{utilization: 50, score: 1}, {utilization: 50, "
                "score: 11}]}}") ==
        place +
            "[scoringStrategy.requestedToCapacityRatio.shape[1].score: Invalid value: 11: not in valid range [0-10], "
            "scoringStrategy.requestedToCapacityRatio.shape[1].utilization: Invalid value: 50: utilization values must "
            "be sorted in increasing order]");
  CHECK(refused("scoring: {}").find("unknown field \"scoring\"") != std::string::npos);
}

TEST_CASE("an argument outside the simulation causes a warning unless it has its default") {
  const auto warnings = [](const std::string& plugin, const std::string& fields) {
    return read(profile("", args(plugin, fields))).warnings;
  };
  CHECK(warnings("VolumeBinding", "bindTimeoutSeconds: 600").empty());
  CHECK(warnings("VolumeBinding", "bindTimeoutSeconds: 60") ==
        Names{"profiles[0].pluginConfig[0].args.bindTimeoutSeconds: this argument of VolumeBinding is not "
              "simulated; its default holds"});
  const auto refused = [](const std::string& plugin, const std::string& fields) {
    return refusal(profile("", args(plugin, fields)));
  };
  const std::string place = "profiles[0].pluginConfig[0].args: ";
  CHECK(refused("VolumeBinding", "bindTimeoutSeconds: -1") ==
        place + "bindTimeoutSeconds: Invalid value: -1: invalid BindTimeoutSeconds, should not be a negative value");
  CHECK(refused("VolumeBinding", "bindTimeout: 1").find("unknown field \"bindTimeout\"") != std::string::npos);
  CHECK(refused("DynamicResources", "filterTimeout: -1s") ==
        place + "filterTimeout: Invalid value: \"-1s\": must be zero or positive");
  CHECK(warnings("DynamicResources", "filterTimeout: 10s, bindingTimeout: 10m0s").empty());
}

TEST_CASE("percentageOfNodesToScore of a profile overrides that of the configuration") {
  const model::SchedulerConfiguration both = read(
      "percentageOfNodesToScore: 30, profiles: [{schedulerName: a, percentageOfNodesToScore: 99}, {schedulerName: b}]");
  CHECK(both.warnings.empty());
  CHECK(both.percentage_of_nodes_to_score == 30);
  CHECK(both.profiles.at(0).percentage_of_nodes_to_score == 99);
  CHECK_FALSE(both.profiles.at(1).percentage_of_nodes_to_score);
  CHECK(read("profiles: []").percentage_of_nodes_to_score == 0);
}

TEST_CASE("extenders cause a warning, since the simulation leaves them out") {
  CHECK(read("extenders: [{urlPrefix: x}]").warnings == Names{"extenders are not simulated"});
}

TEST_CASE("extenders follow the scheduler's rules") {
  CHECK(refusal("extenders: {}") == "extenders: an object is not a list");
  CHECK(refusal("extenders: [{urlPrefixes: x}]") ==
        "strict decoding error: unknown field \"extenders[0].urlPrefixes\"");
  CHECK(refusal("extenders: [{prioritizeVerb: rank}]") ==
        "extenders[0].weight: Invalid value: 0: must have a positive weight applied to it");
  CHECK(refusal("extenders: [{bindVerb: a}, {bindVerb: b}]") ==
        "extenders: Invalid value: \"found 2 extenders implementing bind\": only one extender can implement bind");
  CHECK(refusal("extenders: [{managedResources: [{name: a.com/x}]}, {managedResources: [{name: a.com/x}]}]") ==
        "extenders[1].managedResources[0].name: Invalid value: \"a.com/x\": duplicate extender managed resource name");
  CHECK(refusal("extenders: [{managedResources: [{name: cpu}]}]") ==
        "extenders[0].managedResources[0].name: Invalid value: \"cpu\": is an invalid extended resource name");
  CHECK(
      refusal("extenders: [{urlPrefix: x, weight: 2, enableHTTPS: true, httpTimeout: 5s, tlsConfig: {caFile: ca.pem}}]")
          .empty());
}

TEST_CASE("leader election and the connection follow the scheduler's rules") {
  CHECK(refusal("parallelism: 0") == "parallelism: Invalid value: 0: should be an integer value greater than zero");
  CHECK(refusal("parallelism: null").empty());
  CHECK(refusal("leaderElection: {resourceLock: endpointsleases}") ==
        "leaderElection.resourceLock: Invalid value: \"endpointsleases\": resourceLock value must be \"leases\"");
  CHECK(refusal("leaderElection: {leaderElect: false, resourceLock: endpointsleases, renewDeadline: 20s}").empty());
  CHECK(refusal("leaderElection: {renewDeadline: 20s}") ==
        "leaderElection.leaseDuration: Invalid value: \"15s\": must be greater than `RenewDeadline`");
  CHECK(refusal("leaderElection: {leaseDuration: 1s, renewDeadline: 600ms, retryPeriod: 200ms}").empty());
  CHECK(refusal("leaderElection: {retryPeriod: 9s}") ==
        "leaderElection.renewDeadline: Invalid value: \"10s\": must be greater than retryPeriod*JitterFactor");
  CHECK(refusal("leaderElection: {retryPeriod: soon}") ==
        "leaderElection.retryPeriod: \"soon\" is not a duration such as 1m30s");
  CHECK(refusal("clientConnection: {burst: -1}") == "clientConnection.burst: Invalid value: -1: must be non-negative");
  CHECK(refusal("clientConnection: {kubeconfig: x, qps: 50.5, burst: 100}").empty());
}

TEST_CASE("a plugin is enabled once at a point") {
  CHECK(refusal(profile("filter: {enabled: [{name: NodeAffinity}, {name: NodeAffinity}]}")) ==
        "profiles[0].plugins.filter: plugin \"NodeAffinity\" already registered as \"FilterPlugin\"");
  CHECK(refusal(profile("multiPoint: {enabled: [{name: NodeAffinity, weight: 1}, {name: NodeAffinity, weight: 2}]}")) ==
        "profiles[0].plugins.multiPoint: plugin \"NodeAffinity\" already registered as \"PreFilterPlugin\"");
  CHECK(refusal(profile("filter: {enabled: [{name: NodeAffinity}]}, multiPoint: {enabled: [{name: NodeAffinity}]}"))
            .empty());
}

TEST_CASE("a release of kube-scheduler reads some versions") {
  const auto refused = [](const std::string& version, int release) {
    const TemporaryFile file(
        util::concat("{apiVersion: kubescheduler.config.k8s.io/", version, ", kind: KubeSchedulerConfiguration}\n"));
    return !error_of([&] { snapshot::read_scheduler_configuration(file.path(), release); }).empty();
  };
  CHECK_FALSE(refused("v1beta3", 28));
  CHECK(refused("v1beta3", 29));
  CHECK(refused("v1beta2", 28));
  CHECK(refused("v1", 24));
  CHECK_FALSE(refused("v1", 34));
}

TEST_CASE("arguments of DefaultPreemption, with its defaults, bounds and words") {
  const auto preemption = [](const std::string& fields) {
    return read(profile(k_gang, args("DefaultPreemption", fields))).profiles.at(0).preemption;
  };
  CHECK(preemption("minCandidateNodesAbsolute: null").min_candidate_nodes_absolute == 100);
  CHECK(preemption("minCandidateNodesAbsolute: 7").min_candidate_nodes_absolute == 7);
  CHECK(preemption("minCandidateNodesAbsolute: 7").min_candidate_nodes_percentage == 10);
  const auto refused = [](const std::string& fields) {
    return refusal(profile(k_gang, args("DefaultPreemption", fields)));
  };
  const std::string place = "profiles[0].pluginConfig[0].args: ";
  CHECK(refused("minCandidateNodesPercentage: 101") ==
        place + "minCandidateNodesPercentage: Invalid value: 101: not in valid range [0, 100]");
  CHECK(refused("minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0") ==
        place +
            "[minCandidateNodesPercentage: Invalid value: 0: cannot be zero at the same time as "
            "minCandidateNodesAbsolute, minCandidateNodesAbsolute: Invalid value: 0: cannot be zero at the same time "
            "as minCandidateNodesPercentage]");
}

TEST_CASE("node affinity of a profile decodes, with texts that outlive the document") {
  const auto configuration = read(profile(
      k_gang,
      args("NodeAffinity",
           "addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
           "[{matchExpressions: [{key: pool, operator: In, values: [gpu]}]}]}, "
           "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3, preference: {matchFields: "
           "[{key: metadata.name, operator: In, values: [a-node-with-a-name-that-no-small-string-holds]}]}}]}")));
  CHECK(configuration.warnings.empty());
  const model::AddedAffinity& added = configuration.profiles.at(0).added_affinity;
  REQUIRE(added.required);
  REQUIRE(added.required->size() == 1);
  CHECK(added.required->at(0).expressions.at(0).key == "pool");
  REQUIRE(added.preferred.size() == 1);
  CHECK(added.preferred[0].weight == 3);
  CHECK(added.preferred[0].term.fields.at(0).values.at(0) == "a-node-with-a-name-that-no-small-string-holds");
}

TEST_CASE("arguments of InterPodAffinity decode with their bounds") {
  const auto affinity = [](const std::string& fields) {
    return read(profile(k_gang, args("InterPodAffinity", fields))).profiles.at(0).inter_pod_affinity;
  };
  CHECK(affinity("").hard_pod_affinity_weight == 1);
  CHECK(affinity("hardPodAffinityWeight: 0").hard_pod_affinity_weight == 0);
  CHECK_FALSE(affinity("").ignore_preferred_terms_of_existing_pods);
  CHECK(affinity("ignorePreferredTermsOfExistingPods: true").ignore_preferred_terms_of_existing_pods);
  CHECK(refusal(profile(k_gang, args("InterPodAffinity", "hardPodAffinityWeight: 101"))) ==
        "profiles[0].pluginConfig[0].args: hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]");
}

TEST_CASE("arguments of PodTopologySpread: the system's constraints, or a list") {
  const auto spread = [](const std::string& fields, const std::string& version = "v1") {
    return read(profile(k_gang, args("PodTopologySpread", fields)), version).profiles.at(0).spread;
  };
  for (const char* version : {"v1", "v1beta3", "v1beta2"}) {
    const model::PodTopologySpreadArgs system = spread("", version);
    CHECK(system.system_defaulted);
    REQUIRE(system.default_constraints.size() == 2);
    CHECK(system.default_constraints[0].topology_key == "kubernetes.io/hostname");
    CHECK(system.default_constraints[0].max_skew == 3);
    CHECK(system.default_constraints[1].topology_key == "topology.kubernetes.io/zone");
    CHECK(system.default_constraints[1].max_skew == 5);
    CHECK_FALSE(system.default_constraints[0].do_not_schedule);
    CHECK_FALSE(system.default_constraints[1].do_not_schedule);
  }
  CHECK(spread("defaultingType: System, defaultConstraints: []").default_constraints.size() == 2);
  const model::PodTopologySpreadArgs list =
      spread("defaultingType: List, defaultConstraints: [{maxSkew: 2, topologyKey: "
             "example.com/a-key-that-no-small-string-holds, whenUnsatisfiable: DoNotSchedule, minDomains: 3, "
             "nodeTaintsPolicy: Honor, matchLabelKeys: [hash]}]");
  CHECK_FALSE(list.system_defaulted);
  REQUIRE(list.default_constraints.size() == 1);
  CHECK(list.default_constraints[0].topology_key == "example.com/a-key-that-no-small-string-holds");
  CHECK(list.default_constraints[0].do_not_schedule);
  CHECK(list.default_constraints[0].max_skew == 2);
  CHECK(list.default_constraints[0].min_domains == 3);
  CHECK(list.default_constraints[0].honor_taints);
  CHECK(list.default_constraints[0].match_label_keys.empty());
  CHECK(spread("defaultingType: List").default_constraints.empty());
}

// The messages are those of kube-scheduler v1.34.2, which puts the place in front of each.
TEST_CASE("errors about arguments of PodTopologySpread") {
  const auto refused = [](const std::string& fields) {
    return refusal(profile(k_gang, args("PodTopologySpread", fields)));
  };
  const auto listed = [&](const std::string& constraints) {
    return refused("defaultingType: List, defaultConstraints: [" + constraints + "]");
  };
  const std::string place = "profiles[0].pluginConfig[0].args: ";
  CHECK(refused("defaultingType: Foo") ==
        place + "defaultingType: Unsupported value: \"Foo\": supported values: \"System\", \"List\"");
  CHECK(refused("defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]") ==
        place + "defaultingType: Invalid value: \"System\": when .defaultConstraints are not empty");
  CHECK(listed("{maxSkew: 0, topologyKey: \"\", whenUnsatisfiable: \"\"}") ==
        place + "[defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf), "
                "defaultConstraints[0].topologyKey: Required value: can not be empty, "
                "defaultConstraints[0].whenUnsatisfiable: Required value: can not be empty]");
  CHECK(listed("{maxSkew: 1, topologyKey: /b, whenUnsatisfiable: Never, labelSelector: {}}") ==
        place + "[defaultConstraints[0].topologyKey: Invalid value: \"/b\": prefix part must be non-empty, "
                "defaultConstraints[0].whenUnsatisfiable: Unsupported value: \"Never\": supported values: "
                "\"DoNotSchedule\", \"ScheduleAnyway\", "
                "defaultConstraints[0].labelSelector: Forbidden: constraint must not define a selector, as they "
                "deduced for each pod]");
  const std::string zone = "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}";
  CHECK(listed(zone + ", " + zone) == place + "defaultConstraints[1]: Duplicate value: \"{zone, DoNotSchedule}\"");
  CHECK(listed("{maxSkew: 1, topologyKey: b, whenUnsatisfiable: DoNotSchedule, foo: 1}") ==
        "strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: decoding args for plugin "
        "PodTopologySpread: strict decoding error: unknown field \"defaultConstraints[0].foo\"");
}
