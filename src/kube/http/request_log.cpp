// SPDX-License-Identifier: Apache-2.0
// Levels follow client-go's transport/round_trippers.go.
#include "kube/http/request_log.hpp"

#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <array>

namespace kube {

namespace {

constexpr std::size_t k_bytes_at_8 = 1024;
constexpr std::size_t k_bytes_at_9 = 10240;

std::string times(CURL* handle) {
  struct Step {
    std::string_view name;
    CURLINFO which;
  };
  constexpr std::array<Step, 5> steps = {{{"dns", CURLINFO_NAMELOOKUP_TIME_T},
                                          {"dial", CURLINFO_CONNECT_TIME_T},
                                          {"tls", CURLINFO_APPCONNECT_TIME_T},
                                          {"first byte", CURLINFO_STARTTRANSFER_TIME_T},
                                          {"all", CURLINFO_TOTAL_TIME_T}}};
  std::string text = "Times from the start:";
  for (const Step& step : steps) {
    text += util::concat(' ', step.name, ' ', info<curl_off_t>(handle, step.which) / 1000, " ms");
  }
  return text;
}

std::string_view version_text(CURL* handle) {
  return info<long>(handle, CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0 ? "HTTP/2" : "HTTP/1.1";
}

} // namespace

void RequestLog::line(int level, std::string_view text) const {
  if (shows(level)) { m_options.log(level, util::visible(m_secrets.masked(text))); }
}

void RequestLog::headers(int level, const Headers& headers) const {
  for (const auto& header : headers) {
    line(level, util::concat("    ", header.first, ": ", masked_header(header.first, header.second)));
  }
}

void RequestLog::body(std::string_view title, std::string_view body) const {
  if (!shows(8) || body.empty()) { return; }
  std::size_t most = body.size();
  if (m_options.verbosity == 8) { most = k_bytes_at_8; }
  if (m_options.verbosity == 9) { most = k_bytes_at_9; }
  // Masks before it cuts: masking cannot recognise half a token.
  std::string shown = m_secrets.masked(masked_body(body));
  if (shown.size() > most) {
    const std::size_t rest = shown.size() - most;
    shown.resize(most);
    shown += util::concat(" [truncated ", rest, " bytes]");
  }
  line(8, util::concat(title, ": ", shown));
}

void RequestLog::request(const Request& request, const Transfer& transfer) const {
  if (!shows(7)) { return; }
  line(7, util::concat(text_of(request.method), ' ', masked_url(transfer.url())));
  line(7, "Request headers:");
  headers(7, transfer.request_headers());
  body("Request body", request.body);
}

// Logs the rules by which the server queues our requests (API Priority and Fairness), each pair of them once.
void RequestLog::flow(const Response& response) {
  const std::string_view schema = response.header("x-kubernetes-pf-flowschema-uid");
  const std::string_view level = response.header("x-kubernetes-pf-prioritylevel-uid");
  if (schema.empty() && level.empty()) { return; }
  const std::string text =
      util::concat("X-Kubernetes-PF-FlowSchema-UID: ", schema, ", X-Kubernetes-PF-PriorityLevel-UID: ", level);
  if (m_flows.insert(text).second) { line(4, text); }
}

void RequestLog::response(const Request& request, const Transfer& transfer, const Response& response) {
  if (shows(4)) { flow(response); }
  if (!shows(6)) { return; }
  const auto took = info<curl_off_t>(transfer.handle(), CURLINFO_TOTAL_TIME_T) / 1000;
  line(6, util::concat(text_of(request.method), ' ', masked_url(transfer.url()), ' ', response.status, " in ", took,
                       " milliseconds"));
  if (shows(9)) { line(9, util::concat(times(transfer.handle()), ", ", version_text(transfer.handle()))); }
  if (!shows(8)) { return; }
  line(8, "Response headers:");
  headers(8, response.headers);
  body("Response body", response.body);
}

} // namespace kube
