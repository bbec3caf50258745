// SPDX-License-Identifier: Apache-2.0
// The parts of cluster_picture().
#pragma once

#include "engine/picture/cluster_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

// True if the answer is about this pending pod.
bool is_drawn(const Question& question, const model::Pod& pod, model::PodIndex index);

// The resources to draw, at most three, the most informative first: short ones, then extended ones, then others that
// the pods request. If no pod requests any, the resources of all pods.
std::vector<model::ResourceId> drawn_resources(const Run& run, const Question& question, const model::Report& report);

// The pod's request for the resource; 1 for "pods".
std::int64_t drawn_amount(const model::PodSpec& spec, model::ResourceId resource);

// The distinct answers of nodes, by number.
class Answers {
 public:
  using Reasons = std::vector<std::string>;
  model::AnswerId number_of(Reasons reasons); // 0 for no reasons
  const std::vector<Reasons>& all() const { return m_all; }

 private:
  std::vector<Reasons> m_all = {{}};
  std::map<Reasons, model::AnswerId> m_numbers;
};

struct DrawnKind {
  model::MemberKind kind;
  std::vector<model::AnswerId> by_node;
};

// Kinds with unplaced pods first, ordered by the number of nodes that would take them, fewest first. Adds the number of
// omitted kinds to `left_out`.
std::vector<DrawnKind> drawn_kinds(const Run& run, const Question& question, const model::Report& report,
                                   const std::vector<model::ResourceId>& resources, Answers& answers,
                                   std::size_t& left_out);

struct DrawnNode {
  model::PictureNode node;
  model::NodeIndex index = model::k_none;
};

// Sorts all nodes, in the order of the cluster, into classes; `kinds` come from drawn_kinds().
std::vector<model::NodeClass> drawn_classes(const Run& run, const std::vector<DrawnKind>& kinds,
                                            const std::vector<DrawnNode>& nodes);

} // namespace engine
