// SPDX-License-Identifier: Apache-2.0
#include "kube/values/pem.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <vector>

namespace kube {

namespace {

struct Block {
  std::string_view type; // "CERTIFICATE"
  std::string_view body;
};

std::vector<Block> blocks_of(std::string_view pem) {
  constexpr std::string_view k_begin = "-----BEGIN ";
  constexpr std::string_view k_dashes = "-----";
  std::vector<Block> blocks;
  while (true) {
    const std::size_t begin = pem.find(k_begin);
    if (begin == std::string_view::npos) { return blocks; }
    pem.remove_prefix(begin + k_begin.size());
    const std::size_t type_end = pem.find(k_dashes);
    if (type_end == std::string_view::npos) { return blocks; }
    const std::string_view type = pem.substr(0, type_end);
    const std::string_view rest = pem.substr(type_end + k_dashes.size());
    const std::size_t end = rest.find(util::concat("-----END ", type, "-----"));
    if (end == std::string_view::npos) { continue; }
    blocks.push_back({type, rest.substr(0, end)});
    pem = rest.substr(end);
  }
}

bool is_certificate(const Block& block) { return block.type == "CERTIFICATE"; }
bool is_key(const Block& block) { return block.type.ends_with("PRIVATE KEY"); }

// PKCS #8 has it in the type, older keys in a header (RFC 1421). libcurl never gets a pass phrase.
bool is_encrypted(const Block& block) {
  return block.type == "ENCRYPTED PRIVATE KEY" || block.body.find("Proc-Type: 4,ENCRYPTED") != std::string_view::npos;
}

} // namespace

// cert.rootCertPool, createErrorParsingCAData (client-go transport)
std::string fault_of_authorities(std::string_view pem) {
  const std::vector<Block> blocks = blocks_of(pem);
  if (blocks.empty()) { return "unable to parse bytes as PEM block"; }
  if (std::none_of(blocks.begin(), blocks.end(), is_certificate)) {
    return "there is no PEM block of type CERTIFICATE";
  }
  return {};
}

// tls.X509KeyPair
std::string fault_of_key_pair(std::string_view certificate_pem, std::string_view key_pem) {
  const std::vector<Block> certificates = blocks_of(certificate_pem);
  if (certificates.empty()) { return "tls: failed to find any PEM data in certificate input"; }
  if (std::none_of(certificates.begin(), certificates.end(), is_certificate)) {
    return "tls: failed to find \"CERTIFICATE\" PEM block in certificate input";
  }
  const std::vector<Block> keys = blocks_of(key_pem);
  if (keys.empty()) { return "tls: failed to find any PEM data in key input"; }
  const auto key = std::find_if(keys.begin(), keys.end(), is_key);
  if (key == keys.end()) { return "tls: found no PEM block with a private key in key input"; }
  if (is_encrypted(*key)) { return "tls: the private key is encrypted; store it without a pass phrase"; }
  return {};
}

} // namespace kube
