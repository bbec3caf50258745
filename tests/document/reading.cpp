// SPDX-License-Identifier: Apache-2.0
#include "document/reading.hpp"

#include "document/yaml/writer.hpp"
#include "util/concat.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace {

std::string quoted(std::string_view text) {
  std::string out = document::to_json(document::Output(text));
  out.pop_back(); // the line end
  return out;
}

template <typename Read>
Reading collect(Read read) {
  Reading result;
  const document::ItemSink sink = [&](const document::Item& item) {
    result.objects.push_back(util::concat(item.kind, ' ', json(item.value)));
    result.places.push_back(item.place.text());
    result.api_versions.emplace_back(item.api_version);
  };
  const document::ProblemSink problems = [&](const util::Problem& problem) {
    result.left_out += problem.left_out ? 1 : 0;
    result.problems.push_back(util::concat(
        problem.place, ": ", problem.object.empty() ? "" : util::concat('(', problem.object, ") "), problem.message));
  };
  try {
    read(sink, problems);
  } catch (const std::runtime_error& error) { result.error = error.what(); }
  return result;
}

} // namespace

std::string json(document::Value value) {
  switch (value.type()) {
  case document::Type::Missing:
    return "missing";
  case document::Type::Null:
    return "null";
  case document::Type::Boolean:
    return value.boolean() ? "true" : "false";
  case document::Type::Number:
    return std::string(value.text());
  case document::Type::String:
    return quoted(value.text());
  case document::Type::Array:
  case document::Type::Object:
    break;
  }
  std::string out;
  for (const auto element : value.elements()) { out += (out.empty() ? "" : ",") + json(element); }
  for (const auto [key, member] : value.members()) {
    out += (out.empty() ? "" : ",") + quoted(key) + ":" + json(member);
  }
  return value.is_array() ? "[" + out + "]" : "{" + out + "}";
}

Reading reading(std::string_view text, const document::ReadOptions& options) {
  // A copy of the exact size, so that AddressSanitizer notices reads beyond the end.
  const std::vector<char> exact(text.begin(), text.end());
  return collect([&](const auto& sink, const auto& problems) {
    document::read_text({exact.data(), exact.size()}, "test", options, sink, problems);
  });
}

Reading reading_path(const std::string& path, const document::ReadOptions& options) {
  return collect([&](const auto& sink, const auto& problems) { document::read(path, options, sink, problems); });
}

std::string value_of_x(std::string_view text) {
  std::string result = "no object";
  document::read_text(
      text, "test", {}, [&](const document::Item& item) { result = json(item.value["x"]); },
      [](const util::Problem&) {});
  return result;
}

Folder::Folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "document-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) { throw std::runtime_error("no temporary folder"); }
  m_path = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

std::string Folder::operator/(std::string_view name) const { return util::concat(m_path, '/', name); }

std::string Folder::write(std::string_view name, std::string_view content) const {
  const std::filesystem::path path = *this / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  return path.string();
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  constexpr int k_gzip = 16 + MAX_WBITS;
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, k_gzip, 8, Z_DEFAULT_STRATEGY);
  std::string in(text);
  std::string out(deflateBound(&stream, in.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1); // like the command
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}
