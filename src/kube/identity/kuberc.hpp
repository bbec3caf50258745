// SPDX-License-Identifier: Apache-2.0
// kuberc: which credential plugins the user lets kubeconfigs run (KEP-3104). Of the file only that is read.
#pragma once

#include "kube/values/proxy.hpp"
#include "util/problem.hpp"

#include <string>
#include <vector>

namespace kube {

struct PluginPolicy {
  enum class Kind { AllowAll, DenyAll, Allowlist };
  Kind kind = Kind::AllowAll;
  std::vector<std::string> allowlist; // commands; paths are clean
  std::string reason;                 // DenyAll: why, where it is not the policy's own word
};

// From the file `explicit_path` (--kuberc), else KUBERC ("off" turns it off), else ~/.kube/kuberc. Throws util::Error
// where a file that the user has named cannot be read. A default file that cannot be read is a warning, unless it has
// a policy: then nothing may run.
PluginPolicy read_plugin_policy(const std::string& explicit_path, const Environment& environment,
                                std::vector<util::Problem>& warnings);

// What is to be run for `command`: the very file that was checked. Throws util::Error where the policy forbids it.
std::string permitted_program(const std::string& command, const PluginPolicy& policy, const Environment& environment);

} // namespace kube
