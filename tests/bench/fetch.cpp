// SPDX-License-Identifier: Apache-2.0
// fetch_bench URL CA-FILE RESOURCE...: lists the resources in parallel, reads every item, and prints time and memory as
// one line of JSON.
#include "kube/api/client.hpp"
#include "kube/api/lister.hpp"

#include <chrono>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

int fetch(const std::vector<std::string>& arguments) {
  kube::Connection connection;
  connection.server = arguments.at(0);
  std::ifstream authorities(arguments.at(1));
  connection.tls.authorities_pem.assign(std::istreambuf_iterator<char>(authorities), {});
  const kube::Identity identity;
  kube::Client client(connection, {[&identity]() -> const kube::Identity& { return identity; }, {}}, {});
  kube::Lister lister(client);
  std::size_t names = 0; // printed, so that the compiler cannot omit the reading
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    lister.add(
        {.version = "v1", .resource = arguments[i]},
        {[&names](const document::Item& item) { names += item.value["metadata"]["name"].text().size(); }, [] {}, {}});
  }
  const auto start = std::chrono::steady_clock::now();
  std::int64_t items = 0;
  for (const kube::ListOutcome& outcome : lister.run()) {
    if (outcome.error) { throw kube::ApiError(*outcome.error); }
    items += outcome.items;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const kube::Traffic& traffic = client.traffic();
  std::cout << "{\"items\": " << items << ", \"name_bytes\": " << names << ", \"seconds\": " << took.count()
            << ", \"cpu_seconds\": " << seconds(usage.ru_utime) + seconds(usage.ru_stime)
            << ", \"peak_mb\": " << static_cast<double>(usage.ru_maxrss) / 1024
            << ", \"received\": " << traffic.received_bytes << ", \"unpacked\": " << traffic.body_bytes
            << ", \"requests\": " << traffic.requests << ", \"connections\": " << traffic.connections << "}\n";
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    return fetch(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
