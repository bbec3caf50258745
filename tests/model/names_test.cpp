// SPDX-License-Identifier: Apache-2.0
// Validation of names.
#include "model/values/name_errors.hpp"
#include "model/values/names.hpp"

#include "support/catch.hpp"

#include <vector>

namespace {
std::string of(std::size_t length, char c = 'a') { return std::string(length, c); }
} // namespace

TEST_CASE("namespaces are DNS labels") {
  CHECK(model::is_dns_label("a"));
  CHECK(model::is_dns_label("0-a"));
  CHECK(model::is_dns_label(of(63)));
  for (const std::string& text :
       std::vector<std::string>{"", "-a", "a-", "A", "a.b", "a_b", "a\n", "é", std::string(64, 'a')}) {
    INFO(text);
    CHECK(!model::is_dns_label(text));
  }
}

TEST_CASE("most objects have DNS subdomains as names, without a limit for each label") {
  CHECK(model::is_dns_subdomain("a.b-c.0"));
  CHECK(model::is_dns_subdomain(of(253)));
  for (const std::string& text :
       std::vector<std::string>{"", ".", "a.", ".a", "a..b", "a.-b", "a-.b", "a/b", "a.B", std::string(254, 'a')}) {
    INFO(text);
    CHECK(!model::is_dns_subdomain(text));
  }
}

TEST_CASE("label keys are names with at most one prefix") {
  CHECK(model::is_label_key("app"));
  CHECK(model::is_label_key("A_b.c-9"));
  CHECK(model::is_label_key("example.com/" + of(63)));
  CHECK(model::is_label_key(of(253) + "/x"));
  for (const std::string& text : std::vector<std::string>{"", "/", "a/", "/a", "a/b/c", "A.b/c", "_a", "a_", "a b", "é",
                                                          std::string(64, 'a'), std::string(254, 'a') + "/x", "a\n"}) {
    INFO(text);
    CHECK(!model::is_label_key(text));
  }
}

TEST_CASE("label values may be empty") {
  CHECK(model::is_label_value(""));
  CHECK(model::is_label_value("A_b.c-9"));
  CHECK(model::is_label_value(of(63)));
  for (const std::string& text : std::vector<std::string>{"_", "a_", ".a", "a b", "a/b", "a\n", std::string(64, 'a')}) {
    INFO(text);
    CHECK(!model::is_label_value(text));
  }
}

TEST_CASE("label_key_error lists every error of a key") {
  CHECK(model::label_key_error(of(64)) == "name part must be no more than 63 characters");
  CHECK(model::label_key_error("a/b/c").ends_with(
      "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"));
  const std::string both = model::label_key_error("/");
  CHECK(both.starts_with("prefix part must be non-empty; name part must be non-empty; name part must consist of"));
  CHECK(model::label_key_error(of(254) + "/x") == "prefix part must be no more than 253 characters");
}
