// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/new_names.hpp"

#include "model/cluster/device_selector_names.hpp"
#include "model/cluster/pod.hpp"
#include "model/cluster/scheduler_message.hpp"
#include "snapshot/admission/quota_names.hpp"
#include "snapshot/objects/decode_event.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace snapshot {

namespace {

// Domains whose names are no secret: Kubernetes, hardware and clouds, and projects that put labels and resources on
// clusters.
constexpr std::array<std::string_view, 65> k_known_domains = {
    "alibabacloud.com", "aliyun.com",      "aliyuncs.com",
    "amazonaws.com",    "amd.com",         "azure.com",
    "bytedance.com",    "kai.scheduler",   "yunikorn.apache.org",
    "cambricon.com",    "ceph.com",        "cilium.io",
    "furiosa.ai",       "gke.io",          "google.com",
    "grove.io",         "habana.ai",       "helm.sh",
    "huawei.com",       "ibm.com",         "iluvatar.com",
    "intel.com",        "istio.io",        "k8s.aws",
    "k8s.io",           "karpenter.sh",    "kata-containers.io",
    "koordinator.sh",   "kubeflow.org",    "kubernetes.io",
    "kubevirt.io",      "linkerd.io",      "longhorn.io",
    "mellanox.com",     "metax-tech.com",  "microsoft.com",
    "mthreads.com",     "nebius.com",      "nvidia.com",
    "openshift.io",     "oraclecloud.com", "projectcalico.org",
    "qualcomm.com",     "ray.io",          "rebellions.ai",
    "rook.io",          "run.ai",          "tenstorrent.com",
    "volcano.sh",       "vmware.com",      "x-k8s.io",
    "xilinx.com",       "aibrix.ai",       "argoproj.io",
    "aws.com",          "dapr.io",         "hashicorp.com",
    "kserve.io",        "llm-d.ai",        "nidhogg.uswitch.com",
    "opentelemetry.io", "loft.sh",         "openebs.io",
    "rancher.io",       "liqo.io",
};

// Resources, labels and taints of Kubernetes and its autoscaler without a domain, and the only field that node
// selectors can name.
constexpr std::array<std::string_view, 16> k_known_words = {"cpu",
                                                            "memory",
                                                            "ephemeral-storage",
                                                            "storage",
                                                            "pods",
                                                            "metadata.name",
                                                            "job-name",
                                                            "pod-template-hash",
                                                            "controller-revision-hash",
                                                            "controller-uid",
                                                            "applicationId",
                                                            "queue",
                                                            "spark-app-selector",
                                                            "type",
                                                            "ToBeDeletedByClusterAutoscaler",
                                                            "DeletionCandidateOfClusterAutoscaler"};
constexpr std::array<std::string_view, 3> k_known_beginnings = {"aws-node-termination-handler/", "hugepages-",
                                                                "attachable-volumes-"};

// Below these domains, users choose the name.
constexpr std::array<std::string_view, 2> k_domains_of_users = {"node-role.kubernetes.io",
                                                                "node-restriction.kubernetes.io"};

// The values of these labels reveal nothing, or we count with them.
constexpr std::array<std::string_view, 11> k_plain_values = {"apps.kubernetes.io/pod-index",
                                                             "kubernetes.io/arch",
                                                             "kubernetes.io/os",
                                                             "beta.kubernetes.io/arch",
                                                             "beta.kubernetes.io/os",
                                                             "batch.kubernetes.io/job-completion-index",
                                                             "jobset.sigs.k8s.io/replicatedjob-replicas",
                                                             "pod-group.scheduling.sigs.k8s.io/min-available",
                                                             "pod-group.scheduling.x-k8s.io/min-available",
                                                             "liqo.io/type",
                                                             "vcluster.loft.sh/fake-node"};

// ConfigMaps of programs, which are found by these names.
constexpr std::array<std::string_view, 2> k_configurations = {"inferenceservice-config",
                                                              "workflow-controller-configmap"};

constexpr std::string_view k_left_out = "(left out)";

bool is_below(std::string_view name, std::string_view domain) {
  return name.ends_with(domain) && (name.size() == domain.size() || name[name.size() - domain.size() - 1] == '.');
}

template <std::size_t Count>
bool is_one_of(std::string_view text, const std::array<std::string_view, Count>& words) {
  return std::ranges::find(words, text) != words.end();
}

// "nvidia.com/gpu" and "gpu.nvidia.com" both belong to nvidia.com.
bool is_known(std::string_view qualified) {
  if (is_one_of(qualified, k_known_words)) { return true; }
  if (std::ranges::any_of(k_known_beginnings, [&](std::string_view start) { return qualified.starts_with(start); })) {
    return true;
  }
  const std::string_view domain = qualified.substr(0, qualified.find('/'));
  const auto holds = [&](std::string_view known) { return is_below(domain, known); };
  return std::ranges::any_of(k_known_domains, holds) && std::ranges::none_of(k_domains_of_users, holds);
}

// Separators stay; the header explains why these bytes.
bool separates(char byte) { return static_cast<unsigned char>(byte) < '0'; }

bool names_people(Content content) {
  using enum Content;
  return content == Name || content == Namespace || content == Key || content == LabelValue || content == Qualified ||
         content == Image || content == Address;
}

// A code consists of letters: "x" and the number of the word in base 26.
std::string code_of(std::size_t number, std::size_t width) {
  std::string code(width + 1, 'x');
  for (std::size_t at = width; at > 0; --at) {
    code[at] = static_cast<char>('a' + number % 26);
    number /= 26;
  }
  return code;
}

void check_length(const CutText& text, const std::string& name) {
  const std::size_t most = text.content == Content::Namespace ? 63 : 253;
  const bool limited = text.content == Content::Name || text.content == Content::Namespace;
  if (!limited || name.size() <= most || text.text.size() > most) { return; }
  throw util::Error(util::concat("--anonymize: the name that stands for ", text.text, " would have ", name.size(),
                                 " characters, and ", most, " are allowed"));
}

using Part = model::SelectorPart;

CutText cut_text(Part part, std::string_view text) {
  switch (part) {
  case Part::Driver:
  case Part::Domain:
    return {Content::Qualified, text, {}};
  case Part::Name:
    return {Content::Attribute, text, {}};
  case Part::Text:
    break;
  }
  return {Content::Name, text, {}};
}

// "deviceclass.resource.kubernetes.io/gpu": a resource that contains the name of an object.
bool names_device_class(const CutText& text) {
  return text.content == Content::Qualified && text.text.starts_with(model::k_device_class_prefix);
}
std::string_view device_class_of(const CutText& text) { return text.text.substr(model::k_device_class_prefix.size()); }

// The domain of an attribute's name; empty if it has none.
std::string_view domain_of(std::string_view attribute) {
  return attribute.substr(0, attribute.find('/') == std::string_view::npos ? 0 : attribute.find('/'));
}

// Calls visit(text) for each name and value in a CEL expression that we read.
template <typename Visit>
void each_name(std::string_view expression, Visit visit) {
  model::renamed(model::DeviceSelector(expression), [&](Part part, std::string_view text) {
    visit(cut_text(part, text));
    return std::string(text);
  });
}

} // namespace

// True if the string reveals nothing, or if we count or compare it.
bool NewNames::stays(const CutText& text) const {
  switch (text.content) {
  case Content::LabelValue:
    return is_one_of(text.key, k_plain_values) || m_number_keys.contains(text.key) ||
           (text.key == "type" && text.text == "virtual-kubelet"); // of nodes without a kubelet
  case Content::Key:
  case Content::Qualified:
    return is_known(text.text);
  case Content::Name:
    return is_one_of(text.text, k_configurations);
  case Content::Address:
    return text.text == "0.0.0.0" || text.text == "::"; // all addresses
  default:
    return false;
  }
}

// Calls visit(part, is_word) for words and separators in turn.
template <typename Visit>
void NewNames::each_part(const CutText& text, Visit&& visit) const {
  std::string_view rest = text.text;
  const bool colons_separate = text.content == Content::Image; // "name:tag" and "name@digest"; no order depends on it
  const bool sets = text.content == Content::LabelValue;       // volumes in several zones: "a__b"
  while (!rest.empty()) {
    std::size_t end = 0;
    const auto ends_word = [&](std::size_t at) {
      return separates(rest[at]) || (colons_separate && (rest[at] == ':' || rest[at] == '@')) ||
             (sets && rest.substr(at).starts_with("__"));
    };
    while (end < rest.size() && !ends_word(end)) { ++end; }
    if (end > 0) {
      visit(rest.substr(0, end), true);
    } else {
      end = !separates(rest[0]) && sets ? 2 : 1;
      visit(rest.substr(0, end), false);
    }
    rest.remove_prefix(end);
  }
}

void NewNames::note(const CutText& text) {
  if (text.content == Content::Operator && (text.text == "Gt" || text.text == "Lt")) {
    m_number_keys.emplace(text.key);
  } else if (text.content == Content::Uid) {
    m_codes.try_emplace(std::string(text.text));
  } else if (text.content == Content::Expression) {
    each_name(text.text, [&](const CutText& name) { note(name); });
  } else if (text.content == Content::Attribute) {
    note({Content::Qualified, domain_of(text.text), {}});
  } else if (text.content == Content::Quota) {
    const QuotaName name = quota_name_of(text.text);
    note({name.content, name.chosen, {}});
  } else if (names_device_class(text)) {
    note({Content::Qualified, device_class_of(text), {}});
  } else if (names_people(text.content) && !stays(text)) {
    each_part(text, [&](std::string_view part, bool is_word) {
      if (is_word && !m_codes.contains(part)) { m_codes.emplace(part, ""); }
    });
  }
}

void NewNames::settle() {
  std::size_t width = 2;
  // Use at least twice as many codes as words, because codes that are words themselves are skipped.
  for (std::size_t codes = std::size_t{26} * 26; codes < 2 * m_codes.size() + 1; codes *= 26) { ++width; }
  std::size_t number = 0;
  for (auto& [word, code] : m_codes) {
    do { code = code_of(number++, width); } while (m_codes.contains(code));
  }
}

std::string_view NewNames::code_or(std::string_view word, std::string_view otherwise) const {
  const auto code = m_codes.find(word);
  return code == m_codes.end() ? otherwise : std::string_view(code->second);
}

std::string_view NewNames::text_of(const CutText& text) {
  switch (text.content) {
  case Content::Message:
    if (!model::other_plugin_in(text.text).empty()) { return R"((left out) plugin "other")"; } // it decides, too
    return text.text.empty() ? text.text : k_left_out;
  case Content::FailedMessage:
    // Keeps only the words that identify a rejection of the group in such an event.
    return tells_of_group_failure(text.text) ? std::string_view("rejection in Unreserve") : k_left_out;
  case Content::Uid:
    return code_or(text.text, k_left_out);
  case Content::Expression:
    return expression_of(text.text);
  case Content::Attribute:
    return attribute_of(text.text);
  case Content::Manager:
    return text.text == model::k_kube_scheduler ? text.text : k_other_manager;
  case Content::Quota:
    return quota_of(text.text);
  default:
    break;
  }
  if (names_device_class(text)) {
    const std::string chosen(text_of({Content::Qualified, device_class_of(text), {}}));
    return m_text = util::concat(model::k_device_class_prefix, chosen);
  }
  if (!names_people(text.content) || stays(text)) { return text.text; }
  m_text.clear();
  each_part(text, [&](std::string_view part, bool is_word) {
    const bool is_tag = text.content == Content::Image && part == "latest";  // same as no tag
    const bool is_csi = text.content == Content::Qualified && part == "csi"; // shows that a provisioner is a CSI driver
    m_text += is_word && !is_tag && !is_csi ? code_or(part, part) : part;
  });
  check_length(text, m_text);
  return m_text;
}

std::string_view NewNames::quota_of(std::string_view resource) {
  const QuotaName name = quota_name_of(resource);
  const std::string chosen(text_of({name.content, name.chosen, {}}));
  m_text = util::concat(name.before, chosen, name.after);
  return m_text;
}

std::string_view NewNames::attribute_of(std::string_view attribute) {
  const std::string_view domain = domain_of(attribute);
  if (domain.empty()) { return attribute; }
  const std::string changed(text_of({Content::Qualified, domain, {}}));
  m_text = util::concat(changed, attribute.substr(domain.size()));
  return m_text;
}

// Keeps the CEL expressions that we read, with the new names.
std::string_view NewNames::expression_of(std::string_view expression) {
  std::optional<std::string> renamed =
      model::renamed(model::DeviceSelector(expression),
                     [&](Part part, std::string_view name) { return std::string(text_of(cut_text(part, name))); });
  if (!renamed) { return k_left_out; }
  m_text = std::move(*renamed);
  return m_text;
}

} // namespace snapshot
