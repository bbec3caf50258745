// SPDX-License-Identifier: Apache-2.0
// Lower bound for reading: simdjson's On-Demand parser on a List of Pods. It reads the fields that scheduling needs and
// keeps nothing. bench.py reports the time of `explain` as a multiple of this.
//
//   bare_pass FILE [THREADS]
//
// It takes shortcuts that a tool may not take: it assumes that each item begins with the same bytes as the first one,
// so that every thread finds its own share of the file, and checks nothing. Prints items, a sum, and seconds.
#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

namespace ondemand = simdjson::ondemand;
using ondemand::object;
using ondemand::value;

constexpr std::size_t k_share = std::size_t{1024} * 1024;
constexpr std::size_t k_marker = 30; // `{"apiVersion":"v1","kind":"Pod`, and more bytes in indented JSON

struct Seen {
  std::uint64_t items = 0, texts = 0;
  void take(std::string_view text) { texts += text.size() + static_cast<unsigned char>(text.empty() ? 0 : text[0]); }
  void take(value text) { take(text.raw_json_token()); }
  void members(object of) {
    for (ondemand::field member : of) {
      take(member.unescaped_key().value());
      take(member.value());
    }
  }
};

template <typename Visit>
void each(object of, Visit visit) {
  for (ondemand::field member : of) { visit(std::string_view(member.unescaped_key().value()), member.value()); }
}
template <typename Visit>
void each_object(value list, Visit visit) {
  for (value element : list.get_array()) { each(element.get_object().value(), visit); }
}

void metadata(object of, Seen& seen) {
  each(of, [&](std::string_view key, value at) {
    if (key == "labels" || key == "annotations") {
      seen.members(at.get_object());
    } else if (key == "ownerReferences") {
      each_object(at, [&](std::string_view name, value text) {
        if (name == "kind" || name == "name" || name == "controller" || name == "uid") { seen.take(text); }
      });
    } else if (key == "name" || key == "namespace" || key == "uid" || key == "creationTimestamp" ||
               key == "deletionTimestamp") {
      seen.take(at);
    }
  });
}

void containers(value list, Seen& seen) {
  each_object(list, [&](std::string_view key, value at) {
    if (key == "name" || key == "image" || key == "restartPolicy") {
      seen.take(at);
    } else if (key == "resources") {
      each(at.get_object(), [&](std::string_view name, value amounts) {
        if (name == "requests" || name == "limits") { seen.members(amounts.get_object()); }
      });
    } else if (key == "ports") {
      each_object(at, [&](std::string_view name, value port) {
        if (name == "hostPort" || name == "protocol") { seen.take(port); }
      });
    }
  });
}

void spec(object of, Seen& seen) {
  each(of, [&](std::string_view key, value at) {
    if (key == "containers" || key == "initContainers") {
      containers(at, seen);
    } else if (key == "tolerations") {
      each_object(at, [&](std::string_view name, value text) {
        seen.take(name);
        seen.take(text);
      });
    } else if (key == "nodeSelector") {
      seen.members(at.get_object());
    } else if (key == "volumes") {
      each_object(at, [&](std::string_view name, value) { seen.take(name); });
    } else if (key == "nodeName" || key == "schedulerName" || key == "priority" || key == "preemptionPolicy") {
      seen.take(at);
    }
  });
}

void status(object of, Seen& seen) {
  each(of, [&](std::string_view key, value at) {
    if (key == "phase" || key == "nominatedNodeName" || key == "startTime") {
      seen.take(at);
    } else if (key == "conditions") {
      each_object(at, [&](std::string_view name, value text) {
        if (name == "type" || name == "status" || name == "reason" || name == "lastTransitionTime") { seen.take(text); }
      });
    }
  });
}

void pod(object of, Seen& seen) {
  each(of, [&](std::string_view key, value at) {
    if (key == "metadata") {
      metadata(at.get_object(), seen);
    } else if (key == "spec") {
      spec(at.get_object(), seen);
    } else if (key == "status") {
      status(at.get_object(), seen);
    }
  });
  ++seen.items;
}

class File {
 public:
  explicit File(const char* path) : m_file(open(path, O_RDONLY | O_CLOEXEC)) {
    struct stat facts = {};
    if (m_file < 0 || fstat(m_file, &facts) != 0) { throw std::runtime_error("cannot read the file"); }
    m_size = static_cast<std::size_t>(facts.st_size);
    std::vector<char> head(std::min(m_size, std::size_t{64} * 1024));
    read(head.data(), head.size(), 0);
    const std::string_view text(head.data(), head.size());
    const std::size_t items = text.find("\"items\":");
    m_first = items == std::string_view::npos ? items : text.find('{', items);
    if (m_first == std::string_view::npos) { throw std::runtime_error("this is no list"); }
    m_marker = text.substr(m_first, k_marker);
  }
  std::size_t read(char* to, std::size_t bytes, std::size_t at) const {
    std::size_t done = 0;
    while (done < bytes && at + done < m_size) {
      const ssize_t got = pread(m_file, to + done, bytes - done, static_cast<off_t>(at + done));
      if (got <= 0) { throw std::runtime_error("cannot read the file"); }
      done += static_cast<std::size_t>(got);
    }
    return done;
  }
  std::size_t size() const { return m_size; }
  std::size_t first() const { return m_first; }
  std::string_view marker() const { return m_marker; }

 private:
  int m_file;
  std::size_t m_size = 0, m_first = 0;
  std::string m_marker;
};

// Reads the items that begin in the n-th share of the file: in brackets, they form one array.
void pass_share(const File& file, std::size_t number, std::vector<char>& buffer, ondemand::parser& parser, Seen& seen) {
  const std::size_t start = file.first() + number * k_share;
  const std::size_t wanted = k_share + std::size_t{256} * 1024; // including the rest of the last item
  buffer.resize(1 + wanted + simdjson::SIMDJSON_PADDING);
  const std::size_t got = file.read(buffer.data() + 1, wanted, start);
  const std::string_view text(buffer.data() + 1, got);
  const std::size_t first = text.find(file.marker());
  if (first == std::string_view::npos || first >= k_share) { return; }
  std::size_t end = text.find(file.marker(), k_share);
  end = text.rfind(end == std::string_view::npos ? ']' : ',', end); // the end of the last item before the next share
  buffer[first] = '[';
  buffer[1 + end] = ']';
  auto document = parser.iterate(buffer.data() + first, 2 + end - first, buffer.size() - first);
  for (object item : document.get_array()) { pod(item, seen); }
}

} // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: bare_pass FILE [THREADS]\n", stderr);
    return 2;
  }
  try {
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    if (count > 2) { std::from_chars(arguments[2], arguments[2] + std::strlen(arguments[2]), threads); }
    const auto begin = std::chrono::steady_clock::now();
    const File file(arguments[1]);
    const std::size_t shares = (file.size() - file.first() + k_share - 1) / k_share;
    std::atomic<std::size_t> next = 0;
    std::vector<Seen> seen(threads);
    std::vector<std::jthread> workers;
    for (Seen& own : seen) {
      workers.emplace_back([&] {
        std::vector<char> buffer;
        ondemand::parser parser;
        for (std::size_t share = next++; share < shares; share = next++) {
          pass_share(file, share, buffer, parser, own);
        }
      });
    }
    for (std::jthread& worker : workers) { worker.join(); }
    Seen all;
    for (const Seen& own : seen) {
      all.items += own.items;
      all.texts += own.texts;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%llu items, %llu, %.3f s\n", static_cast<unsigned long long>(all.items),
                static_cast<unsigned long long>(all.texts), took.count());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
