// SPDX-License-Identifier: Apache-2.0
// -o name: one object per line, for xargs.
#include "report/outlets.hpp"
#include "report/safe_text.hpp"

#include <fmt/format.h>
#include <string_view>

namespace report {

namespace {

std::string_view resource(model::Dialect dialect) {
  switch (dialect) {
  case model::Dialect::Lightweight:
    return "pod-group.scheduling.sigs.k8s.io";
  case model::Dialect::CoschedulingSigs:
    return "podgroup.scheduling.sigs.k8s.io";
  case model::Dialect::Coscheduling:
    return "podgroup.scheduling.x-k8s.io";
  case model::Dialect::KubeBatch:
    return "podgroup.scheduling.incubator.k8s.io";
  case model::Dialect::Volcano:
    return "podgroup.scheduling.volcano.sh";
  case model::Dialect::Grove:
    return "podgang.scheduler.grove.io";
  }
  return "podgroup";
}

std::string line(std::string_view kind, std::string_view name) { return fmt::format("{}/{}\n", kind, safe(name)); }

} // namespace

std::string name_lines(const model::Report& report) {
  std::string lines;
  for (const model::QueueEntry& entry : report.queue) {
    lines += line(entry.what.kind == model::QueueKind::Pod ? "pod" : resource(entry.what.dialect), entry.what.name);
  }
  for (const model::GroupReport& group : report.groups) lines += line(resource(group.dialect), group.name);
  for (const model::PodReport& pod : report.pods) lines += line("pod", pod.name);
  return lines;
}

} // namespace report
