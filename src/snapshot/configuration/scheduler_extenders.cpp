// SPDX-License-Identifier: Apache-2.0
#include "snapshot/configuration/scheduler_extenders.hpp"

#include "model/values/name_errors.hpp"
#include "model/values/resources.hpp"
#include "snapshot/configuration/scheduler_plugins.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string_view>

namespace snapshot {

namespace {

using Words = std::span<const std::string_view>;

// Fields whose type alone is checked.
constexpr std::array<std::string_view, 3> k_flags_of_extender = {"enableHTTPS", "ignorable", "nodeCacheCapable"};
constexpr std::array<std::string_view, 3> k_texts_of_extender = {"filterVerb", "preemptVerb", "urlPrefix"};
constexpr std::array<std::string_view, 1> k_flags_of_tls = {"insecure"};
constexpr std::array<std::string_view, 7> k_texts_of_tls = {"caData",  "caFile",  "certData",  "certFile",
                                                            "keyData", "keyFile", "serverName"};
constexpr std::array<std::string_view, 3> k_texts_of_client = {"acceptContentTypes", "contentType", "kubeconfig"};
constexpr std::array<std::string_view, 2> k_texts_of_election = {"resourceName", "resourceNamespace"};

bool is_among(Words words, std::string_view word) { return std::ranges::find(words, word) != words.end(); }

void check_type(std::string_view key, document::Value member, const Path& at, Words flags, Words texts) {
  if (is_among(flags, key)) {
    boolean_of(member, at);
  } else if (is_among(texts, key)) {
    text_of(member, at);
  } else {
    refuse_unknown_field(at);
  }
}

// (validateExtendedResourceName, IsExtendedResourceName)
std::string complaint_about_resource(std::string_view name) {
  if (std::string error = model::label_key_error(name); !error.empty()) { return error; }
  return model::is_extended_resource_name(name) ? std::string() : "is an invalid extended resource name";
}

[[noreturn]] void refuse_value(const Path& path, std::string_view value, std::string_view why) {
  throw DecodeError(path, util::concat("Invalid value: \"", value, "\": ", why));
}

class ExtenderReader {
 public:
  void read(document::Value value, const Path& path) {
    model::NotSimulated extender{"an extender", {}};
    std::int64_t weight = 0;
    bool ranks = false;
    each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
      if (key == "managedResources") {
        each_element(member, at, [&](document::Value resource, const Path& below) {
          extender.only_for.push_back(read_resource(resource, below));
        });
      } else if (key == "weight") {
        weight = int64_of(member, at);
      } else if (key == "bindVerb") {
        m_binders += text_of(member, at).empty() ? 0 : 1;
      } else if (key == "prioritizeVerb") {
        ranks = !text_of(member, at).empty();
      } else if (key == "httpTimeout") {
        nanoseconds_of(member, at);
      } else if (key == "tlsConfig") {
        each_member(member, at, [&](std::string_view field, document::Value below, const Path& where) {
          check_type(field, below, where, k_flags_of_tls, k_texts_of_tls);
        });
      } else {
        check_type(key, member, at, k_flags_of_extender, k_texts_of_extender);
      }
    });
    if (ranks && weight <= 0) {
      throw DecodeError(path["weight"],
                        util::concat("Invalid value: ", weight, ": must have a positive weight applied to it"));
    }
    m_extenders.all.push_back(std::move(extender));
  }

  Extenders take(const Path& path) && {
    if (m_binders > 1) {
      refuse_value(path, util::concat("found ", m_binders, " extenders implementing bind"),
                   "only one extender can implement bind");
    }
    return std::move(m_extenders);
  }

 private:
  std::string read_resource(document::Value value, const Path& path) {
    std::string name;
    bool is_ignored = false;
    each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
      if (key == "name") {
        name = text_of(member, at);
      } else if (key == "ignoredByScheduler") {
        is_ignored = boolean_of(member, at);
      } else {
        refuse_unknown_field(at);
      }
    });
    if (const std::string complaint = complaint_about_resource(name); !complaint.empty()) {
      refuse_value(path["name"], name, complaint);
    }
    if (!m_managed.insert(name).second) {
      refuse_value(path["name"], name, "duplicate extender managed resource name");
    }
    if (is_ignored) { m_extenders.ignored.push_back(name); }
    return name;
  }

  Extenders m_extenders;
  std::set<std::string> m_managed; // by any of them
  int m_binders = 0;
};

} // namespace

// Reads only which pods the extender sees, and which resources NodeResourcesFit leaves to it.
// (HTTPExtender.IsInterested, scheduler.go buildExtenders; apis/config/validation, validateExtenders)
Extenders extenders_of(document::Value list, const Path& path) {
  ExtenderReader reader;
  each_element(list, path, [&](document::Value element, const Path& at) { reader.read(element, at); });
  return std::move(reader).take(path);
}

// (component-base config/validation, ValidateLeaderElectionConfiguration; client-go, NewLeaderElector)
void check_leader_election(document::Value value, const Path& path) {
  struct Span {
    std::string_view field;
    std::int64_t nanoseconds;
  };
  constexpr std::int64_t k_second = 1'000'000'000;
  std::array<Span, 3> spans = {
      {{"leaseDuration", 15 * k_second}, {"renewDeadline", 10 * k_second}, {"retryPeriod", 2 * k_second}}};
  bool elects = true;
  std::string_view lock;
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    const auto span = std::ranges::find(spans, key, &Span::field);
    if (span != spans.end()) {
      const std::int64_t given = nanoseconds_of(member, at);
      if (given != 0) { span->nanoseconds = given; }
    } else if (key == "leaderElect") {
      elects = member.absent() || boolean_of(member, at);
    } else if (key == "resourceLock") {
      lock = text_of(member, at);
    } else {
      check_type(key, member, at, {}, k_texts_of_election);
    }
  });
  if (!elects) { return; }
  for (const Span& span : spans) {
    if (span.nanoseconds > 0) { continue; }
    refuse_value(path[span.field], value[span.field].text(), "must be greater than zero");
  }
  const std::int64_t lease = spans[0].nanoseconds, renew = spans[1].nanoseconds, retry = spans[2].nanoseconds;
  if (lease <= renew) {
    refuse_value(path["leaseDuration"], model::go_duration_text(lease), "must be greater than `RenewDeadline`");
  }
  constexpr double k_jitter = 1.2;
  if (static_cast<double>(renew) <= k_jitter * static_cast<double>(retry)) {
    refuse_value(path["renewDeadline"], model::go_duration_text(renew),
                 "must be greater than retryPeriod*JitterFactor");
  }
  if (!lock.empty() && lock != "leases") {
    refuse_value(path["resourceLock"], lock, "resourceLock value must be \"leases\"");
  }
}

void check_client_connection(document::Value value, const Path& path) {
  each_member(value, path, [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "burst") {
      if (const std::int32_t burst = int32_of(member, at); burst < 0) {
        throw DecodeError(at, util::concat("Invalid value: ", burst, ": must be non-negative"));
      }
    } else if (key == "qps") {
      if (!member.absent() && !member.is_number()) { throw DecodeError(at, "this is not a number"); }
    } else {
      check_type(key, member, at, {}, k_texts_of_client);
    }
  });
}

} // namespace snapshot
