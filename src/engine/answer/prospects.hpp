// SPDX-License-Identifier: Apache-2.0
// The prospects after the verdict on a group: when it starts, what the answer depends on, what would let it start.
#pragma once

#include "engine/explain/diagnose.hpp"
#include "engine/question.hpp"
#include "engine/remedies/aftermath.hpp"

#include <optional>

namespace engine {

// The cluster at rest, computed on demand. For dry-run: before people submit the manifest, when all other pods that
// can start have started. Otherwise: after the run.
class Rest {
 public:
  Rest(const Run& run, const Question& question)
      : m_run(run), m_comes_later(question.kind == model::ReportKind::DryRun) {}

  // The run from that state with all pending pods, including the manifest's.
  const Run& run();
  bool is_changed() const { return m_aftermath->is_changed(); }
  // The timeline from whose end a running scheduler continues. Call run() first.
  const Timeline& before() const;

 private:
  void make();

  const Run& m_run;
  bool m_comes_later;
  std::optional<Timeline> m_without_manifest;
  std::optional<Aftermath> m_aftermath;
};

// Adds foresight, robustness and remedies, as far as the question asks for them. `report`: of the group in `run`.
void add_prospects(const Run& run, Rest& rest, model::GroupIndex group, const Question& question,
                   model::GroupReport& report);

} // namespace engine
