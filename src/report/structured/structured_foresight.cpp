// SPDX-License-Identifier: Apache-2.0
// Structured output of a group's foresight.
#include "model/report/report_words.hpp"
#include "report/amounts.hpp"
#include "report/structured/structured_parts.hpp"

namespace report {

using document::Output;
using model::Foresight;

namespace {

Output ending_output(const model::Ending& ending) {
  Output out;
  out["namespace"] = Output(ending.namespace_name);
  out["name"] = Output(ending.name);
  set(out, "node", ending.node);
  out["at"] = Output(model::time_text(ending.at));
  out["why"] = Output(model::word(ending.why));
  return out;
}

Output holder_output(const model::Holder& holder, std::string_view resource) {
  Output out;
  out["group"] = reference_output(holder.group);
  out["running"] = Output(holder.running);
  out["waiting"] = Output(holder.waiting);
  if (!resource.empty()) { out["amount"] = Output(exact_quantity(resource, holder.amount)); }
  if (holder.until) { out["until"] = Output(model::time_text(*holder.until)); }
  return out;
}

Output preemption_output(const model::GroupPreemption& preemption) {
  Output out;
  out["podByPod"] = strings(preemption.pod_by_pod);
  out["starts"] = Output(preemption.starts);
  if (preemption.as_a_whole.empty()) { return out; }
  out["asAWhole"] = strings(preemption.as_a_whole);
  out["minimal"] = Output(preemption.minimal);
  return out;
}

template <typename T, typename Row>
void set_list(Output& object, std::string_view key, const std::vector<T>& rows, Row row) {
  if (!rows.empty()) { object[key] = array_of(rows, row); }
}

} // namespace

Output reference_output(const model::QueueRef& ref) {
  Output out;
  out["kind"] = Output(model::word(ref.kind));
  out["namespace"] = Output(ref.namespace_name);
  out["name"] = Output(ref.name);
  out["priority"] = Output(ref.priority);
  return out;
}

void set_foresight(Output& group, const Foresight& foresight) {
  Output out;
  if (foresight.starts) { out["startsAt"] = Output(model::time_text_milli(*foresight.starts)); }
  set_list(out, "waitsFor", foresight.endings, ending_output);
  if (foresight.known_ends > 0) { out["knownEnds"] = Output(foresight.known_ends); }
  if (foresight.ending_amount) {
    out["endingAmount"] = Output(exact_quantity(foresight.resource, *foresight.ending_amount));
  }
  set(out, "resource", foresight.resource);
  set_list(out, "holders", foresight.holders,
           [&](const model::Holder& holder) { return holder_output(holder, foresight.resource); });
  set_list(out, "cycle", foresight.cycle, reference_output);
  if (foresight.overtakers > 0) {
    Output overtakers;
    overtakers["pods"] = Output(foresight.overtakers);
    overtakers["amount"] = Output(exact_quantity(foresight.resource, foresight.overtaken_amount));
    out["overtakers"] = std::move(overtakers);
  }
  if (foresight.preemption) { out["preemption"] = preemption_output(*foresight.preemption); }
  if (!foresight.culprit.empty()) {
    Output culprit;
    culprit["pod"] = Output(foresight.culprit);
    culprit["rejected"] = strings(foresight.victims);
    out["culprit"] = std::move(culprit);
  }
  if (!std::get<Output::Object>(out.data()).empty()) { group["foresight"] = std::move(out); }
}

} // namespace report
