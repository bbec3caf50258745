// SPDX-License-Identifier: Apache-2.0
// Writes objects to a snapshot as they arrive, one line per object.
//
//   Saver saver(options, [&](std::string_view bytes) { packer.write(bytes); });
//   document::read(path, {}, [&](const document::Item& item) { saver.add(item); }, …);
//   const Saved saved = saver.finish();
//
// Objects stay in order of arrival. The same objects give the same bytes, and the objects of a snapshot give that
// snapshot again. Memory grows with the largest object. With --anonymize it also grows with the number of different
// words in names, and objects wait in a file without a name (see document/bytes/new_file.hpp) until the last word is
// known.
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
  bool anonymize = false;              // only with Fields::Allowed
  std::optional<model::Time> now = {}; // the capture time; default: what finish() receives, else what the data says
  std::string tool_version = {};       // "v0.1.0"
  std::string temporary_near = {};     // a path: --anonymize puts its file into the same folder; empty: into $TMPDIR
};

// Facts that the objects do not contain. A source that listed everything sets `complete`. For files, which do not,
// finish() records as omitted what their lists could not contain.
struct Taken {
  bool complete = false;
  std::optional<model::Time> at = {};
  std::string server_version = {};                        // "v1.34.2"
  std::map<std::string, std::string> resource_versions{}; // by list
  std::vector<model::OmittedList> omitted = {};
};

struct Saved {
  std::map<std::string, std::int64_t> kept, left_out; // number of objects by kind
  std::vector<std::string> omitted;                   // names of lists
  std::uint64_t bytes = 0;                            // before compression
  std::optional<model::Time> captured_at;
};

class Saver {
 public:
  using Sink = std::function<void(std::string_view)>;

  Saver(SaveOptions options, Sink sink);
  ~Saver();
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  // Adds any object; it needs to be valid only during the call. For a kind that scheduling does not read, writes only
  // the owner, and only if it may sit between a pod and the object that the user created. The head of another Snapshot
  // goes into the head of this one.
  void add(const document::Item& item);

  // Call once, after the last object. Throws util::Error if it cannot replace names.
  Saved finish(const Taken& taken = {});

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace snapshot
