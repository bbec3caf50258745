// SPDX-License-Identifier: Apache-2.0
#include "kube/http/curl_handles.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

namespace kube {

namespace {

void start_libcurl() {
  static const CURLcode started = curl().global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) { throw util::Error("libcurl cannot be started"); }
}

[[noreturn]] void no_memory() { throw util::Error("there is no memory left for a connection"); }

} // namespace

EasyHandle make_easy_handle() {
  start_libcurl();
  EasyHandle handle(curl().easy_init());
  if (!handle) { no_memory(); }
  return handle;
}

MultiHandle make_multi_handle() {
  start_libcurl();
  MultiHandle handle(curl().multi_init());
  if (!handle) { no_memory(); }
  return handle;
}

UrlHandle make_url_handle() {
  UrlHandle handle(curl().url());
  if (!handle) { no_memory(); }
  return handle;
}

void append(CurlList& list, const std::string& line) {
  curl_slist* const longer = curl().slist_append(list.get(), line.c_str());
  if (longer == nullptr) { no_memory(); }
  (void)list.release();
  list.reset(longer);
}

void check_option(CURLoption option, CURLcode result) {
  if (result == CURLE_OK) { return; }
  const curl_easyoption* const known = curl().easy_option_by_id(option);
  throw util::Error(util::concat("libcurl refuses the option ", known == nullptr ? "?" : known->name, ": ",
                                 curl().easy_strerror(result)));
}

void set_blob(CURL* handle, CURLoption option, std::string_view bytes) {
  // CURL_BLOB_COPY: libcurl does not write to the bytes.
  curl_blob blob = {const_cast<char*>(bytes.data()), bytes.size(), CURL_BLOB_COPY};
  check_option(option, curl().easy_setopt(handle, option, &blob));
}

} // namespace kube
