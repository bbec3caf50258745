// SPDX-License-Identifier: Apache-2.0
// Objects in, a snapshot out: while they arrive, one line per object.
//
//   Saver saver(options, [&](std::string_view bytes) { packer.write(bytes); });
//   document::read(path, {}, [&](const document::Item& item) { saver.add(item); }, …);
//   const Saved saved = saver.finish();
//
// The order is that of arrival, and the same objects give the same bytes; those of a snapshot give that snapshot
// again. Memory follows the largest object. With --anonymize it also follows the number of different words in names,
// and what was added waits in a file without a name (see document/bytes/new_file.hpp) until the last word is known.
#pragma once

#include "document/reading/reader.hpp"
#include "model/cluster/omitted_list.hpp"
#include "model/values/time.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct SaveOptions {
  enum class Fields : std::uint8_t { Allowed, Raw } fields = Fields::Allowed;
  bool anonymize = false;              // only of allowed fields
  std::optional<model::Time> now = {}; // the time of the capture; else what finish() is told, else what the data says
  std::string tool_version = {};       // "v0.1.0"
  std::string temporary_near = {};     // a path: --anonymize keeps its file in the same folder; else in $TMPDIR
};

// What the objects themselves do not say. A source that listed everything there is sets `complete`; files did not, and
// then what their kind of list could not hold is noted as omitted.
struct Taken {
  bool complete = false;
  std::optional<model::Time> at = {};
  std::string server_version = {};                        // "v1.34.2"
  std::map<std::string, std::string> resource_versions{}; // of each list
  std::vector<model::OmittedList> omitted = {};
};

struct Saved {
  std::map<std::string, std::int64_t> kept, left_out; // objects of each kind
  std::vector<std::string> omitted;                   // names of lists
  std::uint64_t bytes = 0;                            // before they are packed
  std::optional<model::Time> captured_at;
};

class Saver {
 public:
  using Sink = std::function<void(std::string_view)>;

  Saver(SaveOptions options, Sink sink);
  ~Saver();
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  // Any object, valid during the call only. Of a kind that scheduling does not read, nothing is written but whose it
  // is, where it can stand between a pod and what a person made. The head of another Snapshot goes into this one's.
  void add(const document::Item& item);

  // Once, after the last object. Throws util::Error where names cannot be replaced.
  Saved finish(const Taken& taken = {});

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace snapshot
