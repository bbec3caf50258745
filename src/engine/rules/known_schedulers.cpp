// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/known_schedulers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace engine {

namespace {

// One row for each scheduler name in the table of dialects.
std::vector<KnownScheduler> rows_of_dialects() {
  const model::Dialects of_any =
      model::dialects_where([](const model::DialectFacts& facts) { return facts.placed_by == model::PlacedBy::Any; });
  std::vector<KnownScheduler> rows;
  for (const model::DialectFacts& facts : model::dialect_facts()) {
    for (const model::SchedulerName& known : facts.schedulers) {
      if (known.name.empty()) { continue; }
      rows.push_back(
          {known.name, facts.project, model::dialects({facts.dialect}) | facts.also_placed | of_any, known.queue_mark});
    }
  }
  return rows;
}

// A kube-scheduler with an extender or with plugins of its own, by the name that its installation and documentation
// use.
struct ExtendedScheduler {
  std::string_view name, added;
  std::span<const std::string_view> ignored = {}; // resources that only the extender counts
};

// managedResources with ignoredByScheduler. (HAMi, charts/hami: templates/scheduler/configmapnew.yaml, values.yaml)
constexpr std::array<std::string_view, 28> k_of_hami = {"nvidia.com/gpu",
                                                        "nvidia.com/gpumem",
                                                        "nvidia.com/gpumem-percentage",
                                                        "nvidia.com/gpucores",
                                                        "nvidia.com/priority",
                                                        "cambricon.com/vmlu",
                                                        "cambricon.com/mlu.smlu.vmemory",
                                                        "cambricon.com/mlu.smlu.vcore",
                                                        "hygon.com/hcunum",
                                                        "hygon.com/hcumem",
                                                        "hygon.com/hcucores",
                                                        "hygon.com/dcunum",
                                                        "hygon.com/dcumem",
                                                        "hygon.com/dcucores",
                                                        "iluvatar.ai/vgpu",
                                                        "metax-tech.com/gpu",
                                                        "metax-tech.com/sgpu",
                                                        "metax-tech.com/vcore",
                                                        "metax-tech.com/vmemory",
                                                        "mthreads.com/vgpu",
                                                        "enflame.com/vgcu",
                                                        "enflame.com/drs-gcu",
                                                        "enflame.com/gcu-memory",
                                                        "enflame.com/gcu-core",
                                                        "kunlunxin.com/xpu",
                                                        "kunlunxin.com/vxpu",
                                                        "kunlunxin.com/vxpu-memory",
                                                        "vastaitech.com/va"};
constexpr std::array<ExtendedScheduler, 6> k_extended = {{
    {"crane-scheduler", "Crane's plugin Dynamic"},              // crane-scheduler, pkg/plugins/dynamic: Filter
    {"hami-scheduler", "HAMi's extender", k_of_hami},           // HAMi, pkg/scheduler/scheduler.go: Filter
    {"katalyst-scheduler", "Katalyst's plugins"},               // katalyst-core, pkg/scheduler/plugins: Filter
    {"spark-scheduler", "the extender for Spark applications"}, // k8s-spark-scheduler, internal/extender: Predicate
    {"stork", "Stork's extender"},                              // stork, pkg/extender: processFilterRequest
    {"topo-aware-scheduler", "the plugin NodeResourceTopologyMatch"}, // scheduler-plugins; NUMA Resources Operator
}};

std::map<std::string_view, model::SchedulerProfile> profiles_that_ignore_resources() {
  std::map<std::string_view, model::SchedulerProfile> profiles;
  for (const ExtendedScheduler& scheduler : k_extended) {
    if (scheduler.ignored.empty()) { continue; }
    model::SchedulerProfile& profile = profiles[scheduler.name];
    profile = model::default_profile_with_coscheduling();
    profile.scheduler_name = scheduler.name;
    profile.fit.ignored_resources.assign(scheduler.ignored.begin(), scheduler.ignored.end());
  }
  return profiles;
}

} // namespace

std::span<const KnownScheduler> known_schedulers() {
  static const std::vector<KnownScheduler> rows = rows_of_dialects();
  return rows;
}

const KnownScheduler* find_scheduler(std::string_view name) {
  const auto rows = known_schedulers();
  const auto found = std::ranges::find(rows, name, &KnownScheduler::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string_view added_filter_of(std::string_view scheduler_name) {
  const auto found = std::ranges::find(k_extended, scheduler_name, &ExtendedScheduler::name);
  return found == k_extended.end() ? std::string_view() : found->added;
}

const model::SchedulerProfile* assumed_profile_of(std::string_view scheduler_name) {
  static const std::map<std::string_view, model::SchedulerProfile> profiles = profiles_that_ignore_resources();
  const auto found = profiles.find(scheduler_name);
  return found == profiles.end() ? nullptr : &found->second;
}

} // namespace engine
