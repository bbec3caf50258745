// SPDX-License-Identifier: Apache-2.0
// Files, folders and standard input to objects, one at a time.
//
// read() streams: it holds a window of the file and one object, so memory follows the largest object and not the file.
// It recognises gzip and zstd, JSON and YAML by content; takes several documents in one file (YAML `---`, concatenated
// JSON), v1 Lists, typed lists (PodList: items take kind and apiVersion from the list) and our own Snapshots (whose
// other top-level fields come as one last Item of kind Snapshot without its items). Manifests read as kubectl reads
// them (reference: sigs.k8s.io/yaml, apimachinery yaml decoder).
#pragma once

#include "document/source.hpp"
#include "document/value.hpp"
#include "document/wanted.hpp"
#include "util/problem.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace document {

// Where an object stands, for messages: "pods.json, item 17" or "job.yaml, line 3" or "standard input, document 2".
struct Place {
  std::string_view file;     // as the user named it; "standard input" for -
  std::int64_t item = 0;     // position in its list from 1; 0: not in a list
  std::int64_t line = 0;     // of the object's first character, from 1; 0: not known
  std::int64_t document = 0; // from 1, where the file holds more than one; 0: not known or the first
  std::string text() const;
};

// What was found out about an item before it was handed over.
struct Prepared {
  virtual ~Prepared() = default;
};

struct Item {
  Value value;           // an object; kind and apiVersion may be missing in items of typed lists
  std::string_view kind; // its own, else the list's; may be empty
  std::string_view api_version;
  Place place;
  Prepared* prepared = nullptr; // by ReadOptions::prepare; null: it was not, or nothing was found out
};

// What of the work on an item needs nothing else. Called on any thread; `item` has no place yet. Must not throw.
using Prepare = std::function<std::unique_ptr<Prepared>(const Item& item)>;

struct ReadOptions {
  bool recursive = true;                       // folders: also those below
  std::uint64_t max_bytes = 64ull << 30;       // after decompression, per file: a guard against bombs
  std::uint64_t max_item_bytes = 512ull << 20; // one object
  bool files_only_with_known_endings = true;   // in folders: .json .yaml .yml, also with .gz or .zst
  WantedOf wanted_of = {};                     // of the items of JSON lists; empty: all of everything
  Prepare prepare = {};                        // for the items of JSON lists
  unsigned threads = 0;                        // that parse; 0: as many as the machine has
};

using ItemSink = std::function<void(const Item&)>;      // the Item is valid during the call only
using ProblemSink = std::function<void(util::Problem)>; // an object that cannot be read: skipped, the rest goes on

// Reads `path` (a file, a folder, or "-" for standard input) and calls `sink` per object in order; files of a folder
// in byte order of their paths. Throws util::Error where going on would hide something: the file cannot be opened,
// is empty, is cut off in the middle, is neither JSON nor YAML, or is larger than allowed.
void read(const std::string& path, const ReadOptions& options, const ItemSink& sink, const ProblemSink& problems);

// The same from any source of bytes; `name` stands for the file in messages.
void read_stream(ByteSource bytes, const std::string& name, const ReadOptions& options, const ItemSink& sink,
                 const ProblemSink& problems);

// The same from memory; `name` stands for the file in messages.
void read_text(std::string_view text, std::string_view name, const ReadOptions& options, const ItemSink& sink,
               const ProblemSink& problems);

} // namespace document
