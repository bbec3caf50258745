// SPDX-License-Identifier: Apache-2.0
// The complete structured output: apiVersion, kind, metadata, spec (the inputs), status (the answers).
#include "report/layout/outlets.hpp"
#include "report/safe_text.hpp"
#include "report/structured/field_writer.hpp"
#include "report/structured/report_fields.hpp"
#include "report/structured/rows.hpp"

#include <utility>

namespace report {

using document::Output;

namespace {

bool is_nothing(const Output& value) {
  struct IsNothing {
    bool operator()(bool truth) const { return !truth; }
    bool operator()(std::int64_t number) const { return number == 0; }
    bool operator()(const document::NumberText&) const { return false; }
    bool operator()(const std::string& text) const { return text.empty(); }
    bool operator()(const Output::Array& array) const { return array.empty(); }
    bool operator()(const Output::Object& object) const { return object.empty(); }
  };
  return std::visit(IsNothing(), value.data());
}

} // namespace

void FieldWriter::put(std::string_view name, Output value) { m_object[name] = std::move(value); }

void FieldWriter::put_unless_empty(std::string_view name, Output value) {
  if (!is_nothing(value)) { put(name, std::move(value)); }
}

void FieldWriter::counted(std::string_view nodes, std::string_view domains, bool is_of_domains, std::int64_t count) {
  put(is_of_domains ? domains : nodes, Output(count));
}

void FieldWriter::lists(std::string_view name, const std::vector<std::vector<std::string>>& lists,
                        std::string_view inner, const model::About&) {
  Output array = Output::array();
  for (const std::vector<std::string>& list : lists) {
    Output object;
    object[inner] = output_of(list);
    array.push(std::move(object));
  }
  put(name, std::move(array));
}

void FieldWriter::kind(std::string_view name, const model::UpperBound& bound) { put(name, Output(model::word(bound))); }

Output row_output(const model::GroupReport& group) { return FieldWriter::output_of(group); }
Output row_output(const model::QueueEntry& entry) { return FieldWriter::output_of(entry); }
Output row_output(const model::Finding& finding) { return FieldWriter::output_of(finding); }
Output row_output(const model::Verification& verification) { return FieldWriter::output_of(verification); }

Output row_output(const model::PodReport& pod) {
  Output out;
  FieldWriter fields(out);
  loose_pod_fields(pod, fields);
  return out;
}

std::vector<Output> structured_rows(const model::Report& report) {
  std::vector<Output> rows;
  each_list_of_rows(report, [&](const auto& items) {
    for (const auto& item : items) { rows.push_back(row_output(item)); }
  });
  return rows;
}

Output made_visible(Output value) {
  if (auto* const text = std::get_if<std::string>(&value.data())) { return Output(safe(*text)); }
  if (auto* const array = std::get_if<Output::Array>(&value.data())) {
    for (Output& element : *array) { element = made_visible(std::move(element)); }
  }
  if (auto* const object = std::get_if<Output::Object>(&value.data())) {
    Output shown;
    for (auto& [key, member] : *object) { shown[safe(key)] = made_visible(std::move(member)); }
    return shown;
  }
  return value;
}

Output structured(const model::Report& report) { return FieldWriter::output_of(report); }

} // namespace report
