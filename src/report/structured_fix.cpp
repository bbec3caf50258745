// SPDX-License-Identifier: Apache-2.0
// The structured output of remedies.
#include "model/report_words.hpp"
#include "report/structured_parts.hpp"

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
  set(out, "toNode", change.to_node);
  set(out, "group", change.group);
  set(out, "owner", change.owner);
  set(out, "field", change.field);
  set(out, "from", change.from);
  set(out, "to", change.to);
  if (change.count != 0) { out["count"] = Output(change.count); }
  return out;
}

Output fix_output(const model::Fix& fix) {
  Output out;
  out["kind"] = Output(model::word(fix.kind));
  out["cost"] = Output(fix.cost);
  out["things"] = Output(fix.things);
  out["minimal"] = Output(fix.minimal);
  out["summary"] = Output(fix.summary);
  out["changes"] = array_of(fix.changes, change_output);
  if (!fix.losers.empty()) { out["losers"] = strings(fix.losers); }
  return out;
}

} // namespace

Output fixes_output(const std::vector<model::Fix>& fixes) { return array_of(fixes, fix_output); }

} // namespace report
