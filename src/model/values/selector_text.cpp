// SPDX-License-Identifier: Apache-2.0
// The text form of label selectors: tokens first, then one function per rule of the grammar. The error sentences are
// apimachinery's (pkg/labels, Parse), because people search for them.
#include "model/values/labels.hpp"
#include "model/values/name_errors.hpp"
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
  case '(':
    return Token::Open;
  case ')':
    return Token::Close;
  case ',':
    return Token::Comma;
  case '!':
    return Token::Not;
  case '=':
    return Token::Equal;
  case '>':
    return Token::Greater;
  default:
    return Token::Less;
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

// One function for each rule. Each parses its part and returns false on failure; error() keeps the first complaint.
class Parser {
 public:
  using Requirement = ParsedSelector::OwnedRequirement;

  explicit Parser(std::string_view text) : m_items(tokenize(text)) {}

  bool requirements(std::vector<Requirement>& found) {
    if (peek().token == Token::End) { return true; }
    if (!at_requirement()) { return refuse(util::concat(found_next(), "!, identifier, or 'end of string'")); }
    while (true) {
      if (!requirement(found.emplace_back())) {
        m_error.insert(0, "unable to parse requirement: ");
        return false;
      }
      if (peek().token == Token::End) { return true; }
      if (peek().token != Token::Comma) { return refuse(util::concat(found_next(), "',' or 'end of string'")); }
      take();
      if (!at_requirement()) { return refuse(util::concat(found_next(), "identifier after ','")); }
    }
  }

  const std::string& error() const { return m_error; }

 private:
  const Item& peek() const { return m_items[m_next]; }
  bool at_requirement() const { return peek().token == Token::Word || peek().token == Token::Not; }
  std::string found_next() const { return util::concat("found '", peek().text, "', expected: "); }

  bool refuse(std::string sentence) {
    m_error = std::move(sentence);
    return false;
  }

  Item take() {
    const Item item = peek();
    if (item.token != Token::End) { ++m_next; }
    return item;
  }

  bool take_if(Token token) {
    if (peek().token != token) { return false; }
    take();
    return true;
  }

  bool requirement(Requirement& result) {
    const bool negated = take_if(Token::Not);
    if (!key(result.key)) { return false; }
    if (negated || peek().token == Token::End || peek().token == Token::Comma) {
      result.op = negated ? SelectorOperator::DoesNotExist : SelectorOperator::Exists;
      return true;
    }
    const bool is_set = peek().token == Token::Word;
    std::set<std::string_view> values;
    if (!binary_operator(result.op)) { return false; }
    if (is_set ? !list(values) : !exact_value(values)) { return false; }
    result.values.assign(values.begin(), values.end());
    return check_values(result);
  }

  bool key(std::string& result) {
    if (peek().token != Token::Word) { return refuse(found_next() + "identifier"); }
    result = take().text;
    const std::string complaint = label_key_error(result);
    return complaint.empty() || refuse(util::concat("<nil>: Invalid value: ", quoted(result), ": ", complaint));
  }

  bool binary_operator(SelectorOperator& result) {
    const Item& item = peek();
    const bool word = item.token == Token::Word;
    if (item.token == Token::Equal || item.token == Token::DoubleEqual || (word && item.text == "in")) {
      result = SelectorOperator::In;
    } else if (item.token == Token::NotEqual || (word && item.text == "notin")) {
      result = SelectorOperator::NotIn;
    } else if (item.token == Token::Greater) {
      result = SelectorOperator::Gt;
    } else if (item.token == Token::Less) {
      result = SelectorOperator::Lt;
    } else {
      return refuse(found_next() + "in, notin, =, ==, !=, gt, lt");
    }
    take();
    return true;
  }

  bool exact_value(std::set<std::string_view>& values) {
    if (peek().token == Token::End || peek().token == Token::Comma) {
      values.insert("");
      return true;
    }
    if (peek().token != Token::Word) { return refuse(found_next() + "identifier"); }
    values.insert(take().text);
    return true;
  }

  bool list(std::set<std::string_view>& values) {
    if (!take_if(Token::Open)) { return refuse(util::concat("found '", peek().text, "' expected: '('")); }
    if (take_if(Token::Close)) {
      values.insert("");
      return true;
    }
    if (peek().token == Token::Word || peek().token == Token::Comma) { return list_items(values); }
    return refuse(found_next() + "',', ')' or identifier");
  }

  // Parses values up to and including ')'. A missing value counts as "": after '(', between two commas, before ')'.
  // After two commas a value must follow, as in upstream's parseIdentifiersList.
  bool list_items(std::set<std::string_view>& values) {
    while (true) {
      if (peek().token == Token::Word) {
        values.insert(take().text);
        if (take_if(Token::Close)) { return true; }
        if (peek().token != Token::Comma) { return refuse(found_next() + "',' or ')'"); }
      } else if (take_if(Token::Comma)) {
        if (values.empty()) { values.insert(""); }
        const bool last = take_if(Token::Close);
        if (last || take_if(Token::Comma)) { values.insert(""); }
        if (last) { return true; }
      } else {
        return refuse(found_next() + "',', or identifier");
      }
    }
  }

  // The checks of NewRequirement. Prints several complaints as a list in brackets, like Go's aggregates.
  bool check_values(const Requirement& requirement) {
    std::vector<std::string> complaints;
    const bool integer = requirement.op == SelectorOperator::Gt || requirement.op == SelectorOperator::Lt;
    for (std::size_t i = 0; i < requirement.values.size(); ++i) {
      const std::string& value = requirement.values[i];
      if (integer && !util::parse_int64(value)) {
        complaints.push_back(util::concat("values[", i, "]: Invalid value: ", quoted(value),
                                          ": for 'Gt', 'Lt' operators, the value must be an integer"));
      }
      if (const std::string complaint = label_value_error(value); !complaint.empty()) {
        complaints.push_back(
            util::concat("values[", i, "][", requirement.key, "]: Invalid value: ", quoted(value), ": ", complaint));
      }
    }
    if (complaints.empty()) { return true; }
    std::string all;
    for (const std::string& complaint : complaints) { all += (all.empty() ? "" : ", ") + complaint; }
    return refuse(complaints.size() == 1 ? all : "[" + all + "]");
  }

  std::vector<Item> m_items; // ends with Token::End
  std::size_t m_next = 0;
  std::string m_error;
};

} // namespace

std::optional<ParsedSelector> ParsedSelector::parse(std::string_view text, std::string& error) {
  Parser parser(text);
  ParsedSelector parsed;
  if (!parser.requirements(parsed.m_requirements)) {
    error = parser.error();
    return std::nullopt;
  }
  std::ranges::stable_sort(parsed.m_requirements, {}, &OwnedRequirement::key);
  return parsed;
}

} // namespace model
