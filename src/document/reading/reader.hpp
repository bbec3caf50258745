// SPDX-License-Identifier: Apache-2.0
// Reads files, folders and standard input into objects, one at a time.
//
// read() streams: it keeps a window of the file and one object, so memory follows the largest object and not the file.
// It recognises gzip and zstd, JSON and YAML by content. A file may contain several documents (YAML `---`, concatenated
// JSON), v1 Lists, typed lists (PodList: items take kind and apiVersion from the list) and our own Snapshots. The other
// top-level fields of a Snapshot come as one last Item of kind Snapshot without its items. It reads manifests like
// kubectl (reference: sigs.k8s.io/yaml, apimachinery yaml decoder).
#pragma once

#include "document/bytes/item.hpp"
#include "document/bytes/source.hpp"
#include "util/problem.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace document {

// Reads `path` (a file, a folder, or "-" for standard input) and calls `sink` per object in order; files of a folder in
// byte order of their paths. Throws util::Error if continuing would hide an error: the file cannot be opened, is empty,
// is truncated, is neither JSON nor YAML, or is larger than allowed. In a folder of a cluster, a file that is empty or
// neither JSON nor YAML is a Problem that is left out. In one of manifests (without ReadOptions::bare_lists), only an
// empty file is a Problem, as for kubectl.
void read(const std::string& path, const ReadOptions& options, const ItemSink& sink, const ProblemSink& problems);

// The same from any source of bytes; messages call it `name`.
void read_stream(ByteSource bytes, const std::string& name, const ReadOptions& options, const ItemSink& sink,
                 const ProblemSink& problems);

// The same from memory; messages call it `name`.
void read_text(std::string_view text, std::string_view name, const ReadOptions& options, const ItemSink& sink,
               const ProblemSink& problems);

} // namespace document
