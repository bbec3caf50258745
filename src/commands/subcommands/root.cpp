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

It takes a picture of a cluster, runs the scheduler's own gang rules on it, and says why a group of pods is stuck, whether a new one would start, and in what order everything is tried. Nothing in the cluster is changed, but by `kubectl gang bind --yes`.

The picture is taken of the live cluster of the current context, as kubectl finds it, or comes from files: what `kubectl gang snapshot` saves or `kubectl get -o json` prints.)",
    .examples = R"(# Why does the group train not start?
kubectl gang explain train -n ml --from cluster.json

# What is stuck in the live cluster, in all namespaces?
kubectl gang explain -A

# Would the groups in job.yaml start, if they were applied now?
kubectl gang dry-run -f job.yaml --from cluster.json

# Who is tried before whom?
kubectl gang queue --from cluster.json

# Save what matters of the live cluster in one small file
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
