// SPDX-License-Identifier: Apache-2.0
// Rules of golang.org/x/net/http/httpproxy (useProxy, init). Compares international names as written; Go would compare
// their ASCII forms.
#include "kube/values/no_proxy.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace kube {

namespace {

// IPv4 addresses are stored as IPv4-mapped IPv6 ones, so one comparison serves both.
using Address = std::array<unsigned char, 16>;
constexpr unsigned k_mapped_bits = 96;

std::optional<Address> parse_address(std::string_view text) {
  const std::string copy(text);
  Address address{};
  if (::inet_pton(AF_INET6, copy.c_str(), address.data()) == 1) { return address; }
  address[10] = address[11] = 0xff;
  if (::inet_pton(AF_INET, copy.c_str(), address.data() + 12) == 1) { return address; }
  return std::nullopt;
}

bool is_mapped(const Address& address) {
  const auto zero = [](unsigned char byte) { return byte == 0; };
  return std::all_of(address.begin(), address.begin() + 10, zero) && address[10] == 0xff && address[11] == 0xff;
}

bool same_prefix(const Address& a, const Address& b, unsigned bits) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    const unsigned mask = 0x80U >> (bit % 8);
    if (((a[bit / 8] ^ b[bit / 8]) & mask) != 0) { return false; }
  }
  return true;
}

bool is_loopback(const Address& address) {
  Address loopback{};
  loopback[15] = 1;
  return (is_mapped(address) && address[12] == 127) || address == loopback;
}

struct ProxyTarget {
  std::string host; // lower case
  std::string_view port;
  std::optional<Address> address;
};

struct Network {
  Address address{};
  unsigned bits = 0;
};

// "10.0.0.0/8", "fd00::/8"
std::optional<Network> parse_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) { return std::nullopt; }
  const std::optional<Address> address = parse_address(text.substr(0, slash));
  const std::string_view digits = text.substr(slash + 1);
  unsigned bits = 0;
  const auto end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, bits);
  const bool is_ipv4 = text.substr(0, slash).find(':') == std::string_view::npos;
  if (!address || result.ec != std::errc() || result.ptr != end || bits > (is_ipv4 ? 32U : 128U)) {
    return std::nullopt;
  }
  return Network{*address, is_ipv4 ? bits + k_mapped_bits : bits};
}

struct HostAndPort {
  std::string_view host, port;
};

// net.SplitHostPort if there is a port, else the whole text is the host.
HostAndPort split(std::string_view entry) {
  if (entry.starts_with('[')) {
    const std::size_t close = entry.find("]:");
    if (close != std::string_view::npos) { return {entry.substr(1, close - 1), entry.substr(close + 2)}; }
    return {entry, {}};
  }
  const std::size_t colon = entry.find(':');
  if (colon == std::string_view::npos || colon != entry.rfind(':')) { return {entry, {}}; }
  return {entry.substr(0, colon), entry.substr(colon + 1)};
}

// foo.com: the domain and its subdomains; .foo.com and *.foo.com: only the subdomains.
bool names_domain(std::string_view domain, std::string_view host) {
  if (domain.starts_with("*.")) { domain.remove_prefix(1); }
  if (domain.starts_with('.')) { return host.ends_with(domain); }
  return host == domain || host.ends_with(util::concat('.', domain));
}

bool names(std::string_view entry, const ProxyTarget& target) {
  if (const std::optional<Network> network = parse_network(entry)) {
    return target.address && is_mapped(*target.address) == is_mapped(network->address) &&
           same_prefix(*target.address, network->address, network->bits);
  }
  const HostAndPort wanted = split(entry);
  if (wanted.host.empty() || !(wanted.port.empty() || wanted.port == target.port)) { return false; }
  if (const std::optional<Address> address = parse_address(wanted.host)) { return target.address == address; }
  return !target.address && names_domain(wanted.host, target.host);
}

std::string trimmed_lower(std::string_view text) { return util::lowercase(util::trimmed(text)); }

// An address without its zone: "fe80::1%25eth0".
std::string_view without_zone(std::string_view host) { return host.substr(0, host.find('%')); }

} // namespace

bool goes_without_proxy(std::string_view host, std::string_view port, std::string_view no_proxy) {
  if (host == "localhost") { return true; }
  const ProxyTarget target{trimmed_lower(host), port, parse_address(without_zone(host))};
  if (target.address && is_loopback(*target.address)) { return true; }
  while (true) {
    const std::size_t comma = no_proxy.find(',');
    const std::string entry = trimmed_lower(no_proxy.substr(0, comma));
    if (entry == "*" || (!entry.empty() && names(entry, target))) { return true; }
    if (comma == std::string_view::npos) { return false; }
    no_proxy.remove_prefix(comma + 1);
  }
}

} // namespace kube
