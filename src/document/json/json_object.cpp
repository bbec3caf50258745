// SPDX-License-Identifier: Apache-2.0
// One walk over the index of the text, without recursion: the depth of a text must not decide the size of the stack.
// Checks every token, except in unwanted values, where it only counts brackets. It does not convert scalars, so numbers
// keep their text and strings without escapes stay in place.
#include "document/json/json_object.hpp"

#include "document/bytes/json_text.hpp"
#include "document/bytes/utf8.hpp"
#include "document/json/json_index.hpp"
#include "document/json/skipped_members.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace document {

namespace {

constexpr std::size_t k_few_levels = 32;

class Walker {
 public:
  using WantedOfKind = std::function<const Wanted*(TypeMeta)>;

  // If `wanted_of` is empty, everything is wanted.
  Walker(Tree& tree, WantedOfKind wanted_of, TypeMeta inherited)
      : m_tree(tree), m_wanted_of(std::move(wanted_of)), m_inherited(inherited) {
    m_levels.reserve(k_few_levels);
  }

  bool walk(std::string_view text, std::span<const std::uint32_t> index) {
    m_text = text.data();
    m_next = index.data();
    m_end = index.data() + index.size();
    if (take() != '{') { return fail("it is no object"); }
    begin(nullptr, true);
    while (!m_levels.empty()) {
      if (!(m_levels.back().is_object ? next_member() : next_element())) { return false; }
    }
    return m_next == m_end || fail("something follows the object");
  }

  // True if members were left out for the wrong kind, because the object's kind came too late.
  bool has_misjudged() const { return m_judged_as && *m_judged_as != own_or_inherited(m_own, m_inherited); }
  bool is_too_deep() const { return m_too_deep; }
  const std::string& failure() const { return m_failure; }

 private:
  struct Level {
    bool is_object = false;
    bool is_begun = false;          // a member or element of it was read
    const Wanted* wanted = nullptr; // of an array: for each of its elements
  };

  // The character at the next entry of the index, which becomes m_start; 0 after the last.
  char take() {
    if (m_next == m_end) { return 0; }
    m_start = m_text + *m_next++;
    return *m_start;
  }

  // The token that starts at the current entry, up to the next one, without trailing blanks.
  std::string_view token() const {
    const char* end = m_text + *m_next; // the size of the text follows the last entry
    while (is_blank(end[-1])) { --end; }
    return {m_start, static_cast<std::size_t>(end - m_start)};
  }
  static bool is_blank(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

  // Takes the text before a member or an element: nothing or a comma; or the end of the level.
  enum class Turn { Goes, Ends, Fails };
  Turn turn(char closing, char& first) {
    Level& level = m_levels.back();
    first = take();
    if (first == closing) { return Turn::Ends; }
    if (!std::exchange(level.is_begun, true)) { return Turn::Goes; }
    if (first != ',') { return Turn::Fails; }
    first = take();
    return Turn::Goes;
  }

  // Reads scalars until the object ends or a nested value begins.
  bool next_member() {
    for (;;) {
      char first = 0;
      const Turn next = turn('}', first);
      if (next == Turn::Ends) { return end(); }
      if (next == Turn::Fails) { return fail("a comma or } is missing"); }
      if (first != '"') { return fail("a key in double quotes is missing"); }
      std::string_view key = token();
      if (key.size() < 2 || key.back() != '"') { return fail("a key is followed by something"); }
      key = key.substr(1, key.size() - 2);
      if (take() != ':') { return fail("a colon is missing"); }
      first = take();
      if (!begins_value(first)) { return fail("a value is missing"); }
      const Wanted* below = nullptr;
      if (!is_wanted(key, first, below)) { // or it is wanted, but spelled with escapes
        bool skips = !has_backslash(key);
        if (!skips) {
          if (!unescape(key)) { return false; }
          skips = !is_wanted(key, first, below);
        }
        if (skips) {
          if (!skip(first)) { return false; }
          continue;
        }
      } else if (!unescape(key)) {
        return false;
      }
      m_tree.key(key);
      if (begins_level(first)) { return begin_level(first, below); }
      if (!scalar(first)) { return false; }
    }
  }

  bool next_element() {
    for (;;) {
      char first = 0;
      const Turn next = turn(']', first);
      if (next == Turn::Ends) { return end(); }
      if (next == Turn::Fails) { return fail("a comma or ] is missing"); }
      if (!begins_value(first)) { return fail("a value is missing"); }
      if (begins_level(first)) { return begin_level(first, m_levels.back().wanted); }
      if (!scalar(first)) { return false; }
    }
  }

  // These decide by the first character. Any other one begins a scalar, or nothing valid.
  static bool begins_level(char first) { return first == '{' || first == '['; }
  static bool begins_value(char first) {
    return first != 0 && first != ',' && first != ':' && first != '}' && first != ']';
  }

  // Skips the rest of an unwanted value.
  bool skip(char first) {
    if (!begins_level(first)) { return true; }
    for (int open = 1; open > 0; ++m_next) {
      if (m_next == m_end) { return fail("it ends too early"); }
      const int folded = m_text[*m_next] | 0x20; // '[' and '{' become '{', ']' and '}' become '}'
      open += static_cast<int>(folded == '{') - static_cast<int>(folded == '}');
    }
    return true;
  }

  bool is_wanted(std::string_view key, char first, const Wanted*& below) {
    if (m_levels.size() == 1 && m_wanted_of && says_what_it_is(key, first)) { return true; }
    Level& level = m_levels.back();
    if (level.wanted == nullptr) { return !is_skipped_member(key); }
    const Wanted::Member* const member = level.wanted->find(key);
    if (member != nullptr) { below = member->below; }
    return member != nullptr;
  }

  // True if a member of the object itself is kind or apiVersion; keeps its value.
  [[gnu::noinline]] bool says_what_it_is(std::string_view key, char first) {
    if (key == "kind" || key == "apiVersion") {
      (key == "kind" ? m_own.kind : m_own.api_version) = content(first);
      return true;
    }
    if (!m_is_judged) { judge(); }
    return false;
  }

  // Decides by the fields that came before the first other member.
  void judge() {
    m_is_judged = true;
    const bool knows_own = !m_own.kind.empty() && !m_own.api_version.empty();
    const bool leaves_it = m_own.kind.empty() && m_own.api_version.empty() && !m_inherited.kind.empty();
    if (!knows_own && !leaves_it) { return; }
    m_judged_as = own_or_inherited(m_own, m_inherited);
    const Wanted* const wanted = m_wanted_of(*m_judged_as);
    m_levels.back().wanted = wanted == nullptr ? nullptr : wanted->as_object();
  }

  // Content of the current string; empty if it is no string.
  std::string_view content(char first) const {
    const std::string_view text = first == '"' ? token() : std::string_view();
    return text.size() >= 2 ? text.substr(1, text.size() - 2) : std::string_view();
  }

  bool begin_level(char first, const Wanted* wanted) {
    if (m_levels.size() == k_max_depth) {
      m_too_deep = true;
      return fail(util::concat("it is nested more than ", k_max_depth, " levels deep"));
    }
    const bool is_object = first == '{';
    if (wanted != nullptr) { wanted = is_object ? wanted->as_object() : wanted->of_elements(); }
    begin(wanted, is_object);
    return true;
  }

  void begin(const Wanted* wanted, bool is_object) {
    m_levels.push_back({is_object, false, wanted});
    m_tree.begin(is_object ? Type::Object : Type::Array, m_start);
  }

  bool end() {
    m_tree.end(m_start + 1);
    m_levels.pop_back();
    return true;
  }

  bool scalar(char first) {
    const std::string_view text = token();
    m_at = text;
    if (first != '"') { return bare(text); }
    // The index has already checked that the string ends and has no control characters.
    if (text.size() < 2 || text.back() != '"') { return fail("a string is followed by something"); }
    std::string_view inside = text.substr(1, text.size() - 2);
    if (!unescape(inside)) { return false; }
    m_tree.string(inside);
    return true;
  }

  bool unescape(std::string_view& text) {
    if (!has_backslash(text)) { return true; }
    const auto plain = without_escapes(text, m_tree);
    if (!plain) { return fail("a string holds an escape that JSON does not have"); }
    text = *plain;
    return true;
  }

  bool bare(std::string_view text) {
    if (is_json_number(text)) {
      m_tree.number(text);
    } else if (text == "true" || text == "false") {
      m_tree.boolean(text == "true");
    } else if (text == "null") {
      m_tree.null();
    } else {
      return fail("it is no value");
    }
    return true;
  }

  bool fail(std::string_view why) {
    m_failure = why;
    if (!m_too_deep && !m_at.empty()) { m_failure = util::concat(why, ", near ", m_at.substr(0, k_shown)); }
    return false;
  }

  static constexpr std::size_t k_shown = 40;

  Tree& m_tree;
  WantedOfKind m_wanted_of;
  TypeMeta m_inherited, m_own;
  const char* m_text = nullptr;
  const std::uint32_t *m_next = nullptr, *m_end = nullptr; // in the index
  const char* m_start = nullptr;                           // position of the current entry
  bool m_is_judged = false;
  std::optional<TypeMeta> m_judged_as;
  std::vector<Level> m_levels;
  std::string_view m_at; // the last scalar
  std::string m_failure;
  bool m_too_deep = false;
};

} // namespace

JsonParser::JsonParser() = default;
JsonParser::~JsonParser() = default;

JsonResult JsonParser::parse(std::string_view text, Tree& tree) {
  tree.clear();
  return append(text, {}, {}, tree);
}

JsonResult JsonParser::append(std::string_view text, const WantedOf& wanted_of, TypeMeta inherited, Tree& tree) {
  const std::size_t start = tree.node_count();
  JsonIndex::Result indexed = m_index.read(text);
  m_was_repaired = indexed == JsonIndex::Result::NoUtf8;
  if (m_was_repaired) {
    const std::string repaired = repaired_utf8(text);
    char* const kept = tree.room(repaired.size() + k_padding);
    std::fill_n(std::ranges::copy(repaired, kept).out, k_padding, ' ');
    text = {kept, repaired.size()};
    indexed = m_index.read(text);
  }
  if (indexed != JsonIndex::Result::Ok) {
    m_failure = m_index.failure();
    return JsonResult::Syntax;
  }
  Walker::WantedOfKind wanted_of_kind;
  if (wanted_of) {
    wanted_of_kind = [&](TypeMeta type) {
      if (type.kind != m_last_kind.kind || type.api_version != m_last_kind.api_version) {
        m_last_kind = {std::string(type.api_version), std::string(type.kind), wanted_of(type.api_version, type.kind)};
      }
      return m_last_kind.wanted;
    };
  }
  Walker walker(tree, std::move(wanted_of_kind), inherited);
  const bool ok = walker.walk(text, m_index.offsets());
  if (ok && !walker.has_misjudged()) { return JsonResult::Ok; }
  tree.take_back(start);
  if (ok) { return append(text, {}, {}, tree); }
  m_failure = walker.failure();
  return walker.is_too_deep() ? JsonResult::TooDeep : JsonResult::Syntax;
}

} // namespace document
