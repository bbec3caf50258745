// SPDX-License-Identifier: Apache-2.0
// The what-if flags, as a table.
#include "commands/flags/what_if_flags.hpp"

#include "util/concat.hpp"

namespace commands {

namespace {

using Kind = snapshot::WhatIf::Kind;

struct Row {
  const char* flag;
  Kind kind;
  const char* description;
};

constexpr Row k_rows[] = {
    {"--add-nodes", Kind::AddNodes,
     "What if there were more nodes: NODE=COUNT for copies of a node, or a file with Node objects. May be repeated, "
     "as all what-ifs; they apply in the order given."},
    {"--remove-node", Kind::RemoveNode, "What if this node, with its pods, were gone."},
    {"--cordon", Kind::Cordon, "What if this node took no new pods."},
    {"--uncordon", Kind::Uncordon, "What if this node took new pods again."},
    {"--without", Kind::Without,
     "What if this object and its pods were gone: pod/NAME, podgroup/NAME or KIND/NAME of any "
     "owner; KIND/NAMESPACE/NAME for another namespace."},
    {"--set-min-member", Kind::SetMinMember, "What if this group had another minMember: [NAMESPACE/]GROUP=N."},
    {"--replicas", Kind::Replicas, "What if this role had another number of pods: ROLE=N."},
    {"--finish", Kind::Finish,
     "What if this running pod ended then: [NAMESPACE/]POD=TIME, a time such as 2026-03-02T09:30:00Z or a duration "
     "from now such as 45m. Only what is said of the future looks at it."},
};

} // namespace

void add_flags(CLI::App& app, WhatIfFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  for (const Row& row : k_rows) {
    const auto take = [&flags, row](const std::string& value) {
      flags.changes.push_back({util::concat(row.flag, ' ', value), {row.kind, value}});
    };
    group.add_each(row.flag, take, "[]", row.description);
  }
}

} // namespace commands
