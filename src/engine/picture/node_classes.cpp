// SPDX-License-Identifier: Apache-2.0
// The drawn nodes by class. A cluster with one kind of machine has one class. If there are too many classes to view,
// they differ in fewer properties; finally the small ones share one class.
#include "engine/index.hpp"
#include "engine/picture/parts.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "model/values/labels.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t k_most_classes = 24;
constexpr std::size_t k_most_nodes_shown = 6'000; // shown one by one

// Properties that distinguish classes, from fine to coarse.
enum class Grain : std::uint8_t { Type, Offered, FirstResource };

struct NodeClassKey {
  std::vector<std::int64_t> offered;
  bool is_cordoned = false;
  std::vector<std::string> taints;
  std::string_view type;
  friend auto operator<=>(const NodeClassKey&, const NodeClassKey&) = default;
};

void add_up(std::int64_t& sum, std::int64_t amount) {
  if (__builtin_add_overflow(sum, amount, &sum)) { sum = std::numeric_limits<std::int64_t>::max(); }
}

void add_up(model::Room& sum, const model::Room& room) {
  for (std::int64_t model::Room::*part : {&model::Room::offered, &model::Room::used, &model::Room::leaving,
                                          &model::Room::others, &model::Room::planned}) {
    add_up(sum.*part, room.*part);
  }
}

std::string_view type_of(const model::Node& node) {
  const auto type = model::find_label(*node.labels, "node.kubernetes.io/instance-type");
  return type ? *type : model::find_label(*node.labels, "beta.kubernetes.io/instance-type").value_or("");
}

NodeClassKey key_of(const model::Node& node, const model::PictureNode& drawn, Grain grain) {
  NodeClassKey key;
  for (const model::Room& room : drawn.room) { key.offered.push_back(room.offered); }
  if (grain == Grain::FirstResource) { key.offered.resize(1); }
  key.is_cordoned = node.unschedulable;
  for (const model::Taint& taint : node.taints) {
    if (taint.key != model::k_unschedulable_taint) { key.taints.push_back(model::taint_text(taint)); }
  }
  if (grain == Grain::Type) { key.type = type_of(node); }
  return key;
}

using Classes = std::map<NodeClassKey, std::vector<DrawnNode>>;

Classes sorted_by(const Run& run, const std::vector<DrawnNode>& nodes, Grain grain) {
  Classes classes;
  for (const DrawnNode& node : nodes) { classes[key_of(run.nodes.node(node.index), node.node, grain)].push_back(node); }
  return classes;
}

void count_answers(const std::vector<DrawnNode>& nodes, const std::vector<DrawnKind>& kinds, model::NodeClass& made) {
  for (const DrawnKind& kind : kinds) {
    std::map<model::AnswerId, std::int64_t> counts;
    for (const DrawnNode& node : nodes) { ++counts[kind.by_node[at(node.index)]]; }
    auto& row = made.answers.emplace_back(counts.begin(), counts.end());
    std::ranges::stable_sort(row, [](const auto& a, const auto& b) { return a.second > b.second; });
  }
}

// Keeps nodes with planned or leaving pods, and the first of the others.
void keep_first(std::vector<model::PictureNode>& nodes, std::size_t most) {
  if (nodes.size() <= most) { return; }
  std::stable_partition(nodes.begin(), nodes.end(),
                        [](const auto& node) { return node.planned > 0 || node.leaving > 0; });
  nodes.resize(most);
  std::ranges::sort(nodes, {}, &model::PictureNode::name);
}

model::NodeClass class_of(const Run& run, std::vector<DrawnNode> nodes, const std::vector<DrawnKind>& kinds) {
  model::NodeClass made;
  made.count = std::ssize(nodes);
  const std::size_t resources = nodes.front().node.room.size();
  made.room.resize(resources);
  made.offered.resize(resources);
  const model::Node& first = run.nodes.node(nodes.front().index);
  made.is_cordoned = first.unschedulable;
  made.taints = key_of(first, nodes.front().node, Grain::Offered).taints;
  const std::string_view type = type_of(first);
  const bool one_type =
      std::ranges::all_of(nodes, [&](const DrawnNode& node) { return type_of(run.nodes.node(node.index)) == type; });
  if (one_type) { made.type = type; }
  std::map<std::int64_t, std::int64_t, std::greater<>> pieces;
  for (const DrawnNode& node : nodes) {
    for (std::size_t i = 0; i < resources; ++i) {
      add_up(made.room[i], node.node.room[i]);
      made.is_mixed = made.is_mixed || node.node.room[i].offered != nodes.front().node.room[i].offered;
      made.offered[i] = std::max(made.offered[i], node.node.room[i].offered);
    }
    const model::Room& room = node.node.room.front();
    ++pieces[std::max<std::int64_t>(0, room.offered - room.used - room.leaving)];
  }
  made.pieces.assign(pieces.begin(), pieces.end());
  count_answers(nodes, kinds, made);
  for (DrawnNode& node : nodes) { made.nodes.push_back(std::move(node.node)); }
  const std::size_t share =
      k_most_nodes_shown * static_cast<std::size_t>(made.count) / std::max<std::size_t>(1, run.nodes.size());
  if (run.nodes.size() > k_most_nodes_shown) { keep_first(made.nodes, std::max<std::size_t>(1, share)); }
  return made;
}

} // namespace

std::vector<model::NodeClass> drawn_classes(const Run& run, const std::vector<DrawnKind>& kinds,
                                            const std::vector<DrawnNode>& nodes) {
  Classes classes = sorted_by(run, nodes, Grain::Type);
  for (const Grain coarser : {Grain::Offered, Grain::FirstResource}) {
    if (classes.size() > k_most_classes) { classes = sorted_by(run, nodes, coarser); }
  }
  std::vector<std::vector<DrawnNode>> lists;
  for (auto& [key, list] : classes) { lists.push_back(std::move(list)); }
  std::ranges::stable_sort(lists, [](const auto& a, const auto& b) { return a.size() > b.size(); });
  std::vector<DrawnNode> rest;
  while (lists.size() > k_most_classes || (!rest.empty() && lists.size() == k_most_classes)) {
    std::ranges::move(lists.back(), std::back_inserter(rest));
    lists.pop_back();
  }
  std::vector<model::NodeClass> made;
  for (std::vector<DrawnNode>& list : lists) { made.push_back(class_of(run, std::move(list), kinds)); }
  std::ranges::stable_sort(made, [](const auto& a, const auto& b) { return a.offered > b.offered; });
  if (!rest.empty()) {
    std::ranges::sort(rest, {}, &DrawnNode::index);
    made.push_back(class_of(run, std::move(rest), kinds));
    made.back().is_mixed = true;
    made.back().is_cordoned = false;
    made.back().taints.clear();
  }
  return made;
}

} // namespace engine
