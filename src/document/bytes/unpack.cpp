// SPDX-License-Identifier: Apache-2.0
// gzip and zstd, one layer each.
#include "document/bytes/unpack.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace document {

namespace {

constexpr std::size_t k_read_bytes = std::size_t{256} * 1024;

[[noreturn]] void damaged(const std::string& name, std::string_view format) {
  throw util::Error(util::concat(name, " is damaged: its ", format, " data cannot be unpacked; get the file again"));
}

[[noreturn]] void cut_off(const std::string& name, std::string_view format) {
  throw util::Error(util::concat(name, " is cut off: its ", format, " data ends in the middle; get the file again"));
}

class Gunzip {
 public:
  Gunzip(ByteSource packed, std::string name)
      : m_packed(std::move(packed)), m_name(std::move(name)), m_in(k_read_bytes) {
    constexpr int k_gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&m_stream, k_gzip_only) != Z_OK) { throw std::bad_alloc(); }
  }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip() { inflateEnd(&m_stream); }

  std::size_t read(char* to, std::size_t room) {
    const auto wanted = static_cast<uInt>(std::min<std::size_t>(room, 1u << 30));
    m_stream.next_out = reinterpret_cast<Bytef*>(to);
    m_stream.avail_out = wanted;
    while (m_stream.avail_out == wanted && !m_ended) { step(); }
    return wanted - m_stream.avail_out;
  }

 private:
  void step() {
    if (m_stream.avail_in == 0 && !refill()) {
      if (m_in_member) { cut_off(m_name, "gzip"); }
      m_ended = true;
      return;
    }
    // Between members gzip(1) writes nothing, and tar-like tools pad with zeros. So anything that is no member ends the
    // file.
    if (!m_in_member && !starts_member()) {
      m_ended = true;
      return;
    }
    m_in_member = true;
    const int result = inflate(&m_stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      m_in_member = false;
      m_first_member = false;
      if (inflateReset(&m_stream) != Z_OK) { damaged(m_name, "gzip"); }
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      damaged(m_name, "gzip");
    }
  }

  bool refill() {
    const std::size_t got = m_packed(m_in.data(), m_in.size());
    m_stream.next_in = reinterpret_cast<Bytef*>(m_in.data());
    m_stream.avail_in = static_cast<uInt>(got);
    return got != 0;
  }

  bool starts_member() const { return m_first_member || *m_stream.next_in == 0x1f; }

  ByteSource m_packed;
  std::string m_name;
  std::vector<char> m_in;
  z_stream m_stream{};
  bool m_in_member = false;
  bool m_first_member = true;
  bool m_ended = false;
};

class Unzstd {
 public:
  Unzstd(ByteSource packed, std::string name)
      : m_packed(std::move(packed)), m_name(std::move(name)), m_in(k_read_bytes), m_stream(ZSTD_createDStream()) {
    if (m_stream == nullptr) { throw std::bad_alloc(); }
  }
  Unzstd(const Unzstd&) = delete;
  Unzstd& operator=(const Unzstd&) = delete;
  ~Unzstd() { ZSTD_freeDStream(m_stream); }

  std::size_t read(char* to, std::size_t room) {
    ZSTD_outBuffer out{to, room, 0};
    while (out.pos == 0) {
      if (m_input.pos == m_input.size && !m_output_full && !refill()) {
        if (m_in_frame) { cut_off(m_name, "zstd"); }
        return 0;
      }
      const std::size_t left = ZSTD_decompressStream(m_stream, &out, &m_input);
      if (ZSTD_isError(left) != 0) { damaged(m_name, "zstd"); }
      m_in_frame = left != 0;
      m_output_full = out.pos == out.size; // the rest of a block may still be inside the decoder
    }
    return out.pos;
  }

 private:
  bool refill() {
    m_input = {m_in.data(), m_packed(m_in.data(), m_in.size()), 0};
    return m_input.size != 0;
  }

  ByteSource m_packed;
  std::string m_name;
  std::vector<char> m_in;
  ZSTD_DStream* m_stream;
  ZSTD_inBuffer m_input{};
  bool m_in_frame = false;
  bool m_output_full = false;
};

template <typename Layer>
ByteSource as_source(std::shared_ptr<Layer> layer) {
  return [layer = std::move(layer)](char* to, std::size_t room) { return layer->read(to, room); };
}

} // namespace

std::string_view Peeked::first(std::size_t count) {
  while (m_held.size() < count) {
    char bytes[8];
    const std::size_t got = m_source(bytes, count - m_held.size());
    if (got == 0) { break; }
    m_held.append(bytes, got);
  }
  return std::string_view(m_held).substr(0, count);
}

std::size_t Peeked::read(char* to, std::size_t room) {
  if (m_used == m_held.size()) { return m_source(to, room); }
  const std::size_t count = std::min(room, m_held.size() - m_used);
  std::memcpy(to, m_held.data() + m_used, count);
  m_used += count;
  return count;
}

ByteSource whole(Peeked peeked) {
  return [peeked = std::move(peeked)](char* to, std::size_t room) mutable { return peeked.read(to, room); };
}

bool is_gzip(std::string_view first) { return first.starts_with("\x1f\x8b"); }

bool is_zstd(std::string_view first) {
  if (first.size() < 4) { return false; }
  const bool frame = first.starts_with("\x28\xb5\x2f\xfd");
  // A skippable frame (zstd format, 3.1.2) may precede the first one: pzstd writes such frames.
  const bool skippable = (static_cast<unsigned char>(first[0]) & 0xf0) == 0x50 && first.substr(1, 3) == "\x2a\x4d\x18";
  return frame || skippable;
}

ByteSource gunzipped(ByteSource packed, const std::string& name) {
  return as_source(std::make_shared<Gunzip>(std::move(packed), name));
}

ByteSource zstd_unpacked(ByteSource packed, const std::string& name) {
  return as_source(std::make_shared<Unzstd>(std::move(packed), name));
}

} // namespace document
