// SPDX-License-Identifier: Apache-2.0
// libcurl's handles as RAII values, and options that do not fail silently.
#pragma once

#include "kube/http/curl_library.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace kube {

struct HandleDeleter {
  void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
};
struct MultiDeleter {
  void operator()(CURLM* handle) const { curl().multi_cleanup(handle); }
};
struct UrlDeleter {
  void operator()(CURLU* handle) const { curl().url_cleanup(handle); }
};
struct ListDeleter {
  void operator()(curl_slist* list) const { curl().slist_free_all(list); }
};
struct TextDeleter {
  void operator()(char* text) const { curl().free(text); }
};

using EasyHandle = std::unique_ptr<CURL, HandleDeleter>;
using MultiHandle = std::unique_ptr<CURLM, MultiDeleter>;
using UrlHandle = std::unique_ptr<CURLU, UrlDeleter>;
using CurlList = std::unique_ptr<curl_slist, ListDeleter>;
using CurlText = std::unique_ptr<char, TextDeleter>;

// These throw util::Error if memory runs out; the first one also starts libcurl.
EasyHandle make_easy_handle();
MultiHandle make_multi_handle();
UrlHandle make_url_handle();
void append(CurlList& list, const std::string& line);

void check_option(CURLoption option, CURLcode result);

// An option that this libcurl does not know is an error, because every option that we set matters.
template <typename Value>
void set_option(CURL* handle, CURLoption option, Value value) {
  check_option(option, curl().easy_setopt(handle, option, value));
}

// Copies `bytes`.
void set_blob(CURL* handle, CURLoption option, std::string_view bytes);

template <typename Value>
Value info(CURL* handle, CURLINFO which) {
  Value value{};
  curl().easy_getinfo(handle, which, &value);
  return value;
}

} // namespace kube
