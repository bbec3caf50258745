// SPDX-License-Identifier: Apache-2.0
#include "model/report/report.hpp"

namespace model {

Evidence::Evidence() = default;
Evidence::Evidence(const Evidence& other) = default;
Evidence::Evidence(Evidence&& other) noexcept = default;
Evidence& Evidence::operator=(const Evidence& other) = default;
Evidence& Evidence::operator=(Evidence&& other) noexcept = default;
Evidence::~Evidence() = default;

GroupReport::GroupReport() = default;
GroupReport::GroupReport(const GroupReport& other) = default;
GroupReport::GroupReport(GroupReport&& other) noexcept = default;
GroupReport& GroupReport::operator=(const GroupReport& other) = default;
GroupReport& GroupReport::operator=(GroupReport&& other) noexcept = default;
GroupReport::~GroupReport() = default;

Report::Report() = default;
Report::Report(const Report& other) = default;
Report::Report(Report&& other) noexcept = default;
Report& Report::operator=(const Report& other) = default;
Report& Report::operator=(Report&& other) noexcept = default;
Report::~Report() = default;

} // namespace model
