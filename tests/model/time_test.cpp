// SPDX-License-Identifier: Apache-2.0
// Times as metav1.Time parses and prints them.
#include "model/values/time.hpp"

#include "support/catch.hpp"
#include "support/vectors.hpp"

#include <vector>

using model::parse_time;
using model::Time;
using model::TimeError;

TEST_CASE("parse_time accepts, refuses and prints every time as the API server does") {
  support::Vectors("metav1_time.json").for_each("cases", [](const support::Case& row) {
    if (!row.is_text("input")) { // a JSON number is no text at all
      CHECK(!row.flag("ok"));
      return;
    }
    TimeError error = TimeError::None;
    const auto time = parse_time(row.text("input"), &error);
    CHECK((error == TimeError::None) == row.flag("ok"));
    REQUIRE(time.has_value() == !row.is_null("output"));
    if (time) { CHECK(model::time_text(*time) == row.text("output")); }
  });
}

TEST_CASE("the zero time parses to no time, and no error") {
  TimeError error = TimeError::Malformed;
  CHECK(!parse_time("0001-01-01T00:00:00Z", &error));
  CHECK(error == TimeError::None);
  CHECK(!parse_time("0001-01-01T02:00:00+02:00", &error));
  CHECK(error == TimeError::None);
  CHECK(parse_time("0001-01-01T00:00:01Z", &error));
}

TEST_CASE("fractions count to the microsecond and may have any length, after a dot or a comma") {
  const Time whole = *parse_time("2026-01-02T03:04:05Z");
  CHECK(parse_time("2026-01-02T03:04:05.123456Z")->micros == whole.micros + 123'456);
  CHECK(parse_time("2026-01-02T03:04:05.1234569999999999999999Z")->micros == whole.micros + 123'456);
  CHECK(parse_time("2026-01-02T03:04:05,5Z")->micros == whole.micros + 500'000);
}

TEST_CASE("times before 1970 round towards the past") {
  const Time time = *parse_time("1969-12-31T23:59:58.999Z");
  CHECK(time.micros == -1'001'000);
  CHECK(time.seconds() == -2);
  CHECK(model::time_text(time) == "1969-12-31T23:59:58Z");
  CHECK(model::time_text_milli(time) == "1969-12-31T23:59:58.999Z");
  CHECK(Time::from_seconds(-2).seconds() == -2);
}

TEST_CASE("simulated times show milliseconds") {
  CHECK(model::time_text_milli(*parse_time("2026-01-02T03:04:05.1239Z")) == "2026-01-02T03:04:05.123Z");
  CHECK(model::time_text_milli(Time{}) == "1970-01-01T00:00:00.000Z");
}

TEST_CASE("parse_time follows the leap years of the calendar") {
  CHECK(parse_time("2024-02-29T00:00:00Z"));
  CHECK(parse_time("2000-02-29T00:00:00Z"));
  for (const std::string& text : std::vector<std::string>{
           "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z",
           "2026-00-10T00:00:00Z", "2026-01-02T03:04:05+25:00", "2026-01-02T03:04:05+01:61", "2026-01-02 03:04:05Z"}) {
    INFO(text);
    CHECK(!parse_time(text));
  }
}
