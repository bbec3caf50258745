// SPDX-License-Identifier: Apache-2.0
// Parts of the structured output, field by field as described in schemas/. Absent means not applicable, nothing is
// null, and lists that a reader would loop over exist even if empty.
#pragma once

#include "document/yaml/writer.hpp"
#include "model/report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

document::Output group_output(const model::GroupReport& group);
document::Output summary_output(const model::ClusterSummary& summary);

// Pods of groups take their namespace from the group; other pods have a namespace field.
enum class WithNamespace : bool { No, Yes };
document::Output pod_output(const model::PodReport& pod, WithNamespace with_namespace);

document::Output feasibility_output(const model::FeasibilityReport& feasibility);
document::Output verification_output(const model::Verification& verification);
document::Output owner_output(const model::OwnerReport& owner);
document::Output fixes_output(const std::vector<model::Fix>& fixes);
document::Output reference_output(const model::QueueRef& ref);
// Sets group["foresight"] if anything is known.
void set_foresight(document::Output& group, const model::Foresight& foresight);
document::Output finding_output(const model::Finding& finding);
document::Output findings_output(const std::vector<model::Finding>& findings);
document::Output expansion_output(const model::Expansion& expansion);
document::Output copies_output(const model::CopiesReport& copies);
document::Output largest_outputs(const std::vector<model::LargestReport>& largest);
document::Output fragmentation_output(const std::vector<model::FragmentationReport>& rows);
document::Output queue_entry_output(const model::QueueEntry& entry);
document::Output binding_output(const model::BindingReport& binding);
document::Output attempt_output(const model::AttemptReport& attempt);

// Visits the rows of tables: calls visit(items, to_output) for each list of them.
template <typename Report, typename Visit>
void each_list_of_rows(Report& report, Visit visit) {
  visit(report.groups, group_output);
  visit(report.pods, [](const model::PodReport& pod) { return pod_output(pod, WithNamespace::Yes); });
  visit(report.queue, queue_entry_output);
  visit(report.findings, finding_output);
  visit(report.verifications, verification_output);
}

// Sets object[key] unless `text` is empty.
void set(document::Output& object, std::string_view key, std::string_view text);

document::Output strings(const std::vector<std::string>& texts);

template <typename Items, typename Function>
document::Output array_of(const Items& items, Function to_output) {
  document::Output array = document::Output::array();
  for (const auto& item : items) { array.push(to_output(item)); }
  return array;
}

} // namespace report
