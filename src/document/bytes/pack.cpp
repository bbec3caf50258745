// SPDX-License-Identifier: Apache-2.0
// gzip (RFC 1952) and zstd (RFC 8878), at the default levels of their own tools.
#include "document/bytes/pack.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <limits>
#include <new>
#include <vector>
#include <zlib.h>
#include <zstd.h>

namespace document {

struct Packer::Layer {
  Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;
  virtual ~Layer() = default;
  virtual void write(std::string_view bytes) = 0;
  virtual void finish() = 0;
};

namespace {

constexpr std::size_t k_packed_bytes = std::size_t{64} * 1024;

class Plain : public Packer::Layer {
 public:
  explicit Plain(ByteSink sink) : m_sink(std::move(sink)) {}
  void write(std::string_view bytes) override { m_sink(bytes); }
  void finish() override {}

 private:
  ByteSink m_sink;
};

class Gzip : public Packer::Layer {
 public:
  explicit Gzip(ByteSink sink) : m_sink(std::move(sink)), m_out(k_packed_bytes) {
    constexpr int k_gzip_window = 15 + 16; // zlib.h: adding 16 selects a gzip header
    constexpr int k_default_memory = 8;
    if (deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, k_gzip_window, k_default_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Gzip() override { deflateEnd(&m_stream); }

  void write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, std::numeric_limits<uInt>::max());
      // zlib reads through a pointer to non-const for historical reasons.
      m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      m_stream.avail_in = static_cast<uInt>(part.size());
      while (m_stream.avail_in > 0) { step(Z_NO_FLUSH); }
      bytes.remove_prefix(part.size());
    }
  }

  void finish() override {
    while (step(Z_FINISH) != Z_STREAM_END) {}
  }

 private:
  int step(int flush) {
    m_stream.next_out = reinterpret_cast<Bytef*>(m_out.data());
    m_stream.avail_out = static_cast<uInt>(m_out.size());
    const int result = deflate(&m_stream, flush);
    m_sink({m_out.data(), m_out.size() - m_stream.avail_out});
    return result;
  }

  ByteSink m_sink;
  std::vector<char> m_out;
  z_stream m_stream{};
};

class Zstd : public Packer::Layer {
 public:
  explicit Zstd(ByteSink sink) : m_sink(std::move(sink)), m_out(ZSTD_CStreamOutSize()), m_stream(ZSTD_createCCtx()) {
    if (m_stream == nullptr) { throw std::bad_alloc(); }
    ZSTD_CCtx_setParameter(m_stream, ZSTD_c_checksumFlag, 1); // like the zstd tool: makes damage detectable
  }
  ~Zstd() override { ZSTD_freeCCtx(m_stream); }

  void write(std::string_view bytes) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size) { step(in, ZSTD_e_continue); }
  }

  void finish() override {
    ZSTD_inBuffer nothing{nullptr, 0, 0};
    while (step(nothing, ZSTD_e_end) != 0) {}
  }

 private:
  std::size_t step(ZSTD_inBuffer& in, ZSTD_EndDirective how) {
    ZSTD_outBuffer out{m_out.data(), m_out.size(), 0};
    const std::size_t left = ZSTD_compressStream2(m_stream, &out, &in, how);
    if (ZSTD_isError(left) != 0) { throw util::Error(util::concat("zstd: ", ZSTD_getErrorName(left))); }
    m_sink({m_out.data(), out.pos});
    return left;
  }

  ByteSink m_sink;
  std::vector<char> m_out;
  ZSTD_CCtx* m_stream;
};

} // namespace

Packing packing_of(std::string_view path) {
  if (path.ends_with(".gz")) { return Packing::Gzip; }
  if (path.ends_with(".zst")) { return Packing::Zstd; }
  return Packing::None;
}

Packer::Packer(ByteSink sink, Packing packing) {
  if (packing == Packing::Gzip) {
    m_layer = std::make_unique<Gzip>(std::move(sink));
  } else if (packing == Packing::Zstd) {
    m_layer = std::make_unique<Zstd>(std::move(sink));
  } else {
    m_layer = std::make_unique<Plain>(std::move(sink));
  }
}

Packer::~Packer() = default;
void Packer::write(std::string_view bytes) { m_layer->write(bytes); }
void Packer::finish() { m_layer->finish(); }

} // namespace document
