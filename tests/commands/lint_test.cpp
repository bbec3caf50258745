// SPDX-License-Identifier: Apache-2.0
// Each rule of lint on its cases, and on similar cases without a finding. The cases are files:
//
//   data/lint/G05/fires.yaml             a cluster in which G05 has a finding; the same for each fires-….yaml
//   data/lint/G05/spares.yaml            a cluster in which it has none; the same for each spares-….yaml
//   ….manifest.yaml, ….config.yaml       further input for a case: -f, --scheduler-config
#include "command_test.hpp"

#include "engine/lint/lint.hpp"
#include "report/words/lint_words.hpp"

#include <algorithm>
#include <filesystem>

namespace {

// Paths without endings of a rule's files that begin with `word`: ".../G05/fires", ".../G05/fires-elsewhere".
std::vector<std::string> cases(std::string_view rule, const std::string& word) {
  std::vector<std::string> bases;
  for (const auto& entry : std::filesystem::directory_iterator(data("lint/") + std::string(rule))) {
    const std::string name = entry.path().stem().string();
    if (name.starts_with(word) && name.find('.') == std::string::npos) {
      bases.push_back((entry.path().parent_path() / name).string());
    }
  }
  std::sort(bases.begin(), bases.end());
  return bases;
}

Ran lint(const std::string& base) {
  std::vector<std::string> arguments = {"lint", "-A", "--from", base + ".yaml", "-o", "json"};
  const auto add = [&](const std::string& flag, const std::string& ending) {
    if (!std::filesystem::exists(base + ending)) { return; }
    arguments.push_back(flag);
    arguments.push_back(base + ending);
  };
  add("-f", ".manifest.yaml");
  add("--scheduler-config", ".config.yaml");
  return gang(arguments);
}

bool finds(const Ran& ran, std::string_view rule) { return contains(ran.out, "\"id\": \"" + std::string(rule) + "\""); }

// The longest part of a template that the output contains unchanged.
std::string longest_piece(std::string_view text) {
  std::string longest;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    if (open > longest.size()) { longest = text.substr(0, open); }
    const std::size_t close = text.find('}');
    text.remove_prefix(close == std::string_view::npos ? text.size() : close + 1);
  }
  return longest;
}

} // namespace

TEST_CASE("every rule fires on its cases and spares similar ones") {
  for (const model::LintRuleName& rule : engine::lint_rules()) {
    INFO(rule.id);
    const std::vector<std::string> fires = cases(rule.id, "fires");
    const std::vector<std::string> spares = cases(rule.id, "spares");
    CHECK(!fires.empty());
    CHECK(!spares.empty());
    for (const std::string& base : fires) {
      const Ran ran = lint(base);
      INFO(base << ran.out << ran.err);
      CHECK(finds(ran, rule.id));
      CHECK(ran.status != 2);
      if (contains(ran.out, "\"level\": \"warning\"") || contains(ran.out, "\"level\": \"error\"")) {
        CHECK(ran.status == 1);
      } else {
        CHECK(ran.status == 0);
      }
    }
    for (const std::string& base : spares) {
      const Ran ran = lint(base);
      INFO(base << ran.out << ran.err);
      CHECK(ran.status != 2);
      CHECK_FALSE(finds(ran, rule.id));
    }
  }
}

TEST_CASE("every sentence of lint appears in a case of its rule") {
  for (const report::LintWords& row : report::lint_words()) {
    INFO(row.rule << ' ' << row.words);
    const std::vector<std::string> bases = cases(row.rule, "fires");
    CHECK(std::any_of(bases.begin(), bases.end(),
                      [&](const std::string& base) { return contains(lint(base).out, longest_piece(row.message)); }));
  }
}

TEST_CASE("a fraction of minResources need not be below 1") {
  CHECK(contains(lint(data("lint/G14/fires-fraction-gpu")).out, "1500m of nvidia.com/gpu, which is no whole number"));
}

TEST_CASE("--list names every rule once, in the order of their numbers") {
  const Ran ran = gang({"lint", "--list"});
  CHECK(ran.status == 0);
  std::size_t last = 0;
  for (const model::LintRuleName& rule : engine::lint_rules()) {
    const std::size_t at = ran.out.find(std::string(rule.id));
    CHECK(at != std::string::npos);
    CHECK(at > last);
    last = at;
    CHECK(contains(ran.out, std::string(rule.title)));
  }
}

TEST_CASE("--rule and --level select the findings that appear and count") {
  const std::string cluster = data("lint/G11/fires.yaml");
  CHECK(gang({"lint", "-A", "--from", cluster}).status == 1);
  CHECK(gang({"lint", "-A", "--from", cluster, "--rule", "G05,G11"}).status == 1);
  CHECK(gang({"lint", "-A", "--from", cluster, "--rule", "G05"}).status == 0);
  CHECK(gang({"lint", "-A", "--from", cluster, "--level", "warning"}).status == 1);
  CHECK(gang({"lint", "-A", "--from", cluster, "--level", "error"}).status == 0);
  CHECK(contains(gang({"lint", "-A", "--from", cluster, "--rule", "G1"}).err, "unknown rule \"G1\""));
  CHECK(contains(gang({"lint", "-A", "--from", cluster, "--level", "loud"}).err, "--level"));
}

TEST_CASE("without groups in the namespace lint names the namespaces that have some") {
  const std::string cluster = data("lint/G11/fires.yaml");
  CHECK(gang({"lint", "--from", cluster}).err ==
        "No pod groups found in default namespace. There are some in ml: choose with -n, or take all with -A.\n");
  CHECK(gang({"lint", "-n", "ml", "--from", cluster}).err.empty());
}

TEST_CASE("contradictory flags of lint are errors") {
  CHECK(contains(gang({"lint", "--local"}).err, "--local leaves nothing but a manifest"));
  CHECK(contains(gang({"lint", "--local", "-f", "x.yaml", "--from", "y.yaml"}).err, "no cluster is read"));
  CHECK(contains(gang({"lint", "train", "-f", "x.yaml", "--from", "y.yaml"}).err, "groups of the manifest"));
  CHECK(contains(gang({"lint", "--list", "-o", "json"}).err, "--list prints a table"));
}

TEST_CASE("lint of a manifest alone does not miss objects of a cluster") {
  const std::string manifest = data("lint/G05/fires.yaml"); // its containers have no image
  const Ran alone = gang({"lint", "-f", manifest, "--local", "-o", "json"});
  CHECK(finds(alone, "G38"));
  CHECK_FALSE(finds(alone, "G05"));
  CHECK(finds(gang({"lint", "-f", data("lint/G33/fires.yaml"), "--local", "-o", "json"}), "G33"));
}
