// SPDX-License-Identifier: Apache-2.0
// The profile that the engine assumes without a configuration.
#include "model/cluster/scheduler_configuration.hpp"

#include "support/catch.hpp"

#include <vector>

using model::ExtensionPoint;
using model::SchedulerConfiguration;
using Names = std::vector<std::string>;

namespace {

Names at(ExtensionPoint point) {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  Names names;
  if (const auto found = profile.plugins.find(point); found != profile.plugins.end()) {
    for (const model::EnabledPlugin& plugin : found->second) { names.push_back(plugin.name); }
  }
  return names;
}

} // namespace

TEST_CASE("each extension point has kube-scheduler's plugins in its order, Coscheduling last") {
  CHECK(at(ExtensionPoint::PreEnqueue) ==
        Names{"SchedulingGates", "DynamicResources", "DefaultPreemption", "GangScheduling"});
  CHECK(at(ExtensionPoint::QueueSort) == Names{"Coscheduling"});
  CHECK(at(ExtensionPoint::PreFilter) == Names{"NodeAffinity", "NodePorts", "NodeResourcesFit", "VolumeRestrictions",
                                               "NodeVolumeLimits", "VolumeBinding", "VolumeZone", "PodTopologySpread",
                                               "InterPodAffinity", "DynamicResources", "Coscheduling"});
  CHECK(at(ExtensionPoint::Filter) == Names{"NodeUnschedulable", "NodeName", "TaintToleration", "NodeAffinity",
                                            "NodePorts", "NodeResourcesFit", "VolumeRestrictions", "NodeVolumeLimits",
                                            "VolumeBinding", "VolumeZone", "PodTopologySpread", "InterPodAffinity",
                                            "DynamicResources"});
  CHECK(at(ExtensionPoint::PostFilter) == Names{"DynamicResources", "DefaultPreemption", "Coscheduling"});
  CHECK(at(ExtensionPoint::PreScore) == Names{"TaintToleration", "NodeAffinity", "NodeResourcesFit", "VolumeBinding",
                                              "PodTopologySpread", "InterPodAffinity",
                                              "NodeResourcesBalancedAllocation"});
  CHECK(at(ExtensionPoint::Score) == Names{"TaintToleration", "NodeAffinity", "NodeResourcesFit", "VolumeBinding",
                                           "PodTopologySpread", "InterPodAffinity", "DynamicResources",
                                           "NodeResourcesBalancedAllocation", "ImageLocality"});
  CHECK(at(ExtensionPoint::Reserve) == Names{"VolumeBinding", "DynamicResources", "Coscheduling"});
  CHECK(at(ExtensionPoint::Permit) == Names{"GangScheduling", "Coscheduling"});
  CHECK(at(ExtensionPoint::PreBind) == Names{"VolumeBinding", "DynamicResources"});
  CHECK(at(ExtensionPoint::Bind) == Names{"DefaultBinder"});
  CHECK(at(ExtensionPoint::PostBind).empty());
}

TEST_CASE("scores have kube-scheduler's weights") {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  CHECK(profile.score_weight("TaintToleration") == 3);
  CHECK(profile.score_weight("NodeAffinity") == 2);
  CHECK(profile.score_weight("PodTopologySpread") == 2);
  CHECK(profile.score_weight("InterPodAffinity") == 2);
  CHECK(profile.score_weight("NodeResourcesFit") == 1);
  CHECK(profile.score_weight("NodeResourcesBalancedAllocation") == 1);
  CHECK(profile.score_weight("ImageLocality") == 1);
  CHECK(profile.score_weight("VolumeBinding") == 1);
  CHECK(profile.score_weight("Coscheduling") == 0);
  CHECK(profile.score_weight("NodePorts") == 0);
}

TEST_CASE("enabled is true only at the points where the plugin acts") {
  const model::SchedulerProfile profile = model::default_profile_with_coscheduling();
  CHECK(profile.enabled(ExtensionPoint::Permit, "Coscheduling"));
  CHECK(!profile.enabled(ExtensionPoint::Filter, "Coscheduling"));
  CHECK(!profile.enabled(ExtensionPoint::QueueSort, "PrioritySort"));
  CHECK(!profile.enabled(ExtensionPoint::PostBind, "Coscheduling"));
}

TEST_CASE("the assumed profile serves every scheduler name, and a given one only its own") {
  SchedulerConfiguration configuration;
  CHECK(configuration.profile_for("anything") == &configuration.profiles.front());
  configuration.assumed = false;
  configuration.profiles.push_back(model::default_profile_with_coscheduling());
  configuration.profiles.back().scheduler_name = "gang";
  CHECK(configuration.profile_for("default-scheduler") == &configuration.profiles.front());
  CHECK(configuration.profile_for("gang") == &configuration.profiles.back());
  CHECK(configuration.profile_for("other") == nullptr);
}
