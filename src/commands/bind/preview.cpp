// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/preview.hpp"

#include "commands/bind/live_scheduler.hpp"
#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "util/concat.hpp"

#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

// Throws util::Error if a live scheduler serves the name; with --force-scheduler only warns.
void heed_live_scheduler(const BindInput& input, const Picture& picture, kube::Client* client, Session& session) {
  SchedulerSigns found = signs_of_scheduler(input.scheduler_name, picture.cluster, picture.now.time);
  if (client != nullptr) { look_for_events(input.scheduler_name, *client, found); }
  for (const std::string& untold : found.untold) {
    print_warning(
        util::concat("whether a scheduler serves ", input.scheduler_name, " is not known for certain: ", untold),
        input.request.messages, session);
  }
  const std::vector<std::string>& signs = found.signs;
  if (signs.empty()) { return; }
  std::string text = util::concat("a scheduler seems to serve ", input.scheduler_name, ": ");
  util::append(text, util::joined(signs, "; "));
  util::append(text, ". It may use the same capacity for other pods, and Coscheduling does not count members that "
                     "another client binds");
  if (!input.force_scheduler) { throw util::Error(util::concat(text, ". --force-scheduler continues anyway")); }
  print_warning(text, input.request.messages, session);
}

void note_nothing_to_do(const BindInput& input, Session& session) {
  print_note(util::concat("No pod groups with pods of scheduler ", input.scheduler_name, " found",
                          where(input.selection.namespace_name), '.',
                          input.with_pods ? "" : " Pods without a group are bound with --with-pods."),
             input.request.messages, session);
}

} // namespace

Preview preview(const BindInput& input, kube::Client* client, Session& session) {
  const Picture picture = read_picture(input, session);
  const model::ClusterSnapshot& cluster = picture.cluster;
  print_warnings(cluster, input.request, session);
  Preview seen;
  seen.targets = targets_of(input, cluster);
  if (seen.targets.empty()) {
    refuse_missing_namespace(input.selection, cluster);
    note_nothing_to_do(input, session);
  } else {
    heed_live_scheduler(input, picture, client, session);
  }
  if (const std::string others = others_remark(input, cluster); !others.empty()) {
    print_warning(others, input.request.messages, session);
  }
  seen.plan = plan_bindings(input, picture, seen.targets, Others::Simulated);
  return seen;
}

int print_bind_report(const BindInput& input, model::Report report, Session& session) {
  if (report.groups.empty() && report.pods.empty() && report.bindings.empty() && input.request.output.for_people()) {
    return report.verdict == model::Verdict::Yes ? k_yes : k_no;
  }
  return print_report(std::move(report), {}, input.request, session);
}

} // namespace commands
