// SPDX-License-Identifier: Apache-2.0
// The cluster at the end of a run. Remedies apply to that cluster: the scheduler binds all pods that fit within
// milliseconds, long before a person has read the first line.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <cstdint>
#include <memory>

namespace engine {

class Aftermath {
 public:
  // Run: simulate a scheduler that has just started on that cluster. Nothing: compute only the cluster.
  enum class Then : std::uint8_t { Run, Nothing };
  // The objects that `run` refers to must outlive this object.
  explicit Aftermath(const Run& run, Then then = Then::Run);
  ~Aftermath();
  Aftermath(const Aftermath&) = delete; // tables refer to the cluster
  Aftermath& operator=(const Aftermath&) = delete;

  // The run from that cluster on. If the original run changed nothing, returns the original run. With Nothing, the
  // timeline of a new run is empty. Pods, groups and nodes keep their indexes.
  const Run& run() const;
  bool is_changed() const { return m_rest != nullptr; }

 private:
  struct Rest;
  Run m_run;
  std::unique_ptr<Rest> m_rest; // null: the run bound and evicted nothing
};

} // namespace engine
