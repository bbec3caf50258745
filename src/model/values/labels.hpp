// SPDX-License-Identifier: Apache-2.0
// Labels and the three kinds of selectors over them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model {

struct Label {
  std::string_view key, value;
  friend auto operator<=>(const Label&, const Label&) = default;
};

// Sorted by key, keys unique. The strings live in the snapshot's StringPool.
using Labels = std::vector<Label>;

// The value of `key`, or nullopt. Binary search.
std::optional<std::string_view> find_label(const Labels& labels, std::string_view key);

enum class SelectorOperator : std::uint8_t { In, NotIn, Exists, DoesNotExist, Gt, Lt };

// One condition on one key. `values` is sorted and unique for In and NotIn, one integer's text for Gt and Lt.
struct Requirement {
  std::string_view key;
  SelectorOperator op = SelectorOperator::In;
  std::vector<std::string_view> values;
  friend auto operator<=>(const Requirement&, const Requirement&) = default;
};

// True if `labels` meets the requirement. NotIn and DoesNotExist hold if the key is absent; Gt and Lt need the key and
// integers on both sides. (apimachinery pkg/labels, Requirement.Matches)
bool matches(const Requirement& requirement, const Labels& labels);

// All requirements must hold. An empty selector matches everything. The meaning of an absent std::optional<Selector>
// depends on the field.
using Selector = std::vector<Requirement>;
bool matches(const Selector& selector, const Labels& labels);

// The text form of -l ("a=b,c in (d,e),!f"), with its own strings.
class ParsedSelector {
 public:
  // Parses the text. On failure, returns nullopt and puts apimachinery's sentence into `error`.
  static std::optional<ParsedSelector> parse(std::string_view text, std::string& error);
  bool matches(const Labels& labels) const;

  struct OwnedRequirement {
    std::string key;
    SelectorOperator op = SelectorOperator::In;
    std::vector<std::string> values;
  };
  const std::vector<OwnedRequirement>& requirements() const { return m_requirements; }

 private:
  std::vector<OwnedRequirement> m_requirements;
};

} // namespace model
