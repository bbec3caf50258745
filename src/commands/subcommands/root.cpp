// SPDX-License-Identifier: Apache-2.0
// kubectl gang without a command: its help, or --version.
#include "commands/flags/command.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/request.hpp"
#include "commands/reading/version.hpp"

#include <memory>

namespace commands {

extern const HelpText k_root_help;
const HelpText k_root_help = {
    .long_text = R"(Explains and predicts gang scheduling on Kubernetes: pods that start together or not at all.

It simulates kube-scheduler and its gang rules on a snapshot of a cluster. It reports why a group of pods is pending, whether a new group would start, and in what order the scheduler tries everything. Only `kubectl gang bind` changes the cluster, after you confirm or with --yes.

It reads the live cluster of the current context, as kubectl does, or saved files (--from): a snapshot from `kubectl gang snapshot`, or the output of `kubectl get -o json`.

The exit status is 0 for yes, 1 for no, 2 if the answer is unknown or the command failed.)",
    .examples = R"(# Why does the group train not start?
kubectl gang explain train -n ml --from cluster.json

# What is blocked in the live cluster, in all namespaces?
kubectl gang explain -A

# Would the groups in job.yaml start if you applied it now?
kubectl gang dry-run -f job.yaml --from cluster.json

# In what order does the scheduler try everything?
kubectl gang queue --from cluster.json

# Save the live cluster in one small file
kubectl gang snapshot -o small.json.zst)",
};

Runner set_up_root(CLI::App& app) {
  struct Flags {
    GlobalFlags global;
    bool version = false;
  };
  const auto flags = std::make_shared<Flags>();
  add_flags(app, flags->global, Listed::InOptions);
  FlagGroup(app, Listed::InHelp).add_switch("--version", flags->version, "Print the version and quit.");

  return [flags](const Words&, Session& session) {
    if (!flags->version) {
      throw UsageError("no command was given: say what to do, such as explain, dry-run or queue");
    }
    session.out << version_line() << '\n';
    return k_yes;
  };
}

} // namespace commands
