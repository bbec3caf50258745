// SPDX-License-Identifier: Apache-2.0
// verify on reports written by hand (data/verify/NAME.json about the cluster NAME.yaml), and on every variant that
// differs in one number, name or list element. verify rejects all variants except the few equivalent ones below.
#include "command_test.hpp"

#include "document/reading/editing.hpp"
#include "document/reading/reader.hpp"
#include "document/yaml/writer.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string_view>
#include <variant>

#include <unistd.h>

namespace {

using document::Output;

std::string report_of(const std::string& name) { return data("verify/" + name + ".json"); }

Ran verify(const std::string& name, const std::string& report, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"verify", report, "--from", data("verify/" + name + ".yaml")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return gang(arguments);
}

// Joins wrapped lines.
std::string unwrapped(std::string text) {
  const std::string_view wrap = "\n    ";
  for (std::size_t at = 0; (at = text.find(wrap, at)) != std::string::npos;) { text.replace(at, wrap.size(), " "); }
  return text;
}

Output read(const std::string& path) {
  Output read;
  document::read(
      path, {}, [&](const document::Item& item) { read = document::editable(item.value); },
      [](const util::Problem& problem) { throw std::runtime_error(problem.message); });
  return read;
}

// A temporary file with this report; the destructor removes it. mkstemp() makes the name unique, because ctest runs
// the cases of this file at the same time, each in its own process.
class Written {
 public:
  explicit Written(const Output& report)
      : m_path((std::filesystem::temp_directory_path() / "gang-verify-test-XXXXXX").string()) {
    const int file = ::mkstemp(m_path.data());
    REQUIRE(file != -1);
    ::close(file);
    std::ofstream(m_path) << document::to_json(report);
  }
  ~Written() { std::filesystem::remove(m_path); }
  Written(const Written&) = delete;
  Written& operator=(const Written&) = delete;
  const std::string& path() const { return m_path; }

 private:
  std::string m_path;
};

// Calls `changed(where, how)` after each single change below `value`, then reverts the change.
using Changed = std::function<void(const std::string& where, std::string_view how)>;

void change(Output& value, const std::string& where, const Changed& changed);

template <typename T>
void set_and_restore(T& target, T other, const std::string& where, std::string_view how, const Changed& changed) {
  std::swap(target, other);
  changed(where, how);
  std::swap(target, other);
}

void change_number(Output& value, std::int64_t number, const std::string& where, const Changed& changed) {
  set_and_restore(value, Output(number + 1), where, "+1", changed);
  set_and_restore(value, Output(number - 1), where, "-1", changed);
}

void change_elements(Output::Array& list, const std::string& where, const Changed& changed) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string at = where + "[" + std::to_string(i) + "]";
    const auto place = static_cast<std::ptrdiff_t>(i);
    change(list[i], at, changed);
    Output::Array other = list;
    other.erase(other.begin() + place);
    set_and_restore(list, other, at, "dropped", changed);
    other = list;
    other.insert(other.begin() + place, list[i]);
    set_and_restore(list, other, at, "twice", changed);
    if (i == 0 || document::to_json(list[i - 1]) == document::to_json(list[i])) { continue; }
    other = list;
    std::swap(other[i - 1], other[i]);
    set_and_restore(list, other, at, "swapped", changed);
  }
}

void change(Output& value, const std::string& where, const Changed& changed) {
  if (const auto* const number = std::get_if<std::int64_t>(&value.data())) {
    change_number(value, *number, where, changed);
  } else if (const auto* const text = std::get_if<document::NumberText>(&value.data())) {
    change_number(value, std::stoll(text->text), where, changed);
  } else if (const auto* const word = std::get_if<std::string>(&value.data())) {
    const std::string longer = *word + "x", shorter = word->substr(0, word->size() - 1);
    set_and_restore(value, Output(longer), where, "longer", changed);
    set_and_restore(value, Output(shorter), where, "shorter", changed);
    for (const char* const other : {"Feasible", "Infeasible", "Unknown", "counting", "table", "spread", "search"}) {
      const bool is_word = where.ends_with(".answer") || where.ends_with(".method");
      if (is_word && *word != other) { set_and_restore(value, Output(other), where, other, changed); }
    }
  } else if (auto* const list = std::get_if<Output::Array>(&value.data())) {
    change_elements(*list, where, changed);
  } else if (auto* const object = std::get_if<Output::Object>(&value.data())) {
    const std::string within = where + ".";
    for (auto& [key, member] : *object) { change(member, within + key, changed); }
  }
}

struct Harmless {
  std::string_view report, where, how; // `where` below feasibility
};

// Variants with the same meaning: the order of independent entries, a search's number of states, the method when all
// members have a node.
constexpr Harmless k_harmless[] = {
    {"counting", "certificate.placement[]", "swapped"}, // they do not exclude each other
    {"counting", "certificate.bound.sets[]", "swapped"},
    {"counting", "certificate.bound.sets[].members[]", "swapped"},
    {"table", "certificate.placement[]", "swapped"},
    {"table", "certificate.bound.classes[].members[]", "swapped"},
    {"spread", "certificate.bound.members[]", "swapped"},
    {"search", "certificate.bound.states", "+1"},
    {"search", "certificate.bound.states", "-1"},
    {"placed", "certificate.placement[]", "swapped"},
    {"placed", "method", "table"},
    {"placed", "method", "spread"},
    {"placed", "method", "search"},
};

// Removes the indexes of list elements.
std::string kind_of(std::string where) {
  std::erase_if(where, [](char character) { return character >= '0' && character <= '9'; });
  return where;
}

bool is_harmless(std::string_view report, const std::string& where, std::string_view how) {
  return std::any_of(std::begin(k_harmless), std::end(k_harmless), [&](const Harmless& row) {
    return row.report == report && row.how == how && kind_of(where) == ".feasibility." + std::string(row.where);
  });
}

// The cluster has no other group, so verify knows nothing about it.
bool names_the_group(const std::string& where) {
  return where == ".name" || where == ".namespace" || where == ".dialect";
}

Output& group_of(Output& report) { return std::get<Output::Array>(report["status"]["groups"].data()).front(); }

const char* const k_reports[] = {"counting", "table", "spread", "search", "placed"};

} // namespace

TEST_CASE("valid certificates hold") {
  for (const char* const name : k_reports) {
    INFO(name);
    const Ran ran = verify(name, report_of(name));
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    CHECK(contains(ran.out, " holds: "));
  }
  CHECK(
      unwrapped(verify("counting", report_of("counting")).out)
          .starts_with("ml/sim holds: 1 member bound, 5 members placed one after the other; at most 6 by counting\n"));
}

TEST_CASE("verify rejects every change of a certificate") {
  for (const char* const name : k_reports) {
    Output report = read(report_of(name));
    int rejected = 0, harmless = 0;
    change(group_of(report), "", [&](const std::string& where, std::string_view how) {
      const Written written(report);
      const Ran ran = verify(name, written.path(), {"-o", "json"});
      INFO(name << where << " " << how << ": " << ran.out << ran.err);
      if (is_harmless(name, where, how)) {
        ++harmless;
        CHECK(ran.status == 0);
        return;
      }
      ++rejected;
      const bool refuted = ran.status == 1 && contains(ran.out, "\"judgement\": \"Refuted\"");
      const bool unreadable = ran.status == 2 && contains(ran.err, "error: ");
      const bool unknown = names_the_group(where) && ran.status == 2;
      CHECK((refuted || unreadable || unknown));
    });
    INFO(name);
    CHECK(rejected > 20);
    CHECK(harmless > 0);
  }
}

TEST_CASE("a report without certificates is no yes") {
  Output report = read(report_of("table"));
  std::get<Output::Object>(group_of(report).data()).erase("feasibility");
  const Ran without = verify("table", Written(report).path());
  CHECK(without.status == 2);
  CHECK(unwrapped(without.out).starts_with("ml/mixed could not be checked: the report holds no certificate of it\n"));
  group_of(report)["verdict"] = Output("Idle");
  const Ran idle = verify("table", Written(report).path());
  CHECK(idle.status == 1);
  CHECK(unwrapped(idle.out).find("verdict says Idle") != std::string::npos);
  Output empty = read(report_of("table"));
  std::get<Output::Array>(empty["status"]["groups"].data()).clear();
  const Ran nothing = verify("table", Written(empty).path());
  CHECK(nothing.status == 2);
  CHECK(unwrapped(nothing.out).starts_with("Unknown: the report holds no certificate, so there is nothing to check\n"));
}

TEST_CASE("errors about unreadable reports name the place") {
  const auto error = [](const std::function<void(Output&)>& spoil) {
    Output report = read(report_of("table"));
    spoil(report);
    const Written written(report);
    const Ran ran = verify("table", written.path());
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    const std::size_t end = ran.err.find(written.path());
    CHECK(end != std::string::npos);
    return end == std::string::npos ? ran.err : ran.err.substr(end + written.path().size());
  };
  CHECK(
      error([](Output& report) { group_of(report)["feasibility"]["answer"] = Output("Perhaps"); }) ==
      ": status.groups[0]: group ml/mixed: feasibility.answer: \"Perhaps\" is none of Feasible, Infeasible, Unknown\n");
  CHECK(error([](Output& report) { group_of(report)["feasibility"]["certificate"]["placement"] = Output(3); }) ==
        ": status.groups[0]: group ml/mixed: feasibility.certificate.placement: 3 is not a list\n");
  CHECK(error([](Output& report) {
          std::get<Output::Object>(group_of(report)["feasibility"]["certificate"]["bound"].data()).erase("atMost");
        }) == ": status.groups[0]: group ml/mixed: feasibility.certificate.bound.atMost: is missing\n");
  CHECK(contains(error([](Output& report) { report["kind"] = Output("Snapshot"); }), ": kind Snapshot is no report"));
  CHECK(contains(error([](Output& report) { report["apiVersion"] = Output("kubectl-gang/v2"); }),
                 ": this report is of version kubectl-gang/v2"));
  CHECK(verify("table", data("verify/table.yaml")).status == 2);
}

TEST_CASE("verify warns about input that differs from the report's") {
  Output report = read(report_of("table"));
  report["kind"] = Output("DryRun");
  report["metadata"]["capturedAt"] = Output("2026-01-02T04:00:00Z");
  report["spec"]["schedulerVersion"] = Output("1.30.0");
  report["spec"]["whatIf"] = Output(Output::Array{Output("--cordon small")});
  const Ran ran = verify("table", Written(report).path());
  CHECK(contains(ran.err, "the report is one of dry-run: give its manifest with -f"));
  CHECK(contains(ran.err, "as it was at 2026-01-02T04:00:00Z"));
  CHECK(contains(ran.err, "kube-scheduler 1.30.0"));
  CHECK(contains(ran.err, "made with --cordon small, this check with none"));
  // The table covers three nodes.
  const Ran cordoned = verify("table", report_of("table"), {"--cordon", "small"});
  CHECK(cordoned.status == 1);
  CHECK(contains(unwrapped(cordoned.out), "says b-2 on small, but small refuses it: node(s) were unschedulable"));
}

TEST_CASE("verify takes exactly one report") {
  CHECK(gang({"verify", "--from", data("verify/table.yaml")}).status == 2);
  CHECK(gang({"verify", "a", "b", "--from", data("verify/table.yaml")}).status == 2);
  CHECK(contains(gang({"verify", "-", "--from", "-"}).err, "standard input, which can be read only once"));
}
