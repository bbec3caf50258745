// SPDX-License-Identifier: Apache-2.0
// The parts of which cluster_picture() is made.
#pragma once

#include "engine/picture/cluster_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace engine {

// Whether the pending pod is one that the answer is about.
bool is_drawn(const Question& question, const model::Pod& pod, model::PodIndex index);

// What to draw, at most three, the most telling first: what is short, then extended resources, then the others that the
// pods ask for. Where nobody asks for anything: what running pods have.
std::vector<model::ResourceId> drawn_resources(const Run& run, const Question& question, const model::Report& report);

// The amount that the pod counts for; 1 pod.
std::int64_t drawn_amount(const model::PodSpec& spec, model::ResourceId resource);

// The answers of all nodes, by number.
class Answers {
 public:
  using Reasons = std::vector<std::string>;
  model::AnswerId number_of(Reasons reasons); // none is 0
  const std::vector<Reasons>& all() const { return m_all; }

 private:
  std::vector<Reasons> m_all = {{}};
  std::map<Reasons, model::AnswerId> m_numbers;
};

struct DrawnKind {
  model::MemberKind kind;
  std::vector<model::AnswerId> by_node;
};

// Those without a place first, and of them those that fewest nodes would take. *left_out gets how many more there are.
std::vector<DrawnKind> drawn_kinds(const Run& run, const Question& question, const model::Report& report,
                                   const std::vector<model::ResourceId>& resources, Answers& answers,
                                   std::size_t& left_out);

struct DrawnNode {
  model::PictureNode node;
  model::NodeIndex index = model::k_none;
};

// All nodes, in the order of the cluster, sorted into classes; `kinds` are those of the picture.
std::vector<model::NodeClass> drawn_classes(const Run& run, const std::vector<DrawnKind>& kinds,
                                            const std::vector<DrawnNode>& nodes);

} // namespace engine
