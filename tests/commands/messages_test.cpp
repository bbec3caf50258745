// SPDX-License-Identifier: Apache-2.0
// Messages on standard error.
#include "commands/flags/messages.hpp"
#include "commands/reading/omitted_lists.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <sstream>

namespace {

std::string said(std::size_t count, commands::Messages messages) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  commands::print_problems(std::vector<util::Problem>(count, {"pods.json, item 3", "Pod ml/a", "odd"}), messages,
                           session);
  CHECK(out.str().empty());
  return err.str();
}

std::string said_of(const std::vector<model::OmittedList>& omitted, commands::Messages messages = {}) {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  commands::print_omitted(omitted, messages, session);
  CHECK(out.str().empty());
  return err.str();
}

auto lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

} // namespace

TEST_CASE("each odd object has one warning, up to the first ten") {
  CHECK(said(1, {}) == "Warning: pods.json, item 3: Pod ml/a: odd\n");
  CHECK(lines(said(10, {})) == 10);
  const std::string many = said(33, {});
  CHECK(lines(many) == 11);
  CHECK(many.ends_with("… and 23 more (-v 1 shows all)\n"));
  CHECK(lines(said(33, {.all = true})) == 33);
  CHECK(said(33, {.quiet = true}).empty());
}

TEST_CASE("a few missing lists have a warning each") {
  CHECK(said_of({}).empty());
  CHECK(said_of({{"pods", "Forbidden", "nothing is known"}, {"events", "", "not allowed"}, {"nodes", "Gone", ""}}) ==
        "Warning: pods (Forbidden): nothing is known\nWarning: nodes (Gone)\nWarning: events: not allowed\n");
}

TEST_CASE("nodes and pods come first among missing lists") {
  const auto forbidden = [](const std::string& list) { return model::OmittedList{list, "Forbidden", ""}; };
  std::vector<model::OmittedList> many = {{"services", "InternalError", ""}};
  for (const char* const list : {"jobs.batch", "csinodes.storage.k8s.io", "nodes", "events", "pods"}) {
    many.push_back(forbidden(list));
  }
  CHECK(said_of(many) == "Warning: 5 lists are missing (Forbidden): nodes, pods, jobs.batch, csinodes.storage.k8s.io, "
                         "events\nWarning: services (InternalError)\n");
}

TEST_CASE("many lists missing for the same reason share a warning") {
  const std::vector<model::OmittedList> many = {{"jobs.batch", "Forbidden", "no jobs"},
                                                {"services", "InternalError", "no services"},
                                                {"csinodes.storage.k8s.io", "Forbidden", "no limits"},
                                                {"volumeattachments.storage.k8s.io", "Forbidden", "no limits"},
                                                {"events", "Forbidden", "no times"}};
  CHECK(said_of(many) == "Warning: 4 lists are missing (Forbidden): jobs.batch, csinodes.storage.k8s.io, "
                         "volumeattachments.storage.k8s.io, events\nWithout them: no jobs; no limits; no times. (-v 1 "
                         "prints the effect of each missing list)\nWarning: services (InternalError): no services\n");
  const std::string each = said_of(many, {.all = true});
  CHECK(lines(each) == 5);
  CHECK(each.find("Warning: volumeattachments.storage.k8s.io (Forbidden): no limits\n") != std::string::npos);
  CHECK(said_of(many, {.quiet = true}).empty());
  CHECK(said_of({{"a", "", ""}, {"b", "", ""}, {"c", "", ""}, {"d\x1b[2J", "", ""}}) ==
        "Warning: 4 lists are missing: a, b, c, d\\x1b[2J\n");
}

TEST_CASE("a warning omits unknown parts, and escapes control characters") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  commands::print_problems({{"", "", "plain"}, {"a\x1b[2J", "", "b"}}, {}, session);
  CHECK(err.str() == "Warning: plain\nWarning: a\\x1b[2J: b\n");
}

TEST_CASE("no message gives a command to a CI runner") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  commands::print_warning("pod ml/##vso[task.x]", {}, session);
  commands::print_note("\u00a0::error::x", {}, session);
  commands::print_error("a ##[group]", session);
  CHECK(err.str() == "Warning: pod ml/\\x23#vso[task.x]\n\u00a0\\x3a:error::x\nerror: a \\x23#[group]\n");
}

TEST_CASE("only the word Warning has colour") {
  CHECK(said(1, {.color = true}).starts_with("\x1b[33;1mWarning:\x1b[0m pods.json"));
}

TEST_CASE("control characters cannot hide an error") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  commands::print_error("bad\nname", session);
  CHECK(err.str() == "error: bad\\nname\n");
}
