// SPDX-License-Identifier: Apache-2.0
// Objects of a manifest that the API server rejects.
#include "engine/lint/rules.hpp"

#include <algorithm>
#include <string_view>

namespace engine::lint {

namespace {

// The field that the API server names: before the colon, or in quotes if the kind has no such field. Empty: none.
std::string_view field_of(std::string_view error) {
  if (const std::size_t quote = error.find(" field \""); quote != error.npos && error.starts_with("strict decoding")) {
    const std::string_view rest = error.substr(error.find('"', quote) + 1);
    return rest.substr(0, rest.find('"'));
  }
  constexpr std::string_view k_go_field = " into Go struct field "; // "… DeploymentSpec.spec.replicas of type int32"
  if (const std::size_t at = error.find(k_go_field); at != error.npos) {
    const std::string_view rest = error.substr(at + k_go_field.size());
    const std::string_view path = rest.substr(0, rest.find(' '));
    return path.find('.') == path.npos ? std::string_view() : path.substr(path.find('.') + 1);
  }
  const std::string_view head = error.substr(0, error.find(": "));
  return head.size() < error.size() && head.find(' ') == head.npos ? head : std::string_view();
}

} // namespace

void rejected_by_api_server(const Input& input, Findings& out) {
  for (const model::Asked& entry : input.cluster.asked) {
    if (entry.authority != model::Authority::Admission || entry.reply != model::Reply::Refuses) { continue; }
    const std::string_view object = entry.of; // "Job ml/train"
    const std::size_t space = object.find(' '), slash = object.find('/', space);
    if (space == object.npos || slash == object.npos) { continue; }
    constexpr std::string_view k_invalid = " is invalid: ";
    const std::string_view because = entry.because;
    const bool is_invalid = because.starts_with(object) && because.substr(object.size()).starts_with(k_invalid);
    const std::string_view error = is_invalid ? because.substr(object.size() + k_invalid.size()) : because;
    const std::string_view words = !is_invalid ? "other" : error.ends_with('?') ? "misspelt" : "";
    out.on(object.substr(0, space), object.substr(slash + 1), words, object.substr(space + 1, slash - space - 1))
        .at(is_invalid ? field_of(error) : "")
        .with("error", error);
  }
}

} // namespace engine::lint
