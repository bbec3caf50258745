// SPDX-License-Identifier: Apache-2.0
// The schemas list the words of each enumeration, all of them and in its order.
#include "document/reading/reader.hpp"
#include "model/report/report_words.hpp"
#include "support/catch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace {

using Words = std::vector<std::string>;

template <typename Enumeration>
Words words() {
  Words out;
  for (const Enumeration value : model::all_with_words<Enumeration>()) { out.emplace_back(model::word(value)); }
  return out;
}

// `path`: the names from the root of schemas/FILE to the place of "enum", with blanks between them.
Words in_schema(const std::string& file, std::string_view path) {
  Words out;
  const auto collect = [&](const document::Item& item) {
    document::Value at = item.value;
    while (!path.empty()) {
      const std::size_t end = path.find(' ');
      at = at[path.substr(0, end)];
      path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    }
    for (const document::Value word : at["enum"].elements()) { out.emplace_back(word.text()); }
  };
  document::read(std::string(GANG_SCHEMAS) + '/' + file, {}, collect, [](const util::Problem&) {});
  return out;
}

} // namespace

TEST_CASE("the schemas have the words of each enumeration") {
  using namespace model;
  const auto common = [](std::string_view path) { return in_schema("common.json", path); };
  CHECK(common("$defs verdict") == words<Verdict>());
  CHECK(common("$defs groupVerdict") == words<GroupVerdict>());
  CHECK(common("$defs code") == words<Code>());
  CHECK(common("$defs stage") == words<Stage>());
  CHECK(common("$defs queueRef properties kind") == words<QueueKind>());
  CHECK(common("$defs summary properties waitsLongest properties kind") == words<QueueKind>());
  CHECK(common("$defs summary properties inTheWay properties kind") == words<QueueKind>());
  CHECK(common("$defs podFields properties outcome") == words<Outcome>());
  CHECK(common("$defs asked items properties authority") == words<Authority>());
  CHECK(common("$defs asked items properties answer") == words<Reply>());
  CHECK(common("$defs gate properties gate") == words<GateKind>());
  CHECK(common("$defs feasibility properties answer") == words<FeasibilityAnswer>());
  CHECK(common("$defs feasibility properties method") == words<FeasibilityMethod>());
  CHECK(common("$defs fix properties kind") == words<FixKind>());
  CHECK(common("$defs finding properties level") == words<FindingLevel>());
  CHECK(common("$defs layer properties role") == words<LayerRole>());
  CHECK(common("$defs foresight properties waitsFor items properties why") == words<KnownEnd::Why>());
  CHECK(in_schema("bind-report.json", "properties status properties mode") == words<BindMode>());
  CHECK(in_schema("bind-report.json", "$defs binding properties result") == words<BindingResult>());
  CHECK(in_schema("queue-report.json", "$defs attempt properties result") == words<AttemptResult>());
  CHECK(in_schema("queue-report.json", "$defs entry properties kind") == words<QueueKind>());
  CHECK(in_schema("verify-report.json", "$defs verification properties judgement") == words<Judgement>());
}
