// SPDX-License-Identifier: Apache-2.0
#include "kube/http/request_url.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>

namespace kube {

namespace {

std::string escaped(std::string_view text) {
  const CurlText out(curl().easy_escape(nullptr, text.data(), static_cast<int>(text.size())));
  if (!out) { throw util::Error("a part of a request is too long"); }
  return text.empty() ? std::string() : std::string(out.get()); // libcurl interprets 0 as "measure the length"
}

void append_segment(std::string& path, std::string_view segment) {
  if (segment.empty() || segment == "." || segment == ".." || segment.find_first_of("/%") != std::string_view::npos) {
    throw util::Error(util::concat(
        "\"", segment, "\" cannot be part of a request: a name is not empty, not \".\" or \"..\", and has no / or %"));
  }
  path += util::concat('/', escaped(segment));
}

CurlText part(CURLU* url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl().url_get(url, which, &text, flags) != CURLUE_OK) { return nullptr; }
  return CurlText(text);
}

std::string text_of(const CurlText& text) { return text ? std::string(text.get()) : std::string(); }

void set_part(CURLU* url, CURLUPart which, const std::string& text, unsigned flags = 0) {
  const CURLUcode result = curl().url_set(url, which, text.c_str(), flags);
  // Omits the text: a server's URL may contain a password.
  if (result != CURLUE_OK) {
    throw util::Error(util::concat("the server's URL or the request cannot be used: ", curl().url_strerror(result)));
  }
}

void send_to_server_behind_name(Target& target, std::string_view name) {
  const std::string host = text_of(part(target.url.get(), CURLUPART_HOST));
  const std::string port = text_of(part(target.url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT));
  target.host_header = target.host;
  target.connect_to = util::concat("::", host, ":", port);
  const bool is_ipv6 = name.find(':') != std::string_view::npos && !name.starts_with('[');
  set_part(target.url.get(), CURLUPART_HOST, is_ipv6 ? util::concat('[', name, ']') : std::string(name));
}

} // namespace

std::string resource_path(const ResourceAddress& address) {
  std::string path = address.group.empty() ? "/api" : "/apis";
  if (!address.group.empty()) { append_segment(path, address.group); }
  append_segment(path, address.version);
  if (!address.namespace_name.empty()) {
    path += "/namespaces";
    append_segment(path, address.namespace_name);
  }
  append_segment(path, address.resource);
  if (!address.name.empty()) { append_segment(path, address.name); }
  if (!address.name.empty() && !address.subresource.empty()) { append_segment(path, address.subresource); }
  return path;
}

Target request_target(std::string_view server, std::string_view path, Query query, std::string_view tls_server_name) {
  Target target;
  target.url = make_url_handle();
  CURLU* const url = target.url.get();
  set_part(url, CURLUPART_URL, std::string(server), CURLU_DISALLOW_USER | CURLU_PATH_AS_IS);
  std::string prefix = text_of(part(url, CURLUPART_PATH));
  while (prefix.ends_with('/')) { prefix.pop_back(); }
  set_part(url, CURLUPART_PATH, util::concat(prefix, path));
  curl().url_set(url, CURLUPART_QUERY, nullptr, 0);
  curl().url_set(url, CURLUPART_FRAGMENT, nullptr, 0);
  std::stable_sort(query.begin(), query.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (const auto& parameter : query) {
    text += util::concat(text.empty() ? "" : "&", escaped(parameter.first), '=', escaped(parameter.second));
  }
  if (!text.empty()) { set_part(url, CURLUPART_QUERY, text); }
  target.text = text_of(part(url, CURLUPART_URL));
  target.host = text_of(part(url, CURLUPART_HOST));
  if (const CurlText port = part(url, CURLUPART_PORT)) { target.host += util::concat(':', port.get()); }
  const bool is_https = text_of(part(url, CURLUPART_SCHEME)) == "https";
  if (is_https && !tls_server_name.empty()) { send_to_server_behind_name(target, tls_server_name); }
  return target;
}

} // namespace kube
