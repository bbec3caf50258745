// SPDX-License-Identifier: Apache-2.0
#include "engine/picture/cluster_picture.hpp"

#include "engine/index.hpp"
#include "engine/picture/parts.hpp"

#include <algorithm>
#include <set>

namespace engine {

namespace {

using model::ResourceId;

constexpr std::size_t k_kinds_by_node = 4; // more are not readable on one node
constexpr std::size_t k_most_resources = 3;

// The resources that any added spec requests.
class Wishes {
 public:
  void add(const model::PodSpec& spec) {
    for (const model::ResourceAmount& request : spec.requests) {
      if (request.amount > 0) { m_asked.insert(request.resource); }
    }
  }

  // Extended resources first, because they are the scarce ones.
  std::vector<ResourceId> in_order(const model::ResourceNames& names) const {
    std::vector<ResourceId> order(m_asked.begin(), m_asked.end());
    std::ranges::stable_sort(order, [&](ResourceId a, ResourceId b) {
      return model::is_extended_resource_name(names.name(a)) > model::is_extended_resource_name(names.name(b));
    });
    return order;
  }
  bool empty() const { return m_asked.empty(); }

 private:
  std::set<ResourceId> m_asked;
};

// Usage of each node at the end of the run, by kind of usage.
class Occupancy {
 public:
  Occupancy(const Run& run, const Question& question, const std::vector<ResourceId>& resources)
      : m_run(run), m_question(question), m_resources(resources), m_stays(run.rules.cluster.pods.size(), false) {}

  DrawnNode on(model::NodeIndex index) {
    DrawnNode drawn;
    drawn.index = index;
    model::PictureNode& node = drawn.node;
    node.name = m_run.nodes.node(index).name;
    node.is_added = m_run.nodes.node(index).added;
    node.room.resize(m_resources.size());
    for (std::size_t i = 0; i < m_resources.size(); ++i) {
      node.room[i].offered = m_run.nodes.allocatable[m_resources[i]][at(index)];
    }
    for (const model::PodIndex pod : m_run.timeline.usage_at_end.on(index)) {
      m_stays[at(pod)] = true;
      std::int64_t model::Room::*const part = part_of(pod);
      if (part == nullptr) { continue; }
      node.planned += part == &model::Room::planned ? 1 : 0;
      add(node, pod, part);
    }
    for (const model::PodIndex pod : m_run.bound_usage.on(index)) {
      if (m_stays[at(pod)]) { continue; }
      ++node.leaving;
      add(node, pod, &model::Room::leaving);
    }
    return drawn;
  }

 private:
  // Null if the pod holds a reservation that it will lose.
  std::int64_t model::Room::*part_of(model::PodIndex index) const {
    const model::Pod& pod = m_run.nodes.pod(index);
    if (pod.bound()) { return &model::Room::used; }
    if (!is_drawn(m_question, pod, index)) { return &model::Room::others; }
    return m_run.timeline.pods[at(index)].outcome == model::Outcome::Bound ? &model::Room::planned : nullptr;
  }

  void add(model::PictureNode& node, model::PodIndex pod, std::int64_t model::Room::*part) const {
    for (std::size_t i = 0; i < m_resources.size(); ++i) {
      node.room[i].*part += drawn_amount(*m_run.nodes.pod(pod).spec, m_resources[i]);
    }
  }

  const Run& m_run;
  const Question& m_question;
  const std::vector<ResourceId>& m_resources;
  std::vector<bool> m_stays;
};

} // namespace

bool is_drawn(const Question& question, const model::Pod& pod, model::PodIndex index) {
  if (question.kind != model::ReportKind::QueueReport) { return is_asked(question, pod, index); }
  return !question.namespace_name || *question.namespace_name == pod.namespace_name;
}

std::int64_t drawn_amount(const model::PodSpec& spec, ResourceId resource) {
  return resource == model::k_pods ? 1 : countable(model::amount_of(spec.requests, resource));
}

std::vector<ResourceId> drawn_resources(const Run& run, const Question& question, const model::Report& report) {
  const model::ResourceNames& names = *run.nodes.resources;
  std::vector<ResourceId> chosen;
  const auto choose = [&](ResourceId resource) {
    if (chosen.size() < k_most_resources && std::ranges::find(chosen, resource) == chosen.end()) {
      chosen.push_back(resource);
    }
  };
  for (const model::GroupReport& group : report.groups) {
    if (group.verdict != model::GroupVerdict::DoesNotFit) { continue; }
    for (const model::ResourceShortage& shortage : group.evidence.shortages) {
      if (const auto resource = names.find(shortage.resource)) { choose(*resource); }
    }
  }
  Wishes of_pending, of_all;
  for (const model::PodIndex pod : run.pending) {
    if (is_drawn(question, run.nodes.pod(pod), pod)) { of_pending.add(*run.nodes.pod(pod).spec); }
  }
  if (of_pending.empty()) {
    run.rules.cluster.for_each_spec([&](const model::PodSpec& spec) { of_all.add(spec); });
  }
  for (const ResourceId resource : of_pending.in_order(names)) { choose(resource); }
  for (const ResourceId resource : of_all.in_order(names)) { choose(resource); }
  if (chosen.empty()) { choose(model::k_pods); }
  return chosen;
}

model::ClusterPicture cluster_picture(const Run& run, const Question& question, const model::Report& report) {
  model::ClusterPicture picture;
  picture.nodes = static_cast<std::int64_t>(run.nodes.size());
  const std::vector<ResourceId> resources = drawn_resources(run, question, report);
  for (const ResourceId resource : resources) { picture.resources.emplace_back(run.nodes.resources->name(resource)); }
  Answers answers;
  const std::vector<DrawnKind> kinds = drawn_kinds(run, question, report, resources, answers, picture.kinds_left_out);
  picture.kinds_by_node = std::min(kinds.size(), k_kinds_by_node);
  std::vector<DrawnNode> nodes;
  nodes.reserve(run.nodes.size());
  Occupancy occupancy(run, question, resources);
  for (std::size_t i = 0; i < run.nodes.size(); ++i) {
    nodes.push_back(occupancy.on(static_cast<model::NodeIndex>(i)));
    for (std::size_t kind = 0; kind < picture.kinds_by_node; ++kind) {
      nodes.back().node.answers.push_back(kinds[kind].by_node[i]);
    }
  }
  picture.classes = drawn_classes(run, kinds, nodes);
  for (const DrawnKind& drawn : kinds) { picture.kinds.push_back(drawn.kind); }
  picture.answers = answers.all();
  return picture;
}

} // namespace engine
