// SPDX-License-Identifier: Apache-2.0
#include "commands/bind/confirmation.hpp"

#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <set>
#include <string>

namespace commands {

namespace {

std::string counted(std::size_t count, std::string_view noun) {
  return util::concat(count, ' ', noun, count == 1 ? "" : "s");
}

} // namespace

bool confirm(const BindInput& input, const BindPlan& plan, Session& session) {
  std::size_t groups = 0, pods = 0;
  std::set<std::string> nodes;
  for (const Batch& batch : plan.batches) {
    groups += batch.is_group ? 1 : 0;
    pods += batch.bindings.size();
    for (const kube::Binding& binding : batch.bindings) { nodes.insert(binding.node); }
  }
  const kube::Connection& connection = input.request.cluster.live->connection;
  const std::string context = connection.context.empty() ? "" : util::concat("context ", connection.context, ", ");
  session.err << util::visible(util::concat(context, "server ", connection.server)) << '\n';
  session.err << util::concat("Bind ", counted(pods, "pod"), " of ", counted(groups, "group"), " to ",
                              counted(nodes.size(), "node"), "? A binding cannot be undone. Type yes: ");
  session.err.flush();
  std::string answer;
  if (session.in != nullptr && std::getline(*session.in, answer)) { return answer == "yes"; }
  session.err << '\n'; // Ctrl-D leaves the line unfinished
  return false;
}

} // namespace commands
