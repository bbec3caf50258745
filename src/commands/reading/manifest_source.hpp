// SPDX-License-Identifier: Apache-2.0
// Manifests from a URL, and of a kustomization: what kubectl's -f URL and -k DIR read.
#pragma once

#include "commands/flags/messages.hpp"
#include "commands/line/session.hpp"

#include <string>
#include <string_view>

namespace commands {

bool is_url(std::string_view file); // http:// or https://

// The body of the URL. Sends no credentials and follows no redirects. Throws util::Error if the server answers with
// another status than 200, or not at all.
std::string text_of_url(const std::string& url, const Messages& messages, Session& session);

// The output of `kubectl kustomize FOLDER`. Runs the kubectl of an absolute folder of PATH. Throws util::Error if there
// is none, or if it fails: with the last lines of its standard error. Prints those of a success as notes.
std::string text_of_kustomization(const std::string& folder, const Messages& messages, Session& session);

} // namespace commands
