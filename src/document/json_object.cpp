// SPDX-License-Identifier: Apache-2.0
// simdjson's On-Demand walk, once over the whole object. Every token that is walked is checked here, but for what nobody
// wants: On-Demand itself only checks what it is asked for. Scalars are taken as raw tokens, so that numbers keep their text and strings
// without escapes stay where they are.
#include "document/json_object.hpp"

#include "document/json_text.hpp"
#include "document/skipped_members.hpp"
#include "document/utf8.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <simdjson.h>
#include <vector>

namespace document {

namespace ondemand = simdjson::ondemand;

namespace {

constexpr std::size_t k_kept_capacity = std::size_t{16} * 1024 * 1024;

// Walks without recursion: how deep a text goes must not decide how much stack there has to be.
class Walker {
 public:
  using WantedOfKind = std::function<const Wanted*(TypeMeta)>;

  // `wanted_of` may be empty: then all is wanted.
  Walker(Tree& tree, WantedOfKind wanted_of, TypeMeta inherited)
      : m_tree(tree), m_wanted_of(std::move(wanted_of)), m_inherited(inherited) {}

  bool walk(ondemand::object root) {
    if (!begin(root)) { return false; }
    while (!m_levels.empty()) {
      const std::size_t depth = m_levels.size();
      Level& level = m_levels.back();
      const bool ok = level.is_object ? next_member(level.members) : next_element(level.elements);
      if (!ok) { return false; }
      // A level that began or ended has its own turn; its parent goes on when it has ended.
      if (m_levels.size() < depth && depth > 1) { advance(m_levels.back()); }
    }
    return true;
  }

  // Whether what was left out was left out for the wrong kind: what the object is came too late.
  bool has_misjudged() const { return m_judged_as && *m_judged_as != own_or_inherited(); }
  bool is_too_deep() const { return m_too_deep; }
  const std::string& failure() const { return m_failure; }
  bool fail(simdjson::error_code error) { return fail(simdjson::error_message(error)); }

 private:
  struct Level {
    bool is_object = false;
    const Wanted* wanted = nullptr; // of an array, of each of its elements
    ondemand::object_iterator members{};
    ondemand::array_iterator elements{};
  };

  static void advance(Level& level) {
    if (level.is_object) {
      ++level.members;
    } else {
      ++level.elements;
    }
  }

  // Reads scalars until the object ends or something begins in it.
  bool next_member(ondemand::object_iterator& at) {
    for (; at != ondemand::object_iterator(); ++at) {
      ondemand::field field;
      if (const auto error = (*at).get(field)) { return fail(error); }
      const std::string_view token = field.value().raw_json_token();
      std::string_view key = key_before(field.key().raw(), token);
      const Wanted* below = nullptr;
      if (!is_wanted(key, token, below)) { // or it is, spelled with escapes
        if (!has_backslash(key)) { continue; }
        if (!unescape(key)) { return false; }
        if (!is_wanted(key, token, below)) { continue; }
      } else if (!unescape(key)) {
        return false;
      }
      if (is_skipped_member(key)) { continue; }
      m_tree.key(key);
      if (begins_level(token)) { return begin_level(field.value(), token, below); }
      if (!scalar(field.value(), token)) { return false; }
    }
    return end();
  }

  bool is_wanted(std::string_view key, std::string_view token, const Wanted*& below) {
    if (m_levels.size() == 1 && m_wanted_of) {
      if (key == "kind" || key == "apiVersion") {
        (key == "kind" ? m_own.kind : m_own.api_version) = content(token);
        return true;
      }
      if (!m_is_judged) { judge(); }
    }
    const Wanted* const wanted = m_levels.back().wanted;
    if (wanted == nullptr) { return true; }
    const Wanted::Member* const member = wanted->find(key);
    if (member != nullptr) { below = member->below; }
    return member != nullptr;
  }

  // By what is known of the object when its first other member comes.
  void judge() {
    m_is_judged = true;
    const bool knows_own = !m_own.kind.empty() && !m_own.api_version.empty();
    const bool leaves_it = m_own.kind.empty() && m_own.api_version.empty() && !m_inherited.kind.empty();
    if (!knows_own && !leaves_it) { return; }
    m_judged_as = own_or_inherited();
    const Wanted* const wanted = m_wanted_of(*m_judged_as);
    m_levels.back().wanted = wanted == nullptr ? nullptr : wanted->as_object();
  }

  // As Items::emit takes it.
  TypeMeta own_or_inherited() const { return m_own.kind.empty() && m_own.api_version.empty() ? m_inherited : m_own; }

  static std::string_view content(std::string_view token) {
    token = trimmed(token);
    const bool is_text = token.size() >= 2 && token.front() == '"';
    return is_text ? token.substr(1, token.size() - 2) : std::string_view();
  }

  bool next_element(ondemand::array_iterator& at) {
    for (; at != ondemand::array_iterator(); ++at) {
      ondemand::value element;
      if (const auto error = (*at).get(element)) { return fail(error); }
      const std::string_view token = element.raw_json_token();
      if (begins_level(token)) { return begin_level(element, token, m_levels.back().wanted); }
      if (!scalar(element, token)) { return false; }
    }
    return end();
  }

  static bool begins_level(std::string_view token) { return token.front() == '{' || token.front() == '['; }

  bool begin_level(ondemand::value value, std::string_view token, const Wanted* wanted) {
    m_at = token;
    if (m_levels.size() == k_max_depth) {
      m_too_deep = true;
      return fail(util::concat("it is nested more than ", k_max_depth, " levels deep"));
    }
    if (token.front() == '[') {
      ondemand::array array;
      if (const auto error = value.get_array().get(array)) { return fail(error); }
      m_levels.emplace_back().wanted = wanted == nullptr ? nullptr : wanted->of_elements();
      m_tree.begin_array();
      return check(array.begin().get(m_levels.back().elements));
    }
    ondemand::object object;
    if (const auto error = value.get_object().get(object)) { return fail(error); }
    return begin(object, wanted == nullptr ? nullptr : wanted->as_object());
  }

  bool begin(ondemand::object object, const Wanted* wanted = nullptr) {
    Level& level = m_levels.emplace_back();
    level.is_object = true;
    level.wanted = wanted;
    m_tree.begin_object();
    return check(object.begin().get(m_levels.back().members));
  }

  bool end() {
    m_tree.end();
    m_levels.pop_back();
    return true;
  }

  bool check(simdjson::error_code error) { return error == simdjson::SUCCESS || fail(error); }

  bool scalar(ondemand::value value, std::string_view token) {
    m_at = token;
    if (token.front() != '"') { return bare(trimmed(token)); }
    // Taken, so that On-Demand does not have to find out what it is in order to skip it.
    if (const auto error = value.get_raw_json_string().error()) { return fail(error); }
    return string(trimmed(token));
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

  bool fail(std::string_view why) {
    m_failure = why;
    if (!m_too_deep && !m_at.empty()) { m_failure = util::concat(why, ", near ", m_at.substr(0, k_shown)); }
    return false;
  }

  static constexpr std::size_t k_shown = 40;

  Tree& m_tree;
  WantedOfKind m_wanted_of;
  TypeMeta m_inherited, m_own;
  bool m_is_judged = false;
  std::optional<TypeMeta> m_judged_as;
  std::vector<Level> m_levels;
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

  static constexpr std::size_t k_first_capacity = std::size_t{64} * 1024;
  ondemand::parser parser{simdjson::SIMDJSON_MAXSIZE_BYTES};
};

JsonParser::JsonParser() : m_simdjson(std::make_unique<Simdjson>()) {}
JsonParser::~JsonParser() = default;

JsonResult JsonParser::parse(std::string_view text, std::size_t capacity, Tree& tree) {
  tree.clear();
  return append(text, capacity, {}, {}, tree);
}

JsonResult JsonParser::append(std::string_view text, std::size_t capacity, const WantedOf& wanted_of,
                              TypeMeta inherited, Tree& tree) {
  const std::size_t start = tree.node_count();
  m_was_repaired = false;
  m_simdjson->reserve(text.size());
  ondemand::document document;
  auto error = m_simdjson->parser.iterate(simdjson::padded_string_view(text, capacity)).get(document);
  if (error == simdjson::UTF8_ERROR) {
    const std::string repaired = repaired_utf8(text);
    char* const kept = tree.room(repaired.size() + simdjson::SIMDJSON_PADDING);
    std::fill_n(std::ranges::copy(repaired, kept).out, simdjson::SIMDJSON_PADDING, ' ');
    m_was_repaired = true;
    m_simdjson->reserve(repaired.size());
    error = m_simdjson->parser.iterate(kept, repaired.size(), repaired.size() + simdjson::SIMDJSON_PADDING)
                .get(document);
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
  ondemand::object root;
  if (error == simdjson::SUCCESS) { error = document.get_object().get(root); }
  const bool ok = error == simdjson::SUCCESS ? walker.walk(root) : walker.fail(error);
  if (ok && walker.has_misjudged()) {
    tree.take_back(start);
    return append(text, capacity, {}, {}, tree);
  }
  if (ok && document.current_location().error() == simdjson::OUT_OF_BOUNDS) { return JsonResult::Ok; }
  m_failure = ok ? "something follows the object" : walker.failure();
  tree.take_back(start);
  return walker.is_too_deep() ? JsonResult::TooDeep : JsonResult::Syntax;
}

} // namespace document
