// SPDX-License-Identifier: Apache-2.0
// Two schedulers in one simulation: kube-scheduler, and one that the test defines.
#include "engine/ask.hpp"
#include "engine/index.hpp"
#include "engine/run/experiment.hpp"
#include "support/catch.hpp"
#include "support/indexes.hpp"

#include <map>
#include <memory>
#include <utility>

using namespace tests;

namespace {

constexpr std::int64_t k_turn = 10'000; // microseconds

// First fit: tries one group after another, each once, and does nothing else.
class FirstFit final : public engine::Scheduler {
 public:
  explicit FirstFit(engine::SchedulerInput input) : m_in(std::move(input)), m_usage(m_in.bound_usage) {}

  void start() override { created(m_in.pending); }
  void created(const std::vector<model::PodIndex>& pods) override {
    for (const model::PodIndex pod : pods) { m_groups[m_in.nodes.pod(pod).group].push_back(pod); }
  }
  void hear_of(const engine::Effect& effect) override {
    const bool others = effect.kind == engine::Effect::Kind::Bound && effect.by != this;
    if (others) { m_usage.add(effect.pod, m_in.world.node_of(effect.pod)); }
  }
  void gone(model::PodIndex pod, model::NodeIndex node) override { m_usage.remove(pod, node); }

  Turn take_turn() override {
    if (m_groups.empty()) { return {Turn::Kind::Idle}; }
    const std::vector<model::PodIndex> members = std::move(m_groups.extract(m_groups.begin()).mapped());
    std::vector<std::pair<model::PodIndex, model::NodeIndex>> places;
    for (const model::PodIndex member : members) {
      const model::NodeIndex node = first_fit(*m_in.nodes.pod(member).spec);
      if (node == model::k_none) { break; }
      m_usage.add(member, node);
      places.emplace_back(member, node);
    }
    const bool all = places.size() == members.size();
    for (const auto& [pod, node] : places) { all ? bind(pod, node) : m_usage.remove(pod, node); }
    return {Turn::Kind::Taken, k_turn};
  }
  void finish(bool) override {}

 private:
  model::NodeIndex first_fit(const model::PodSpec& spec) const {
    for (model::NodeIndex node(0); engine::at(node) < m_in.nodes.size(); ++node) {
      const auto fits = [&](const model::ResourceAmount& asked) {
        const std::int64_t offered = m_in.nodes.allocatable[asked.resource][engine::at(node)];
        return asked.amount <= offered - m_usage.requested(asked.resource, node);
      };
      if (std::ranges::all_of(spec.requests, fits)) { return node; }
    }
    return model::k_none;
  }
  void bind(model::PodIndex pod, model::NodeIndex node) {
    m_in.world.bind(pod, node);
    m_in.world.request({engine::Effect::Kind::Bound, pod, this});
    m_in.timeline.pods.edit(engine::at(pod)).outcome = model::Outcome::Bound;
    m_in.timeline.pods.edit(engine::at(pod)).node = node;
  }

  engine::SchedulerInput m_in;
  engine::NodeUsage m_usage;
  std::map<model::GroupIndex, std::vector<model::PodIndex>> m_groups;
};

std::unique_ptr<engine::Scheduler> make_first_fit(engine::SchedulerInput input) {
  return std::make_unique<FirstFit>(std::move(input));
}

engine::Timeline run(const model::ClusterSnapshot& cluster) {
  const engine::Options asked = options();
  const engine::Experiment experiment(cluster, asked);
  engine::SimulationSetup setup;
  setup.pending = experiment.pending;
  setup.others = {{"first-fit", make_first_fit}};
  return experiment.run(setup);
}

// A gang of two members with 2 GPUs each.
void gang(ClusterBuilder& c, const std::string& name, std::string_view scheduler) {
  c.group(name).min_member(2);
  for (const std::string member : {"-0", "-1"}) { c.pod(name + member).in(name).asks("gpu", 2).scheduler(scheduler); }
}

} // namespace

TEST_CASE("two schedulers that bind to the same capacity overbook it, and kubelet rejects the later pods") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  gang(c, "kube", "default-scheduler");
  gang(c, "other", "first-fit");
  const model::ClusterSnapshot cluster = c.build();
  const engine::Timeline timeline = run(cluster);
  CHECK(timeline.groups[0].starts); // kube-scheduler bound it without knowing the other gang
  CHECK(timeline.groups[0].bound == 0);
  CHECK(timeline.groups[1].bound == 2); // first-fit bound it 0.5 ms earlier
  REQUIRE(timeline.rejected_by_kubelet.size() == 2);
  for (const engine::RejectedByKubelet& rejected : timeline.rejected_by_kubelet) {
    CHECK(cluster.pods[engine::at(rejected.pod)].group == 0);
    CHECK(rejected.node == 0);
    CHECK(rejected.reason == "OutOfgpu");
  }
}

TEST_CASE("a scheduler counts pods that another scheduler has bound") {
  ClusterBuilder c;
  c.node("a").has("gpu", 8);
  gang(c, "kube", "default-scheduler");
  gang(c, "other-0", "first-fit"); // with kube: 8 of 8 GPUs
  gang(c, "other-1", "first-fit"); // its turn comes 10 ms later, and news of a binding takes 6 ms
  const engine::Timeline timeline = run(c.build());
  CHECK(timeline.groups[0].bound == 2);
  CHECK(timeline.groups[1].bound == 2);
  CHECK(timeline.groups[2].bound == 0);
  CHECK(timeline.rejected_by_kubelet.empty());
}

TEST_CASE("kube-scheduler counts pods that another scheduler has bound") {
  ClusterBuilder c;
  c.node("a").has("gpu", 4);
  gang(c, "other", "first-fit");
  c.pod("late").after("other-0").after("other-1").asks("gpu", 3); // appears when the gang is bound
  const model::ClusterSnapshot cluster = c.build();
  const engine::Timeline timeline = run(cluster);
  CHECK(timeline.groups[0].bound == 2);
  CHECK(timeline.pods[engine::at(cluster.find_pod("default", "late"))].outcome == model::Outcome::Unschedulable);
  CHECK(timeline.rejected_by_kubelet.empty());
}

TEST_CASE("a pod that its kubelet rejects frees its capacity") {
  ClusterBuilder c;
  c.node("a").has("gpu", 5);
  gang(c, "other", "first-fit");
  c.pod("first").priority(1).asks("gpu", 2); // with the gang: 6 of 5
  c.pod("later").asks("gpu", 3);             // fits next to "first" alone
  c.pod("small").after("other-0").after("other-1").asks("gpu", 1);
  const model::ClusterSnapshot cluster = c.build();
  const engine::Timeline timeline = run(cluster);
  std::vector<std::string_view> rejected;
  for (const engine::RejectedByKubelet& one : timeline.rejected_by_kubelet) {
    rejected.push_back(cluster.pods[engine::at(one.pod)].name);
  }
  CHECK(rejected == std::vector<std::string_view>{"first", "later"});
  CHECK(timeline.pods[engine::at(cluster.find_pod("default", "small"))].outcome == model::Outcome::Bound);
  CHECK(timeline.usage_at_end.requested(*cluster.resources.find("gpu"), 0_node) == 5);
}
