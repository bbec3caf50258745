// SPDX-License-Identifier: Apache-2.0
// Any text as a kubeconfig, as a credential plugin's output, and as the small values in them: an error or a result,
// never a crash. A parsed URL reads back as itself.
#include "kube/http/exec_output.hpp"
#include "kube/http/exec_plugin.hpp"
#include "kube/http/server_url.hpp"
#include "kube/identity/kubeconfig_file.hpp"
#include "kube/values/base64.hpp"
#include "kube/values/no_proxy.hpp"
#include "kube/values/pem.hpp"
#include "kube/values/timestamp.hpp"
#include "kube/values/url.hpp"
#include "util/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

template <typename Call>
void refused_or_done(Call call) {
  try {
    call();
  } catch (const util::Error&) {}
}

void check_server(const std::string& text) {
  const std::string url = kube::server_url(text, kube::TlsConfigured::Yes);
  if (kube::server_url(url, kube::TlsConfigured::No) != url) { std::abort(); }
}

void check_base64(const std::string& text) {
  if (kube::from_base64(kube::to_base64(text)).bytes != text) { std::abort(); }
  const kube::Base64 decoded = kube::from_base64(text);
  if (!decoded.ok && decoded.failed_at > text.size()) { std::abort(); }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  refused_or_done([&] { (void)kube::parse_kubeconfig(text, "/folder/file"); });
  refused_or_done([&] { (void)kube::parse_exec_output(text, std::string(kube::k_exec_v1)); });
  refused_or_done([&] { check_server(text); });
  check_base64(text);
  (void)kube::without_userinfo(text);
  (void)kube::goes_without_proxy("h.example", "443", text);
  (void)kube::goes_without_proxy(text, "443", "10.0.0.0/8,fd00::/8,example");
  (void)kube::fault_of_key_pair(text, text);
  (void)kube::parse_timestamp(text);
  (void)kube::clean_install_hint(text);
  return 0;
}
