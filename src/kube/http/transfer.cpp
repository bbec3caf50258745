// SPDX-License-Identifier: Apache-2.0
#include "kube/http/transfer.hpp"

#include "kube/http/tls.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <limits>

namespace kube {

namespace {

constexpr std::size_t k_most_header_bytes = std::size_t{1} << 20;
constexpr std::size_t k_most_failure_body = std::size_t{4} << 20; // of an answer that is no 2xx
constexpr long k_receive_buffer = 256L * 1024;

// A body of 64 MiB that arrived in less than 1/500 of that size is no list of objects. The most repetitive JSON (equal
// pods) reaches 1/100.
constexpr std::uint64_t k_bomb_bytes = std::uint64_t{64} << 20;
constexpr std::uint64_t k_bomb_ratio = 500;

bool is_token_byte(char c) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         others.find(c) != std::string_view::npos;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

// libcurl sends any bytes: a line end in a token would start another header. (Go: golang.org/x/net/http/httpguts)
void check_header(const std::string& name, const std::string& value) {
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_token_byte)) {
    throw util::Error(util::concat("net/http: invalid header field name \"", name, "\""));
  }
  if (std::any_of(value.begin(), value.end(), is_control)) {
    throw util::Error(util::concat("net/http: invalid header field value for \"", name, "\""));
  }
}

// Rounds up: an attempt must not end too early. To libcurl 0 would mean "no timeout".
long curl_milliseconds(std::chrono::nanoseconds duration) {
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
  return static_cast<long>(std::clamp<std::int64_t>(count, 1, std::numeric_limits<int>::max()));
}

// PROTOCOLS_STR came with libcurl 7.85, and libcurl may drop the older option one day.
void allow_http_only(CURL* handle) {
  if (curl().easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK) { return; }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  set_option(handle, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#pragma GCC diagnostic pop
}

} // namespace

std::string_view text_of(Method method) {
  switch (method) {
  case Method::Post:
    return "POST";
  case Method::Put:
    return "PUT";
  case Method::Patch:
    return "PATCH";
  case Method::Get:
    break;
  }
  return "GET";
}

std::string_view Response::header(std::string_view name) const {
  for (const auto& header : headers) {
    if (header.first == name) { return header.second; }
  }
  return {};
}

bool Response::has_header(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(), [name](const auto& header) { return header.first == name; });
}

bool Response::is_json() const {
  const std::string_view type = header("content-type");
  return util::trimmed(type.substr(0, type.find(';'))) == "application/json";
}

Transfer::Transfer(const Request& request, const TransferSetup& setup, const Identity& identity,
                   std::optional<std::chrono::nanoseconds> time_left)
    : m_target(request_target(setup.connection.server, request.path, request.query, setup.connection.tls.server_name)),
      m_max_body(setup.options.max_body_bytes), m_clock(setup.options.clock), m_term(request.term),
      m_time_left(time_left), m_handle(make_easy_handle()) {
  choose_headers(request, setup, identity);
  set_up(setup, identity);
  set_up_method(request);
  set_up_headers();
  set_up_proxy(setup);
  set_up_times(setup.options, time_left);
  set_up_callbacks();
}

void Transfer::choose_headers(const Request& request, const TransferSetup& setup, const Identity& identity) {
  m_request_headers = {{"Accept", request.accept}, {"User-Agent", setup.options.user_agent}};
  if (!setup.options.kubectl_command.empty()) {
    m_request_headers.emplace_back("Kubectl-Command", setup.options.kubectl_command);
  }
  if (!setup.options.kubectl_session.empty()) {
    m_request_headers.emplace_back("Kubectl-Session", setup.options.kubectl_session);
  }
  if (!request.content_type.empty()) { m_request_headers.emplace_back("Content-Type", request.content_type); }
  if (!m_target.host_header.empty()) { m_request_headers.emplace_back("Host", m_target.host_header); }
  m_request_headers.insert(m_request_headers.end(), identity.headers.begin(), identity.headers.end());
  for (const auto& header : m_request_headers) { check_header(header.first, header.second); }
}

void Transfer::set_up(const TransferSetup& setup, const Identity& identity) {
  CURL* const handle = m_handle.get();
  set_option(handle, CURLOPT_CURLU, m_target.url.get());
  set_option(handle, CURLOPT_PATH_AS_IS, 1L);
  allow_http_only(handle);
  set_option(handle, CURLOPT_FOLLOWLOCATION, 0L);
  set_option(handle, CURLOPT_NOSIGNAL, 1L);
  set_option(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set_option(handle, CURLOPT_PIPEWAIT, 1L); // one connection if the server supports several requests on it
  set_option(handle, CURLOPT_BUFFERSIZE, k_receive_buffer);
  // Not "": that would offer every encoding that libcurl supports, and Go offers gzip only.
  set_option(handle, CURLOPT_ACCEPT_ENCODING, setup.connection.disable_compression ? nullptr : "gzip");
  if (!m_target.connect_to.empty()) {
    append(m_connect_to, m_target.connect_to);
    set_option(handle, CURLOPT_CONNECT_TO, m_connect_to.get());
  }
  set_up_tls(handle, setup.connection.tls, identity, setup.system);
  m_verifies = !setup.connection.tls.insecure;
  m_verified_name = setup.connection.tls.server_name;
}

void Transfer::set_up_method(const Request& request) {
  CURL* const handle = m_handle.get();
  if (request.method == Method::Get) { return; }
  set_option(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
  set_option(handle, CURLOPT_POSTFIELDS, request.body.c_str());
  // After POSTFIELDS, which sets the method to POST.
  set_option(handle, CURLOPT_CUSTOMREQUEST, std::string(text_of(request.method)).c_str());
}

void Transfer::set_up_headers() {
  for (const auto& header : m_request_headers) {
    // "Name:" would make libcurl omit the header.
    append(m_header_list,
           header.second.empty() ? util::concat(header.first, ';') : util::concat(header.first, ": ", header.second));
  }
  append(m_header_list, "Expect:"); // do not wait for permission to send a body
  set_option(m_handle.get(), CURLOPT_HTTPHEADER, m_header_list.get());
  set_option(m_handle.get(), CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE)); // no token to a proxy
}

void Transfer::set_up_proxy(const TransferSetup& setup) {
  const std::string& url = setup.options.proxy_url;
  // Always set, or libcurl would read the environment, by other rules than Go's. The proxy resolves names.
  const bool is_socks = url.starts_with("socks5://");
  const std::string proxy = is_socks ? "socks5h" + url.substr(std::string_view("socks5").size()) : url;
  set_option(m_handle.get(), CURLOPT_PROXY, proxy.c_str());
  set_option(m_handle.get(), CURLOPT_NOPROXY, "");
  set_option(m_handle.get(), CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (url.starts_with("https://")) { set_up_proxy_tls(m_handle.get(), setup.connection.tls, setup.system); }
  m_has_proxy = !url.empty();
}

void Transfer::set_up_times(const ClientOptions& options, std::optional<std::chrono::nanoseconds> time_left) {
  CURL* const handle = m_handle.get();
  set_option(handle, CURLOPT_CONNECTTIMEOUT_MS, curl_milliseconds(options.dial_timeout));
  if (time_left) { set_option(handle, CURLOPT_TIMEOUT_MS, curl_milliseconds(*time_left)); }
  set_option(handle, CURLOPT_LOW_SPEED_LIMIT, 1L);
  const auto silence = std::chrono::ceil<std::chrono::seconds>(options.silence_timeout).count();
  set_option(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(silence));
  set_option(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  set_option(handle, CURLOPT_TCP_KEEPIDLE, 30L);
  set_option(handle, CURLOPT_TCP_KEEPINTVL, 30L);
}

void Transfer::set_up_callbacks() {
  CURL* const handle = m_handle.get();
  set_option(handle, CURLOPT_ERRORBUFFER, static_cast<char*>(m_detail));
  set_option(handle, CURLOPT_PRIVATE, static_cast<void*>(this));
  set_option(handle, CURLOPT_HEADERFUNCTION, &Transfer::take_header);
  set_option(handle, CURLOPT_HEADERDATA, static_cast<void*>(this));
  set_option(handle, CURLOPT_WRITEFUNCTION, &Transfer::take_body);
  set_option(handle, CURLOPT_WRITEDATA, static_cast<void*>(this));
  set_option(handle, CURLOPT_PREREQFUNCTION, &Transfer::before_request);
  set_option(handle, CURLOPT_PREREQDATA, static_cast<void*>(this));
}

// Called after the connection is made and before anything is sent.
int Transfer::before_request(void* self, char*, char*, int, int) {
  auto* const transfer = static_cast<Transfer*>(self);
  try {
    if (is_over(transfer->m_term,
                transfer->m_clock.now())) { // handshakes take time, and the process may have been suspended
      transfer->m_was_late = true;
      return CURL_PREREQFUNC_ABORT;
    }
    if (!transfer->m_verifies || !relies_on_common_name(transfer->handle())) {
      transfer->m_has_left = true;
      return CURL_PREREQFUNC_OK;
    }
    transfer->m_refusal =
        "tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead";
  } catch (...) { transfer->m_refusal = "the server's certificate cannot be looked at"; }
  return CURL_PREREQFUNC_ABORT;
}

std::size_t Transfer::take_header(const char* bytes, std::size_t, std::size_t count, void* self) {
  auto* const transfer = static_cast<Transfer*>(self);
  try {
    transfer->m_header_bytes += count;
    if (transfer->m_header_bytes > k_most_header_bytes) {
      transfer->m_refusal = "its headers are larger than 1 MiB";
      return 0;
    }
    transfer->header_line({bytes, count});
  } catch (...) {
    transfer->m_refusal = "there is no memory left for it";
    return 0;
  }
  return count;
}

void Transfer::header_line(std::string_view line) {
  if (line.starts_with("HTTP/")) { // also after a 100 Continue
    m_response.headers.clear();
    const std::size_t blank = line.find(' ');
    const std::string_view code = blank == std::string_view::npos ? "" : line.substr(blank + 1, 3);
    m_response.status = static_cast<int>(util::parse_int64(code).value_or(0));
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) { return; }
  m_response.headers.emplace_back(util::lowercase(line.substr(0, colon)), util::trimmed(line.substr(colon + 1)));
}

std::size_t Transfer::take_body(const char* bytes, std::size_t, std::size_t count, void* self) {
  auto* const transfer = static_cast<Transfer*>(self);
  try {
    return transfer->body_bytes({bytes, count}) ? count : 0;
  } catch (...) {
    transfer->m_refusal = "there is no memory left for it";
    return 0;
  }
}

bool Transfer::body_bytes(std::string_view bytes) {
  std::string& body = m_response.body;
  if (m_response.status < 200 || m_response.status > 299) {
    body += bytes.substr(0, k_most_failure_body - std::min(body.size(), k_most_failure_body));
    return true;
  }
  const std::uint64_t size = body.size() + bytes.size();
  if (size > m_max_body) {
    m_refusal = util::concat("it is larger than ", m_max_body, " bytes");
    return false;
  }
  const auto received = static_cast<std::uint64_t>(info<curl_off_t>(m_handle.get(), CURLINFO_SIZE_DOWNLOAD_T));
  if (size > k_bomb_bytes && size / k_bomb_ratio > received) {
    m_refusal = util::concat("its ", received, " bytes unpack to more than ", size, ", as no list of objects does");
    return false;
  }
  body += bytes;
  return true;
}

FailedTransfer Transfer::failure(CURLcode code) const {
  FailedTransfer failed;
  failed.handle = m_handle.get();
  failed.code = code;
  failed.detail = static_cast<const char*>(m_detail);
  if (failed.detail.empty()) { failed.detail = curl().easy_strerror(code); }
  failed.host = m_target.host_header.empty() ? m_target.host : m_target.host_header;
  failed.verified_name = m_verified_name.empty() ? m_target.host.substr(0, m_target.host.rfind(':')) : m_verified_name;
  failed.certificate_names = certificate_names(m_handle.get());
  failed.has_proxy = m_has_proxy;
  failed.has_headers = m_response.status != 0;
  const auto took = std::chrono::microseconds(info<curl_off_t>(m_handle.get(), CURLINFO_TOTAL_TIME_T));
  failed.ran_out_of_time = m_time_left && took + std::chrono::milliseconds(2) >= *m_time_left;
  return failed;
}

Loss Transfer::loss(const FailedTransfer& failed) const {
  return m_refusal.empty() ? loss_of(failed) : Loss{.is_cut_off = m_response.status != 0, .cause = m_refusal};
}

Response Transfer::take_response() {
  m_response.url = m_target.text;
  return std::move(m_response);
}

} // namespace kube
