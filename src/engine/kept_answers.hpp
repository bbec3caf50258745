// SPDX-License-Identifier: Apache-2.0
// What filters and scores that look at all placements have found out, kept up to date pod by pod: which pods came to
// nodes and left them since is a list, and an answer is brought up to date by what is new in it. Placing n pods that
// are spread among P others costs P + n so, not n·P.
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
  std::int32_t sign; // 1: it came; -1: it left
};

class KeptAnswers {
 public:
  KeptAnswers() = default;
  // A copy begins anew: what it is made for puts pods on other nodes.
  KeptAnswers(const KeptAnswers&) {}
  KeptAnswers& operator=(const KeptAnswers&) {
    m_changes.clear();
    m_answers.clear();
    return *this;
  }

  void note(const PlacementChange& change) {
    if (m_answers.empty()) { return; } // nobody would look at it
    if (m_changes.size() == k_most_changes) {
      m_changes.clear();
      m_answers.clear();
    }
    m_changes.push_back(change);
  }

  // The answer of that name for pods like `pod`: make() finds it out, apply(answer, change) brings it up to date. Valid
  // until the next call.
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
  static constexpr std::size_t k_most_answers = 64;                       // with 5000 nodes some megabytes
  static constexpr std::size_t k_most_changes = std::size_t{1024} * 1024; // 12 MB

  struct Answer {
    std::string_view name;
    const model::Pod* pod;
    std::size_t seen; // of m_changes
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
