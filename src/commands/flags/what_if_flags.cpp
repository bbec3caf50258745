// SPDX-License-Identifier: Apache-2.0
// The what-if flags, as a table.
#include "commands/flags/what_if_flags.hpp"

#include "util/concat.hpp"

#include <cstdint>

namespace commands {

namespace {

using Kind = snapshot::WhatIf::Kind;

// Commands that have a flag: all, those that read a manifest, or those that print the section Outlook.
enum class Commands : std::uint8_t { All, WithManifest, WithOutlook };

struct Row {
  const char* flag;
  Kind kind;
  const char* description;
  Commands commands = Commands::All;
};

constexpr Row k_rows[] = {
    {"--add-nodes", Kind::AddNodes,
     "Simulate more nodes: NODE=COUNT for copies of a node, or a file with Node objects. Like all what-if flags, it "
     "may be repeated; they apply in the order given."},
    {"--remove-node", Kind::RemoveNode, "Simulate the loss of this node and its pods."},
    {"--cordon", Kind::Cordon, "Simulate that this node takes no new pods."},
    {"--uncordon", Kind::Uncordon, "Simulate that this node takes new pods again."},
    {"--without", Kind::Without,
     "Simulate the deletion of this object and its pods: pod/NAME, podgroup/NAME or KIND/NAME of any owner; "
     "KIND/NAMESPACE/NAME for another namespace."},
    {"--set-min-member", Kind::SetMinMember, "Simulate another minMember of this group: [NAMESPACE/]GROUP=N."},
    {"--replicas", Kind::Replicas, "Simulate another number of pods of this role: ROLE=N.", Commands::WithManifest},
    {"--finish", Kind::Finish,
     "Simulate that this running pod ends at TIME: [NAMESPACE/]POD=TIME, a time such as 2026-03-02T09:30:00Z or a "
     "duration from now such as 45m. It affects only the section \"Outlook\".",
     Commands::WithOutlook},
};

bool is_among(Commands commands, model::ReportKind kind) {
  switch (commands) {
  case Commands::All:
    return true;
  case Commands::WithManifest:
    return kind == model::ReportKind::DryRun || kind == model::ReportKind::VerifyReport;
  case Commands::WithOutlook:
    return kind != model::ReportKind::QueueReport;
  }
  return false;
}

} // namespace

void add_flags(CLI::App& app, WhatIfFlags& flags, model::ReportKind kind) {
  const FlagGroup group(app, Listed::InHelp);
  for (const Row& row : k_rows) {
    if (!is_among(row.commands, kind)) { continue; }
    const auto take = [&flags, row](const std::string& value) {
      flags.changes.push_back({util::concat(row.flag, ' ', value), {row.kind, value}});
    };
    group.add_each(row.flag, take, "[]", row.description);
  }
}

} // namespace commands
