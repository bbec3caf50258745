// SPDX-License-Identifier: Apache-2.0
// Any bytes as a KubeSchedulerConfiguration, a kuberc, or a report for verify: an error with a message, or a result.
#include "kube/identity/kuberc.hpp"
#include "model/cluster/scheduler_configuration.hpp"
#include "snapshot/configuration/scheduler_config.hpp"
#include "snapshot/save/report_reader.hpp"
#include "support/byte_file.hpp"
#include "support/checks.hpp"

#include <optional>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::ByteFile file(fuzz::text_of(data, size));
  fuzz::done_or_refused([&] {
    const model::SchedulerConfiguration read = snapshot::read_scheduler_configuration(file.path());
    fuzz::must(!read.profiles.empty(), "a configuration has a profile");
    (void)read.profile_for("default-scheduler");
  });
  fuzz::done_or_refused([&] { (void)snapshot::read_report(file.path()); });
  std::vector<util::Problem> warnings;
  const kube::Environment nothing = [](const char*) { return std::optional<std::string>(); };
  fuzz::done_or_refused([&] { (void)kube::read_plugin_policy(file.path(), nothing, warnings); });
  return 0;
}
