// SPDX-License-Identifier: Apache-2.0
// The first line as a JSONPath template, as columns and as a sort path; the rest as the object. Printing gives an
// answer or an error, the same each time; the answer as JSON is readable.
#include "document/reading/editing.hpp"
#include "document/reading/jsonpath.hpp"
#include "document/reading/reader.hpp"
#include "support/checks.hpp"

#include <algorithm>
#include <string>

namespace {

document::Output object_of(const std::string& text) {
  document::Output object;
  fuzz::done_or_refused([&] {
    document::ReadOptions options;
    options.max_bytes = 1 << 16;
    document::read_text(
        text, "object", options, [&](const document::Item& item) { object = document::editable(item.value); },
        [](const util::Problem&) {});
  });
  return object;
}

void print(const std::string& path, const document::Output& object) {
  const document::JsonPath parsed(path);
  for (const bool lenient : {true, false}) {
    std::string first, second;
    const bool done = fuzz::done_or_refused([&] { first = parsed.print(object, lenient); });
    const bool again = fuzz::done_or_refused([&] { second = document::JsonPath(path).print(object, lenient); });
    fuzz::must(done == again && first == second, "the same template gives the same text");
    fuzz::done_or_refused([&] {
      const std::string json = parsed.print_as_json(object, lenient);
      bool read = false;
      document::read_text(
          "{\"all\": " + json + "}", "json", {}, [&](const document::Item&) { read = true; },
          [](const util::Problem&) { std::abort(); });
      fuzz::must(read, "the answer as JSON can be read");
    });
    fuzz::done_or_refused([&] { (void)parsed.find(object, lenient); });
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string path = text.substr(0, end);
  const document::Output object = object_of(text.substr(std::min(end + 1, text.size())));
  fuzz::done_or_refused([&] { print(path, object); });
  fuzz::done_or_refused([&] { print(document::relaxed_path(path), object); });
  return 0;
}
