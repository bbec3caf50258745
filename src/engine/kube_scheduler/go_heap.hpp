// SPDX-License-Identifier: Apache-2.0
// A binary heap of pods that sifts like Go's container/heap, so equal and stale keys come out in the same order as
// there. It looks keys up at each comparison and does not re-sort when they change. Source: container/heap.
#pragma once

#include "model/cluster/pod.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace engine {

class GoHeap {
 public:
  bool empty() const { return m_pods.empty(); }
  std::size_t size() const { return m_pods.size(); }
  model::PodIndex front() const { return m_pods.front(); }

  // `less(a, b)`: true if pod a comes out before pod b now. `moved(pod, at)` reports the pod's new index.
  template <typename Less, typename Moved>
  void push(model::PodIndex pod, Less less, Moved moved) {
    m_pods.push_back(pod);
    moved(pod, m_pods.size() - 1);
    sift_up(m_pods.size() - 1, less, moved);
  }

  template <typename Less, typename Moved>
  model::PodIndex pop(Less less, Moved moved) {
    const std::size_t last = m_pods.size() - 1;
    swap(0, last, moved);
    sift_down(0, last, less, moved);
    const model::PodIndex pod = m_pods.back();
    m_pods.pop_back();
    return pod;
  }

  // Removes the pod at index `at`.
  template <typename Less, typename Moved>
  void remove(std::size_t at, Less less, Moved moved) {
    const std::size_t last = m_pods.size() - 1;
    if (at != last) {
      swap(at, last, moved);
      if (!sift_down(at, last, less, moved)) { sift_up(at, less, moved); }
    }
    m_pods.pop_back();
  }

 private:
  template <typename Moved>
  void swap(std::size_t a, std::size_t b, Moved moved) {
    std::swap(m_pods[a], m_pods[b]);
    moved(m_pods[a], a);
    moved(m_pods[b], b);
  }

  template <typename Less, typename Moved>
  void sift_up(std::size_t at, Less less, Moved moved) {
    while (at > 0) {
      const std::size_t parent = (at - 1) / 2;
      if (!less(m_pods[at], m_pods[parent])) { break; }
      swap(parent, at, moved);
      at = parent;
    }
  }

  template <typename Less, typename Moved>
  bool sift_down(std::size_t start, std::size_t size, Less less, Moved moved) {
    std::size_t at = start;
    for (;;) {
      const std::size_t left = 2 * at + 1;
      if (left >= size) { break; }
      std::size_t child = left;
      if (left + 1 < size && less(m_pods[left + 1], m_pods[left])) { child = left + 1; }
      if (!less(m_pods[child], m_pods[at])) { break; }
      swap(at, child, moved);
      at = child;
    }
    return at > start;
  }

  std::vector<model::PodIndex> m_pods;
};

} // namespace engine
