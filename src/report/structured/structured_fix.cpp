// SPDX-License-Identifier: Apache-2.0
// Structured output of remedies.
#include "model/report/report_words.hpp"
#include "report/structured/structured_parts.hpp"

namespace report {

using document::Output;

namespace {

Output change_output(const model::Change& change) {
  Output out, object;
  object["kind"] = Output(change.kind);
  set(object, "namespace", change.namespace_name);
  object["name"] = Output(change.name);
  out["object"] = std::move(object);
  set(out, "node", change.node);
  if (change.waits) { out["pending"] = Output(true); }
  set(out, "toNode", change.to_node);
  set(out, "group", change.group);
  set(out, "owner", change.owner);
  set(out, "field", change.field);
  set(out, "from", change.from);
  set(out, "to", change.to);
  if (change.count != 0) { out["count"] = Output(change.count); }
  return out;
}

Output shrunk_output(const model::ShrunkGroup& group) {
  Output out;
  out["group"] = Output(group.name);
  out["keeps"] = Output(group.keeps);
  out["needs"] = Output(group.needs);
  out["had"] = Output(group.had);
  return out;
}

Output retry_output(const model::Fix& fix) {
  Output out;
  out["withinSeconds"] = Output(model::k_longest_retry_seconds);
  if (fix.retry == model::Retry::OnGroupChange) { out["atOnceAfter"] = Output("PodGroupUpdate"); }
  if (fix.retry == model::Retry::OnNewMember) { out["atOnceAfter"] = Output("NewMember"); }
  if (fix.backoff_seconds != 0) { out["backoffSeconds"] = Output(fix.backoff_seconds); }
  return out;
}

Output fix_output(const model::Fix& fix) {
  Output out;
  out["kind"] = Output(model::word(fix.kind));
  out["cost"] = Output(fix.cost);
  out["things"] = Output(fix.things);
  out["minimal"] = Output(fix.minimal);
  out["summary"] = Output(fix.summary);
  if (!fix.try_flags.empty()) { out["try"] = strings(fix.try_flags); }
  set(out, "command", fix.command);
  out["changes"] = array_of(fix.changes, change_output);
  if (!fix.losers.empty()) { out["losers"] = strings(fix.losers); }
  if (!fix.shrunk.empty()) { out["shrunk"] = array_of(fix.shrunk, shrunk_output); }
  if (fix.retry != model::Retry::AtOnce) { out["retry"] = retry_output(fix); }
  return out;
}

} // namespace

Output owner_output(const model::OwnerReport& owner) {
  Output out;
  out["kind"] = Output(owner.kind.empty() ? std::string("Pod") : owner.kind);
  out["namespace"] = Output(owner.as_group.namespace_name);
  out["name"] = Output(owner.as_group.name);
  out["pods"] = Output(owner.pods);
  out["fixes"] = fixes_output(owner.as_group.fixes);
  if (owner.as_group.fixes_come_later) { out["fixesComeLater"] = Output(true); }
  return out;
}

Output fixes_output(const std::vector<model::Fix>& fixes) { return array_of(fixes, fix_output); }

} // namespace report
