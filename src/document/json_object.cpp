// SPDX-License-Identifier: Apache-2.0
// simdjson's On-Demand walk, once over the whole object. Every token that is walked is checked here: On-Demand itself
// only checks what it is asked for. Scalars are taken as raw tokens, so that numbers keep their text and strings
// without escapes stay where they are.
#include "document/json_object.hpp"

#include "document/json_text.hpp"
#include "document/skipped_members.hpp"
#include "document/utf8.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstring>
#include <simdjson.h>

namespace document {

namespace ondemand = simdjson::ondemand;

namespace {

constexpr std::size_t k_kept_capacity = 16 * 1024 * 1024;

class Walker {
public:
  explicit Walker(Tree& tree) : m_tree(tree) {}

  bool object(ondemand::object object, int depth) {
    if (depth > k_max_depth) { return too_deep(); }
    m_tree.begin_object();
    for (auto result : object) {
      ondemand::field field;
      if (const auto error = std::move(result).get(field)) { return fail(error); }
      const std::string_view token = field.value().raw_json_token();
      std::string_view key = key_before(field.key().raw(), token);
      if (!unescape(key)) { return false; }
      if (is_skipped_member(key)) { continue; }
      m_tree.key(key);
      if (!value(field.value(), token, depth)) { return false; }
    }
    m_tree.end();
    return true;
  }

  bool is_too_deep() const { return m_too_deep; }
  const std::string& failure() const { return m_failure; }
  bool fail(simdjson::error_code error) { return fail(simdjson::error_message(error)); }

private:
  bool array(ondemand::array array, int depth) {
    if (depth > k_max_depth) { return too_deep(); }
    m_tree.begin_array();
    for (auto result : array) {
      ondemand::value element;
      if (const auto error = std::move(result).get(element)) { return fail(error); }
      if (!value(element, element.raw_json_token(), depth)) { return false; }
    }
    m_tree.end();
    return true;
  }

  bool value(ondemand::value value, std::string_view token, int depth) {
    m_at = token;
    switch (token.front()) {
    case '{': {
      ondemand::object inner;
      if (const auto error = value.get_object().get(inner)) { return fail(error); }
      return object(inner, depth + 1);
    }
    case '[': {
      ondemand::array inner;
      if (const auto error = value.get_array().get(inner)) { return fail(error); }
      return array(inner, depth + 1);
    }
    case '"':
      // Taken, so that On-Demand does not have to find out what it is in order to skip it.
      if (const auto error = value.get_raw_json_string().error()) { return fail(error); }
      return string(trimmed(token));
    default: return bare(trimmed(token));
    }
  }

  static std::string_view trimmed(std::string_view token) {
    while (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t') {
      token.remove_suffix(1);
    }
    return token;
  }

  // A string with its quotes. The first stage has made sure that it is closed and has no control characters.
  bool string(std::string_view token) {
    if (token.size() < 2 || token.back() != '"') { return fail("a string is followed by something"); }
    std::string_view text = token.substr(1, token.size() - 2);
    if (!unescape(text)) { return false; }
    m_tree.string(text);
    return true;
  }

  bool unescape(std::string_view& text) {
    if (!has_backslash(text)) { return true; }
    const auto plain = without_escapes(text, m_tree);
    if (!plain) { return fail("a string holds an escape that JSON does not have"); }
    text = *plain;
    return true;
  }

  bool bare(std::string_view token) {
    if (is_json_number(token)) {
      m_tree.number(token);
    } else if (token == "true" || token == "false") {
      m_tree.boolean(token == "true");
    } else if (token == "null") {
      m_tree.null();
    } else {
      return fail("it is no value");
    }
    return true;
  }

  // simdjson says where a key begins, and that only a colon and blanks stand between its end and the value.
  static std::string_view key_before(const char* start, std::string_view value) {
    const char* end = value.data() - 1;
    while (*end != '"') { --end; }
    return {start, static_cast<std::size_t>(end - start)};
  }

  bool too_deep() {
    m_too_deep = true;
    return fail(util::concat("it is nested more than ", k_max_depth, " levels deep"));
  }

  bool fail(std::string_view why) {
    m_failure = why;
    if (!m_too_deep && !m_at.empty()) { m_failure = util::concat(why, ", near ", m_at.substr(0, k_shown)); }
    return false;
  }

  static constexpr std::size_t k_shown = 40;

  Tree& m_tree;
  std::string_view m_at; // the token being read
  std::string m_failure;
  bool m_too_deep = false;
};

} // namespace

struct JsonParser::Simdjson {
  // Doubling, so that objects that slowly grow do not allocate each time.
  void reserve(std::size_t bytes) {
    if (parser.capacity() > k_kept_capacity && bytes <= k_kept_capacity) { parser = ondemand::parser(); }
    if (parser.capacity() < bytes && parser.allocate(std::max({bytes, 2 * parser.capacity(), k_first_capacity})) != 0) {
      throw std::bad_alloc();
    }
  }

  static constexpr std::size_t k_first_capacity = 64 * 1024;
  ondemand::parser parser{simdjson::SIMDJSON_MAXSIZE_BYTES};
};

JsonParser::JsonParser() : m_simdjson(std::make_unique<Simdjson>()) {}
JsonParser::~JsonParser() = default;

JsonResult JsonParser::parse(std::string_view text, std::size_t capacity, Tree& tree) {
  tree.clear();
  m_was_repaired = false;
  m_simdjson->reserve(text.size());
  ondemand::document document;
  auto error = m_simdjson->parser.iterate(simdjson::padded_string_view(text, capacity)).get(document);
  if (error == simdjson::UTF8_ERROR) {
    m_repaired_text = repaired_utf8(text);
    const std::size_t size = m_repaired_text.size();
    m_repaired_text.append(simdjson::SIMDJSON_PADDING, ' ');
    m_was_repaired = true;
    m_simdjson->reserve(size);
    error = m_simdjson->parser.iterate(m_repaired_text.data(), size, m_repaired_text.size()).get(document);
  }
  Walker walker(tree);
  ondemand::object root;
  if (error == simdjson::SUCCESS) { error = document.get_object().get(root); }
  const bool ok = error == simdjson::SUCCESS ? walker.object(root, 1) : walker.fail(error);
  if (ok && document.current_location().error() == simdjson::OUT_OF_BOUNDS) { return JsonResult::Ok; }
  m_failure = ok ? "something follows the object" : walker.failure();
  return walker.is_too_deep() ? JsonResult::TooDeep : JsonResult::Syntax;
}

} // namespace document
