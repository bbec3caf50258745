// SPDX-License-Identifier: Apache-2.0
#include "commands/reading/manifest_source.hpp"

#include "commands/reading/live_client.hpp"
#include "kube/values/child_process.hpp"
#include "kube/values/path_lookup.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace commands {

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') { return c - '0'; }
  if (c >= 'a' && c <= 'f') { return c - 'a' + 10; }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : digit_of(text[i + 2]);
    if (low < 0) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

kube::Query query_of(std::string_view text) {
  kube::Query query;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('&'));
    const std::size_t equals = one.find('=');
    query.emplace_back(percent_decoded(one.substr(0, equals)),
                       equals == std::string_view::npos ? std::string() : percent_decoded(one.substr(equals + 1)));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
  }
  return query;
}

} // namespace

bool is_url(std::string_view file) { return file.starts_with("http://") || file.starts_with("https://"); }

std::string text_of_url(const std::string& url, const Messages& messages, Session& session) {
  const std::string_view whole = std::string_view(url).substr(0, url.find('#'));
  const std::size_t path = whole.find('/', whole.find("//") + 2);
  const std::size_t query = whole.find('?');
  LiveCluster site;
  site.connection.server = whole.substr(0, std::min(path, query));
  kube::Request request;
  request.path = path < query ? std::string(whole.substr(path, std::min(query, whole.size()) - path)) : "/";
  if (query != std::string_view::npos) { request.query = query_of(whole.substr(query + 1)); }
  request.accept = "*/*";
  try {
    const kube::Response response = LiveClient(site, messages, session).client().send(request);
    if (response.status == 200) { return response.body; }
    throw util::Error(util::concat("the server answered with status ", response.status));
  } catch (const kube::Interrupted&) { throw; } catch (const util::Error& error) {
    throw util::Error(util::concat("cannot read ", url, ": ", error.what()));
  }
}

namespace {

constexpr std::chrono::minutes k_longest{2};
constexpr std::size_t k_most_output = std::size_t{512} << 20;
constexpr std::size_t k_kept_errors = std::size_t{64} << 10;

// The lines with text. kubectl quotes fields and files of the manifest, so they may contain anything.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.find_first_not_of(" \t\r") != line.npos) { lines.push_back(line); }
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return lines;
}

// The end of what kubectl wrote, as one line: "error: a; b".
std::string last_words(std::string_view errors) {
  constexpr std::size_t k_most_lines = 5, k_longest_line = 2000;
  const std::vector<std::string_view> lines = lines_of(errors);
  std::string words;
  for (std::size_t at = lines.size() - std::min(lines.size(), k_most_lines); at < lines.size(); ++at) {
    words += util::concat(words.empty() ? "" : "; ", lines[at].substr(0, k_longest_line));
  }
  return words;
}

std::string reason_of(const kube::ChildResult& result) {
  using End = kube::ChildResult::End;
  switch (result.end) {
  case End::NotStarted:
    return util::concat("does not start: ", std::generic_category().message(result.code));
  case End::TimedOut:
    return util::concat("does not end within ", k_longest.count(), " minutes");
  case End::TooMuch:
    return util::concat("writes more than ", k_most_output >> 20, " MiB");
  case End::Exited:
  case End::Signalled:
  case End::Interrupted:
    break;
  }
  return "failed";
}

} // namespace

std::string text_of_kustomization(const std::string& folder, const Messages& messages, Session& session) {
  const std::string problem = util::concat("cannot build the kustomization ", folder, ": ");
  const auto path = session.environment.find("PATH");
  const kube::FoundProgram found =
      kube::look_up_program("kubectl", path == session.environment.end() ? std::string_view() : path->second);
  if (found.path.empty()) {
    throw util::Error(util::concat(problem, "there is no kubectl in PATH, which runs `kubectl kustomize`"));
  }
  std::vector<std::string> environment;
  for (const auto& [name, value] : session.environment) { environment.push_back(util::concat(name, '=', value)); }
  kube::ChildOptions options;
  options.time_limit = k_longest;
  options.most_output = k_most_output;
  options.kept_errors = k_kept_errors;
  kube::ChildResult result = kube::run_child(found.path, {"kubectl", "kustomize", "--", folder}, environment, options);
  if (result.end == kube::ChildResult::End::Exited && result.code == 0) {
    for (const std::string_view line : lines_of(result.errors)) { print_note(line, messages, session); }
    return std::move(result.output);
  }
  if (result.end == kube::ChildResult::End::Interrupted) { throw util::Error(util::concat(problem, "interrupted")); }
  const std::string words = last_words(result.errors);
  throw util::Error(
      util::concat(problem, found.path, " kustomize ", reason_of(result), words.empty() ? "" : ": ", words));
}

} // namespace commands
