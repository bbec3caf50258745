// SPDX-License-Identifier: Apache-2.0
#include "kube/values/first_document.hpp"

#include "document/reading/reader.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <exception>
#include <string>

namespace kube {

namespace {

// The reader's messages start with its name for the text.
constexpr std::string_view k_name = "it";
constexpr std::string_view k_before = "cannot read it: ";

// The reader puts a scalar that does not fit its tag between backticks: it may be a token.
std::string without_quotes(std::string_view message) {
  if (message.starts_with(k_before)) { message.remove_prefix(k_before.size()); }
  const std::size_t first = message.find('`');
  const std::size_t last = message.rfind('`');
  if (first == std::string_view::npos || first == last) { return std::string(message); }
  return util::concat(message.substr(0, first + 1), "…", message.substr(last));
}

// The first character that is not blank; NUL if there is none.
char first_character(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) { text.remove_prefix(3); }
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? '\0' : text[first];
}

} // namespace

void read_first_document(std::string_view text, const std::function<void(const document::Item&)>& use) {
  const char first = first_character(text);
  if (first == '\0') { return; }
  bool seen = false;
  bool is_list = first == '['; // the reader does not report an empty list
  std::exception_ptr failure;  // from `use`: rethrown at the end, because the reader leaks memory on exceptions
  const auto take = [&](const document::Item& item) {
    if (seen) { return; }
    seen = true;
    is_list = is_list || item.place.item != 0;
    if (is_list) { return; }
    try {
      use(item);
    } catch (...) { failure = std::current_exception(); }
  };
  // Only one of the reader's remarks matters: an element of a list at the top that is no object.
  const auto note = [&](const util::Problem& problem) {
    if (!seen && problem.place.find(", item ") != std::string::npos) { seen = is_list = true; }
  };
  try {
    document::read_text(text, k_name, {}, take, note);
  } catch (const util::Error& error) {
    if (!seen) { throw util::Error(without_quotes(error.what())); }
  }
  if (is_list) { throw util::Error("it is a list, not an object"); }
  if (failure) { std::rethrow_exception(failure); }
}

} // namespace kube
