// SPDX-License-Identifier: Apache-2.0
// The text form of label selectors: tokens first, then one function per rule of the grammar. The error sentences are
// apimachinery's (pkg/labels, Parse), because people search for them.
#include "model/labels.hpp"
#include "model/name_errors.hpp"
#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <set>

namespace model {

namespace {

enum class Token : std::uint8_t { End, Open, Close, Comma, Not, Equal, DoubleEqual, NotEqual, Greater, Less, Word };

struct Item {
  Token token = Token::End;
  std::string_view text;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_symbol(char c) { return std::string_view("=!(),><").find(c) != std::string_view::npos; }

Token symbol_token(std::string_view text) {
  if (text == "==") { return Token::DoubleEqual; }
  if (text == "!=") { return Token::NotEqual; }
  switch (text.front()) {
  case '(': return Token::Open;
  case ')': return Token::Close;
  case ',': return Token::Comma;
  case '!': return Token::Not;
  case '=': return Token::Equal;
  case '>': return Token::Greater;
  default: return Token::Less;
  }
}

Item take_item(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) { rest.remove_prefix(1); }
  if (rest.empty()) { return {}; }
  std::size_t length = 1;
  if (is_symbol(rest.front())) {
    if (rest.starts_with("==") || rest.starts_with("!=")) { length = 2; }
  } else {
    while (length < rest.size() && !is_blank(rest[length]) && !is_symbol(rest[length])) { ++length; }
  }
  const std::string_view text = rest.substr(0, length);
  rest.remove_prefix(length);
  return {is_symbol(text.front()) ? symbol_token(text) : Token::Word, text};
}

std::vector<Item> tokenize(std::string_view text) {
  std::vector<Item> items;
  do { items.push_back(take_item(text)); } while (items.back().token != Token::End);
  return items;
}

std::string quoted(std::string_view text) { return util::concat('"', text, '"'); }

// Thrown inside this file only, as in the original's chain of returned errors; parse() catches it.
struct Refusal {
  std::string sentence;
};

class Parser {
public:
  using Requirement = ParsedSelector::OwnedRequirement;

  explicit Parser(std::string_view text) : m_items(tokenize(text)) {}

  std::vector<Requirement> requirements() {
    std::vector<Requirement> found;
    if (peek().token == Token::End) { return found; }
    if (peek().token != Token::Word && peek().token != Token::Not) {
      throw Refusal{util::concat("found '", peek().text, "', expected: !, identifier, or 'end of string'")};
    }
    while (true) {
      found.push_back(prefixed_requirement());
      const Item after = take();
      if (after.token == Token::End) { return found; }
      if (after.token != Token::Comma) {
        throw Refusal{util::concat("found '", after.text, "', expected: ',' or 'end of string'")};
      }
      if (peek().token != Token::Word && peek().token != Token::Not) {
        throw Refusal{util::concat("found '", peek().text, "', expected: identifier after ','")};
      }
    }
  }

private:
  const Item& peek() const { return m_items[m_next]; }
  Item take() {
    const Item item = m_items[m_next];
    if (item.token != Token::End) { ++m_next; }
    return item;
  }

  bool take_if(Token token) {
    if (peek().token != token) { return false; }
    take();
    return true;
  }

  Requirement prefixed_requirement() {
    try {
      return requirement();
    } catch (Refusal& refusal) {
      throw Refusal{"unable to parse requirement: " + refusal.sentence};
    }
  }

  Requirement requirement() {
    const bool negated = peek().token == Token::Not;
    if (negated) { take(); }
    const Item key = take();
    if (key.token != Token::Word) { throw Refusal{util::concat("found '", key.text, "', expected: identifier")}; }
    if (const std::string complaint = label_key_error(key.text); !complaint.empty()) {
      throw Refusal{util::concat("<nil>: Invalid value: ", quoted(key.text), ": ", complaint)};
    }
    Requirement result{std::string(key.text), SelectorOperator::DoesNotExist, {}};
    if (negated) { return result; }
    if (peek().token == Token::End || peek().token == Token::Comma) {
      result.op = SelectorOperator::Exists;
      return result;
    }
    const Item op = take();
    result.op = operator_of(op);
    const bool is_list = op.token == Token::Word;
    const std::set<std::string_view> values = is_list ? list() : exact_value();
    result.values.assign(values.begin(), values.end());
    check_values(result);
    return result;
  }

  static SelectorOperator operator_of(const Item& item) {
    switch (item.token) {
    case Token::Equal:
    case Token::DoubleEqual: return SelectorOperator::In;
    case Token::NotEqual: return SelectorOperator::NotIn;
    case Token::Greater: return SelectorOperator::Gt;
    case Token::Less: return SelectorOperator::Lt;
    case Token::Word:
      if (item.text == "in") { return SelectorOperator::In; }
      if (item.text == "notin") { return SelectorOperator::NotIn; }
      break;
    default: break;
    }
    throw Refusal{util::concat("found '", item.text, "', expected: in, notin, =, ==, !=, gt, lt")};
  }

  std::set<std::string_view> exact_value() {
    if (peek().token == Token::End || peek().token == Token::Comma) { return {""}; }
    const Item value = take();
    if (value.token != Token::Word) { throw Refusal{util::concat("found '", value.text, "', expected: identifier")}; }
    return {value.text};
  }

  std::set<std::string_view> list() {
    if (const Item open = take(); open.token != Token::Open) {
      throw Refusal{util::concat("found '", open.text, "' expected: '('")};
    }
    switch (peek().token) {
    case Token::Word:
    case Token::Comma: return list_items();
    case Token::Close: take(); return {""};
    default: throw Refusal{util::concat("found '", peek().text, "', expected: ',', ')' or identifier")};
    }
  }

  // Values up to and including ')'. An empty place stands for "": after '(', between two commas, before ')'; but two
  // commas must be followed by a value, as upstream's parseIdentifiersList has it.
  std::set<std::string_view> list_items() {
    std::set<std::string_view> values;
    while (true) {
      const Item item = take();
      if (item.token == Token::Word) {
        values.insert(item.text);
        if (take_if(Token::Close)) { return values; }
        if (peek().token != Token::Comma) {
          throw Refusal{util::concat("found '", peek().text, "', expected: ',' or ')'")};
        }
      } else if (item.token == Token::Comma) {
        if (values.empty()) { values.insert(""); }
        const bool last = take_if(Token::Close);
        if (last || take_if(Token::Comma)) { values.insert(""); }
        if (last) { return values; }
      } else {
        throw Refusal{util::concat("found '", item.text, "', expected: ',', or identifier")};
      }
    }
  }

  // What NewRequirement checks. Several complaints are printed as a list in brackets, as Go's aggregates are.
  static void check_values(const Requirement& requirement) {
    std::vector<std::string> complaints;
    const bool integer = requirement.op == SelectorOperator::Gt || requirement.op == SelectorOperator::Lt;
    for (std::size_t i = 0; i < requirement.values.size(); ++i) {
      const std::string& value = requirement.values[i];
      if (integer && !util::parse_int64(value)) {
        complaints.push_back(util::concat("values[", i, "]: Invalid value: ", quoted(value),
                                          ": for 'Gt', 'Lt' operators, the value must be an integer"));
      }
      if (const std::string complaint = label_value_error(value); !complaint.empty()) {
        complaints.push_back(util::concat("values[", i, "][", requirement.key, "]: Invalid value: ", quoted(value),
                                          ": ", complaint));
      }
    }
    if (complaints.empty()) { return; }
    if (complaints.size() == 1) { throw Refusal{complaints.front()}; }
    std::string all;
    for (const std::string& complaint : complaints) { all += (all.empty() ? "" : ", ") + complaint; }
    throw Refusal{"[" + all + "]"};
  }

  std::vector<Item> m_items; // ends with Token::End
  std::size_t m_next = 0;
};

} // namespace

std::optional<ParsedSelector> ParsedSelector::parse(std::string_view text, std::string& error) {
  try {
    ParsedSelector parsed;
    parsed.m_requirements = Parser(text).requirements();
    std::ranges::stable_sort(parsed.m_requirements, {}, &OwnedRequirement::key);
    return parsed;
  } catch (Refusal& refusal) {
    error = std::move(refusal.sentence);
    return std::nullopt;
  }
}

} // namespace model
