// SPDX-License-Identifier: Apache-2.0
// Files under tests/data/vectors: answers of kubectl and client-go, one case per line.
//
//   support::Vectors("age.json").for_each("cases", [](const support::Case& row) {
//     CHECK(model::age_text(row.number("seconds")) == row.text("age"));
//   });
#pragma once

#include "support/catch.hpp"

#include <simdjson.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace support {

// One case: an object with the fields that tests/data/vectors/README.md describes.
class Case {
 public:
  explicit Case(simdjson::dom::element fields) : m_fields(fields) {}

  bool has(std::string_view key) const { return m_fields[key].error() == simdjson::SUCCESS; }
  bool is_text(std::string_view key) const { return m_fields[key].is_string(); }
  bool is_null(std::string_view key) const { return m_fields[key].is_null(); }
  bool flag(std::string_view key) const { return m_fields[key].get_bool().value(); }
  double number(std::string_view key) const { return m_fields[key].get_double().value(); }
  std::string text(std::string_view key) const { return std::string(m_fields[key].get_string().value()); }
  simdjson::dom::element raw(std::string_view key) const { return m_fields[key].value(); }

  // An integer, which the file holds as a number or, if it is large, as a string.
  std::string integer(std::string_view key) const {
    return is_text(key) ? text(key) : std::to_string(m_fields[key].get_int64().value());
  }

  std::string json() const { return simdjson::minify(m_fields); }

 private:
  simdjson::dom::element m_fields;
};

class Vectors {
 public:
  explicit Vectors(const std::string& file)
      : m_root(m_parser.load(std::string(GANG_TEST_DATA) + "/vectors/" + file).value()) {}

  // Runs `test` on every case of the list, and fails if the list is empty.
  template <typename Test>
  void for_each(std::string_view list, Test test) const {
    const simdjson::dom::array cases = m_root[list].get_array().value();
    std::size_t run = 0;
    for (const simdjson::dom::element fields : cases) {
      const Case row(fields);
      INFO("case " << row.json());
      test(row);
      ++run;
    }
    REQUIRE(run > 0);
    REQUIRE(run == cases.size());
  }

 private:
  simdjson::dom::parser m_parser;
  simdjson::dom::element m_root;
};

} // namespace support
