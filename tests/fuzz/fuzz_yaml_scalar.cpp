// SPDX-License-Identifier: Apache-2.0
// Any text as a string and as a key in YAML and JSON: both read back as the same text.
#include "document/reading/reader.hpp"
#include "document/yaml/writer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

// The texts of {"list": [TEXT], "text": TEXT, "x": {TEXT: 1}}, one after the other.
std::string read_back(const std::string& written) {
  std::string texts = "nothing";
  const auto use = [&texts](const document::Item& item) {
    texts.clear();
    for (const auto element : item.value["list"].elements()) { texts.append(element.text()) += '\n'; }
    texts.append(item.value["text"].text()) += '\n';
    for (const auto [key, member] : item.value["x"].members()) { texts.append(key) += '\n'; }
  };
  document::read_text(written, "written", {}, use, [](const util::Problem&) { std::abort(); });
  return texts;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  document::Output object;
  object["list"] = document::Output::array();
  object["list"].push(text);
  object["text"] = text;
  if (size <= 500) { object["x"][text] = 1; } // yaml-cpp reads keys of up to 1024 characters
  if (read_back(document::to_json(object)) != read_back(document::to_yaml(object))) { std::abort(); }
  return 0;
}
