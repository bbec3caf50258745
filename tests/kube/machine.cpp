// SPDX-License-Identifier: Apache-2.0
#include "kube/machine.hpp"

#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

std::string config(const ConfigParts& parts) {
  return util::concat(
      "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster: ", parts.cluster,
      "\nusers:\n- name: u\n  user: ", parts.user, "\ncontexts:\n- name: c\n  context: ", parts.context, "\n");
}

Machine::Machine() {
  std::string pattern = (std::filesystem::temp_directory_path() / "kube-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) { throw std::runtime_error("no temporary folder"); }
  m_folder = pattern;
  variables["HOME"] = path("home");
  variables["PATH"] = "/usr/bin:/bin";
}

Machine::~Machine() {
  std::error_code ignored;
  std::filesystem::remove_all(m_folder, ignored);
}

std::string Machine::path(std::string_view name) const { return util::concat(m_folder, '/', name); }

std::string Machine::write(std::string_view name, std::string_view content, unsigned mode) const {
  std::string file = path(name);
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  ::chmod(file.c_str(), static_cast<mode_t>(mode));
  return file;
}

std::string Machine::script(std::string_view name, std::string_view lines) const {
  return write(name, util::concat("#!/bin/sh\n", lines, '\n'), 0700);
}

std::string Machine::read(std::string_view name) const {
  std::ostringstream text;
  text << std::ifstream(path(name), std::ios::binary).rdbuf();
  return text.str();
}

bool Machine::has(std::string_view name) const { return std::filesystem::exists(path(name)); }

void Machine::kubeconfig(std::string_view text) { set("KUBECONFIG", write("kubeconfig", text)); }

void Machine::in_a_pod() {
  set("KUBERNETES_SERVICE_HOST", "10.0.0.1");
  set("KUBERNETES_SERVICE_PORT", "443");
  write("sa/token", "POD-TOKEN\n");
  write("sa/ca.crt", k_certificate);
  write("sa/namespace", "pod-ns\n");
}

kube::Environment Machine::environment() const {
  return [copy = variables](const char* name) -> std::optional<std::string> {
    const auto found = copy.find(name);
    if (found == copy.end()) { return std::nullopt; }
    return found->second;
  };
}

kube::Connection Machine::connect() {
  problems.clear();
  return kube::connect(flags, environment(), problems, path("sa"));
}

std::string Machine::error() {
  return error_of([this] { (void)connect(); });
}

Texts Machine::warnings() const {
  Texts texts;
  for (const util::Problem& problem : problems) {
    const std::string& where = problem.object.empty() ? problem.place : problem.object;
    texts.push_back(where.empty() ? problem.message : util::concat(where, ": ", problem.message));
  }
  return texts;
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const util::Error& error) {
    const std::string what = error.what();
    return what.empty() ? "(an error without words)" : what;
  }
  return {};
}

Redirected::Redirected(int descriptor, const std::string& path, int flags)
    : m_descriptor(descriptor), m_saved(::dup(descriptor)) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file < 0) { throw std::runtime_error("cannot open " + path); }
  ::dup2(file, descriptor);
  ::close(file);
}

Redirected::~Redirected() {
  ::dup2(m_saved, m_descriptor);
  ::close(m_saved);
}
