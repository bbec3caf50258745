// SPDX-License-Identifier: Apache-2.0
// kubectl gang bind: carries out the plan once, in whole groups or not at all.
#include "commands/subcommands/bind.hpp"

#include "commands/bind/act.hpp"
#include "commands/bind/confirmation.hpp"
#include "commands/bind/preview.hpp"
#include "commands/bind/server_dry_run.hpp"
#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/live_client.hpp"
#include "model/values/names.hpp"
#include "model/values/time.hpp"
#include "util/concat.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace commands {

extern const HelpText k_bind_help;
const HelpText k_bind_help = {
    .long_text =
        R"(Binds waiting groups to nodes once, as the simulation places them: all members that fit, or none.

Use it for pods whose schedulerName no scheduler serves. This command is then your scheduler: run it by hand, from a Job or from a CronJob. It plans only for pods with the --scheduler-name. It evicts no pods. It stops if a live scheduler serves that name, because both would use the same capacity.

Without --yes, it shows the plan and, on a terminal, asks. With --yes, it takes the Lease kubectl-gang-bind, which excludes a second run with any --scheduler-name. Then it reads the cluster, plans, and checks each group again on its nodes just before the group's first binding. If it may have lost the Lease, it sends nothing more and reports what is bound.

A binding cannot be undone. If a binding fails, bind finishes the group if its other members still fit. Otherwise the run ends and reports which pods are bound and which are not. A journal records each group before its bindings, and --resume finishes a run that was killed.

Some pods need a real scheduler. bind skips these and prints the reason: gated pods, groups that the gang rules hold back, claims that wait for their first consumer, and resource claims without devices.

The exit status is 0 if all groups that you asked for are bound (or would be), 1 if some are not or one of their nodes is over-committed, 2 if the answer is unknown or the command could do nothing.)",
    .examples = R"(# Show the plan for namespace ml
kubectl gang bind -n ml

# The same, for a saved cluster
kubectl gang bind -n ml --from cluster.json

# Bind one group without asking
kubectl gang bind train -n ml --yes

# Bind everything with the schedulerName "batch", also pods without a group
kubectl gang bind -A --scheduler-name batch --with-pods --yes

# Would the API server accept the bindings?
kubectl gang bind -n ml --dry-run=server

# Finish a run that was killed
kubectl gang bind --resume)",
};

namespace {

struct BindFlags {
  GlobalFlags global;
  OutputFlags output;
  SelectionFlags selection;
  std::string scheduler_name = "kubectl-gang", lease_namespace = "kube-system", dry_run = "none", wait = "0";
  std::optional<std::string> journal;
  bool yes = false, with_pods = false, force_scheduler = false, update_status = false, resume = false;
};

model::BindMode mode_of(const BindFlags& flags) {
  if (flags.dry_run == "server") { return model::BindMode::ServerDryRun; }
  return flags.dry_run == "none" && flags.yes ? model::BindMode::Act : model::BindMode::Preview;
}

std::chrono::seconds wait_of(const std::string& text) {
  const auto nanos = model::parse_go_duration(text);
  if (!nanos || *nanos < 0) {
    throw UsageError(util::concat("invalid argument \"", text, "\" for \"--wait\" flag: a duration such as 30s or 5m"));
  }
  return std::chrono::ceil<std::chrono::seconds>(std::chrono::nanoseconds(*nanos));
}

void refuse_contradictions(const BindFlags& flags, const Words& names) {
  if (!flags.global.cluster.from.empty() && (flags.yes || flags.resume || flags.dry_run == "server")) {
    throw UsageError("saved state can only be planned for: --from goes without --yes, --resume and --dry-run=server");
  }
  if (flags.resume && (!names.empty() || flags.selection.all_namespaces || !flags.selection.selector.empty())) {
    throw UsageError("--resume takes what the journal names: give no names, no -A and no -l");
  }
  if (!model::is_dns_subdomain(flags.scheduler_name)) {
    throw UsageError(util::concat("\"", flags.scheduler_name, "\" is no schedulerName"));
  }
}

BindInput resolve_bind(const BindFlags& flags, const Words& names, const Session& session) {
  refuse_files_as_names(names);
  refuse_contradictions(flags, names);
  BindInput input;
  input.mode = mode_of(flags);
  input.lease_wait = wait_of(flags.wait);
  input.request = resolve(flags.global, flags.output, session);
  input.selection = resolve(flags.selection, input.request.cluster.namespace_name, names);
  input.scheduler_name = flags.scheduler_name;
  restrict_to_scheduler(input.request.options, input.scheduler_name);
  const bool is_plain = flags.dry_run == "none" && !flags.yes && input.request.cluster.live.has_value();
  input.may_ask = is_plain && session.in != nullptr && session.stderr_tty && input.request.output.for_people();
  input.with_pods = flags.with_pods;
  input.force_scheduler = flags.force_scheduler;
  input.update_status = flags.update_status;
  input.resume = flags.resume;
  input.lease_namespace = flags.lease_namespace;
  input.journal = flags.journal;
  return input;
}

int run_bind(BindInput input, Session& session) {
  if (!input.request.cluster.live) {
    return print_bind_report(input, std::move(preview(input, nullptr, session).plan.report), session);
  }
  if (input.resume) { return resume(input, session); }
  if (input.mode == model::BindMode::Act || input.may_ask) { warn_of_unfinished(input, session); }
  Preview seen;
  {
    LiveClient server(*input.request.cluster.live, input.request.messages, session);
    seen = preview(input, &server.client(), session);
    if (input.mode == model::BindMode::ServerDryRun) { ask_server(server.client(), seen.plan); }
  }
  const bool is_nothing = seen.plan.batches.empty();
  const std::vector<Batch>* confirmed = nullptr;
  if (input.mode != model::BindMode::Act || is_nothing) {
    const int status = print_bind_report(input, seen.plan.report, session);
    if (!input.may_ask || is_nothing) { return status; }
    session.out.flush();
    if (!confirm(input, seen.plan, session)) {
      print_note("Nothing has been bound.", input.request.messages, session);
      return k_could_not_tell;
    }
    input.mode = model::BindMode::Act;
    confirmed = &seen.plan.batches;
  }
  return act(input, seen.targets, confirmed, session);
}

} // namespace

const std::vector<std::string_view>& known_dry_runs() {
  static const std::vector<std::string_view> k_words = {"none", "client", "server"};
  return k_words;
}

Runner set_up_bind(CLI::App& app) {
  const auto flags = std::make_shared<BindFlags>();
  add_flags(app, flags->global, Listed::InBoth);
  add_flags(app, flags->output, model::ReportKind::BindReport);
  add_flags(app, flags->selection);
  const FlagGroup group(app, Listed::InHelp);
  group.add_text("--scheduler-name", flags->scheduler_name, "schedulerName of the pods to bind.");
  group.add_switch("--with-pods", flags->with_pods, "Also bind pods without a group, each one by itself.");
  group.add_switch("--yes", flags->yes, "Carry out the plan without asking.");
  group.add_choice("--dry-run", flags->dry_run, known_dry_runs(),
                   "Bind nothing: client shows the plan and never asks; server also asks the API server whether it "
                   "would accept each binding. Must be one of: none, client, server.");
  group.add_switch("--force-scheduler", flags->force_scheduler, "Continue even if a live scheduler serves that name.");
  group.add_text("--lease-namespace", flags->lease_namespace,
                 "Namespace of the Lease that excludes other runs. All runs in a cluster must use the same one.");
  group.add_text("--wait", flags->wait, "How long to wait while another run holds the Lease, such as 5m.");
  group.add_text("--journal", flags->journal,
                 "File that records the progress of the run. Default: one in the state directory, which bind removes "
                 "at the end.");
  group.add_switch("--resume", flags->resume, "Finish an interrupted run, from its journal.");
  group.add_switch("--update-status", flags->update_status,
                   "Also write phase and counts of the PodGroups, as their controller would.");
  return
      [flags](const Words& names, Session& session) { return run_bind(resolve_bind(*flags, names, session), session); };
}

} // namespace commands
