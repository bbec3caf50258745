// SPDX-License-Identifier: Apache-2.0
// The cluster as a run leaves it. A remedy is for that cluster: the scheduler binds what it can within milliseconds,
// long before a person has read the first line.
#pragma once

#include "engine/explain/diagnose.hpp"

#include <cstdint>
#include <memory>

namespace engine {

class Aftermath {
 public:
  // What follows: a run by a scheduler that has just started, or nothing, where only the cluster is needed.
  enum class Then : std::uint8_t { Run, Nothing };
  // What `run` refers to must outlive this object.
  explicit Aftermath(const Run& run, Then then = Then::Run);
  ~Aftermath();
  Aftermath(const Aftermath&) = delete; // tables refer to the cluster
  Aftermath& operator=(const Aftermath&) = delete;

  // The run from there on; where the run changed nothing, that run itself. With Nothing its timeline is empty.
  // Pods, groups and nodes have the same numbers.
  const Run& run() const;
  bool is_changed() const { return m_rest != nullptr; }

 private:
  struct Rest;
  Run m_run;
  std::unique_ptr<Rest> m_rest; // null: the run bound and evicted nothing
};

} // namespace engine
