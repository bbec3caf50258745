// SPDX-License-Identifier: Apache-2.0
// Cache for filters and scores whose answer depends on all placements. It logs each pod that is placed on a node or
// leaves it, and updates an answer with the log entries since its last use. Placing n pods that are spread among P
// others thus costs P + n, not n·P.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace engine {

struct PlacementChange {
  model::PodIndex pod;
  model::NodeIndex node;
  std::int32_t sign;     // 1: placed; -1: removed
  bool supposed = false; // by Feasibility::NodeSimulation, which takes it back
};

class KeptAnswers {
 public:
  KeptAnswers() = default;
  // A copy starts empty, because its user places pods on other nodes.
  KeptAnswers(const KeptAnswers&) {}
  KeptAnswers& operator=(const KeptAnswers&) {
    m_changes.clear();
    m_answers.clear();
    return *this;
  }

  void note(const PlacementChange& change) {
    if (m_answers.empty()) { return; } // no answer to update
    if (m_changes.size() == k_most_changes) {
      m_changes.clear();
      m_answers.clear();
    }
    m_changes.push_back(change);
  }

  // Returns the answer called `name` for pods like `pod`. make() computes it; apply(answer, change) updates it. The
  // reference is valid until the next call.
  template <typename T, typename Make, typename Apply>
  const T& get(std::string_view name, const model::Pod& pod, Make make, Apply apply) {
    Answer* answer = find(name, pod);
    if (answer == nullptr) {
      if (m_answers.size() == k_most_answers) { m_answers.erase(m_answers.begin()); }
      m_answers.push_back({name, &pod, m_changes.size(), std::make_shared<T>(make())});
      return *static_cast<const T*>(m_answers.back().value.get());
    }
    T& value = *static_cast<T*>(answer->value.get());
    for (; answer->seen < m_changes.size(); ++answer->seen) { apply(value, m_changes[answer->seen]); }
    return value;
  }

 private:
  static constexpr std::size_t k_most_answers = 64;                       // a few megabytes with 5000 nodes
  static constexpr std::size_t k_most_changes = std::size_t{1024} * 1024; // 12 MB

  struct Answer {
    std::string_view name;
    const model::Pod* pod;
    std::size_t seen; // number of m_changes already applied
    std::shared_ptr<void> value;
  };

  Answer* find(std::string_view name, const model::Pod& pod) {
    for (Answer& answer : m_answers) {
      if (answer.pod == &pod && answer.name == name) { return &answer; }
    }
    return nullptr;
  }

  std::vector<PlacementChange> m_changes;
  std::vector<Answer> m_answers;
};

} // namespace engine
