// SPDX-License-Identifier: Apache-2.0
// Whole commands on small clusters: the output on each stream, and the exit status.
#include "command_test.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <unistd.h>

namespace {

std::string from(const std::string& name) { return "--from=" + data(name); }

auto lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

} // namespace

TEST_CASE("the exit status follows the verdict") {
  struct Row {
    std::vector<std::string> arguments;
    int status;
  };
  const std::vector<Row> table = {
      {{"explain", "train", "-n", "ml", from("fits.yaml")}, k_yes},
      {{"explain", "train", "-n", "ml", from("blocked.yaml")}, k_no},
      {{"explain", "-n", "ml", from("blocked.yaml")}, k_no},
      {{"explain", "-n", "ops", from("blocked.yaml")}, k_yes},
      {{"explain", "-A", from("blocked.yaml")}, k_no},
      {{"explain", from("blocked.yaml")}, k_yes},                // default is empty
      {{"explain", "-A", from("nodes.yaml")}, k_could_not_tell}, // pods are missing
      {{"explain", "nobody", "-n", "ml", from("fits.yaml")}, k_could_not_tell},
      {{"explain", "train", from("fits.yaml")}, k_could_not_tell}, // not in default
      {{"explain", "--from", "/nonexistent.json"}, k_could_not_tell},
      {{"explain", "train", "-n", "ml", from("blocked.yaml"), "--without", "pod/notebook"}, k_yes},
      {{"explain", "train", "-n", "ml", from("blocked.yaml"), "--add-nodes", "gpu-a=1"}, k_yes},
      {{"explain", "train", "-n", "ml", from("blocked.yaml"), "--set-min-member", "train=1"}, k_yes},
      {{"explain", "train", "-n", "ml", from("fits.yaml"), "--cordon", "gpu-a"}, k_no},
      {{"explain", "train", "-n", "ml", from("fits.yaml"), "--cordon", "gpu-a", "--uncordon", "gpu-a"}, k_yes},
      {{"explain", "train", "-n", "ml", from("fits.yaml"), "--cordon", "nowhere"}, k_could_not_tell},
      {{"dry-run", "-f", data("job.yaml"), from("nodes.yaml")}, k_yes},
      {{"dry-run", "-f", data("job.yaml"), from("nodes.yaml"), "--cordon", "gpu-a"}, k_no},
      {{"dry-run", "-f", data("job.yaml"), from("nodes.yaml"), "--min-member=2"}, k_yes},
      {{"dry-run", "-f", "/nonexistent.yaml", from("nodes.yaml")}, k_could_not_tell},
      {{"queue", from("blocked.yaml")}, k_yes},
      {{"queue", from("nodes.yaml")}, k_could_not_tell},
      {{"queue", "--from", "/nonexistent.json"}, k_could_not_tell},
  };
  for (const auto& [arguments, status] : table) {
    std::string line;
    for (const std::string& argument : arguments) { line += argument + " "; }
    const Ran ran = gang(arguments);
    INFO(line << "\n" << ran.out << ran.err);
    CHECK(ran.status == status);
    CHECK((status == k_could_not_tell) == ran.err.starts_with("error: "));
    if (status == k_could_not_tell) { CHECK(ran.out.empty()); }
  }
}

TEST_CASE("pods that may not be listed leave the answer open") {
  const Ran ran = gang({"explain", "-A", from("denied.yaml")});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.out.starts_with("Unknown: the pods of the cluster may not be listed (Forbidden)"));
  for (const char* const command : {"queue", "lint"}) {
    INFO(command);
    const Ran refused = gang({command, "-A", from("denied.yaml")});
    CHECK(refused.status == k_could_not_tell);
    CHECK(contains(refused.err,
                   "error: the pods of the cluster may not be listed (Forbidden), so the answer is unknown"));
  }
}

TEST_CASE("explain covers one namespace or with -A all") {
  // Remedies may change pods of any namespace.
  const Ran one = gang({"explain", "-n", "ml", from("blocked.yaml"), "-o", "json", "--max-fixes", "0"});
  CHECK(contains(one.out, "\"name\": \"train\""));
  CHECK(!contains(one.out, "\"name\": \"probe\""));
  const Ran all = gang({"explain", "-A", "-n", "ml", from("blocked.yaml"), "-o", "json"});
  CHECK(contains(all.out, "\"name\": \"train\""));
  CHECK(contains(all.out, "\"name\": \"probe\""));
}

TEST_CASE("explain finds a group by pod, by owner and by namespace/name") {
  const std::string by_name = gang({"explain", "train", "-n", "ml", from("blocked.yaml")}).out;
  CHECK(!by_name.empty());
  for (const char* name : {"pod/train-worker-0", "job/train", "podgroup/train", "train-worker-1"}) {
    INFO(name);
    CHECK(gang({"explain", name, "-n", "ml", from("blocked.yaml")}).out == by_name);
  }
  CHECK(gang({"explain", "ml/train", from("blocked.yaml")}).out == by_name);
  CHECK(gang({"explain", "train", "train", "-n", "ml", from("blocked.yaml")}).out == by_name);
}

TEST_CASE("nothing found: a message on standard error, and exit status 0") {
  const Ran ran = gang({"explain", from("blocked.yaml")});
  CHECK(ran.out.empty());
  CHECK(ran.err ==
        "No pod groups found in default namespace. There are some in ml: choose with -n, or take all with -A.\n");
  CHECK(contains(gang({"explain", "-n", "kube-public", from("fits.yaml")}).err,
                 "No pod groups found in kube-public namespace."));
  CHECK(gang({"explain", "-q", from("blocked.yaml")}).err.empty());
  CHECK(contains(gang({"explain", from("nodes.yaml"), "-o", "json"}).out, "\"kind\": \"Explanation\""));
  CHECK(gang({"explain", "deploy", "-n", "ml", from("fits.yaml")}).err == "No deployments found in ml namespace.\n");
  CHECK(gang({"explain", "jobs", "-n", "ops", from("fits.yaml")}).err ==
        "No jobs found in ops namespace. There are some in ml: choose with -n, or take all with -A.\n");
  CHECK(gang({"queue", "-n", "ops", from("fits.yaml")}).err ==
        "Nothing is waiting to be scheduled in ops namespace. Pods are pending in ml: choose with -n, or leave out "
        "-n.\n");
  CHECK(gang({"queue", "-l", "no-such=label", from("fits.yaml")}).err ==
        "Nothing that -l selects is waiting to be scheduled.\n");
  CHECK(gang({"lint", "-n", "ops", from("fits.yaml")}).out.empty());
}

TEST_CASE("a namespace that the input shows not to exist is an error") {
  for (const char* command : {"explain", "queue", "lint"}) {
    INFO(command);
    const Ran ran = gang({command, "-n", "mll", from("fits.yaml")});
    CHECK(ran.status == k_could_not_tell);
    CHECK(ran.err == "error: there is no namespace mll; did you mean ml?\n");
  }
  CHECK(gang({"explain", "-n", "mll", from("odd.yaml")}).status == k_yes); // no list of namespaces
}

TEST_CASE("a selector chooses groups by their pods") {
  CHECK(gang({"explain", "-A", "-l", "scheduling.x-k8s.io/pod-group=train", from("blocked.yaml"), "-o", "name"}).out ==
        gang({"explain", "train", "-n", "ml", from("blocked.yaml"), "-o", "name"}).out);
  CHECK(gang({"explain", "-A", "-l", "no=where", from("blocked.yaml"), "-o", "name"}).out.empty());
}

TEST_CASE("queue shows all namespaces, or the one of -n") {
  const std::string all = gang({"queue", from("blocked.yaml"), "-o", "json"}).out;
  CHECK(contains(all, "\"name\": \"train\""));
  CHECK(contains(all, "\"name\": \"probe\""));
  const std::string ops = gang({"queue", "-n", "ops", from("blocked.yaml"), "-o", "json"}).out;
  CHECK(!contains(ops, "\"name\": \"train\""));
  CHECK(contains(ops, "\"name\": \"probe\""));
  CHECK(gang({"queue", "-A", "-n", "ops", from("blocked.yaml"), "-o", "json"}).out == all);
  const std::string chosen =
      gang({"queue", "-l", "scheduling.x-k8s.io/pod-group=train", from("blocked.yaml"), "-o", "json"}).out;
  CHECK(contains(chosen, "\"name\": \"train\""));
  CHECK(contains(chosen, "\"pod\": \"ml/train-worker-0\""));
  CHECK(!contains(chosen, "probe"));
  CHECK(gang({"queue", "-l", "tier=gold", from("namesakes.yaml"), "-o", "name"}).out ==
        "podgroup.scheduling.x-k8s.io/train\n");
  CHECK(!contains(gang({"queue", "-l", "tier=gold", from("namesakes.yaml"), "-o", "json"}).out, "native-0"));
}

TEST_CASE("queue prints each attempt's scores only with --scores") {
  const std::string plain = gang({"queue", "-A", from("fits.yaml"), "-o", "json"}).out;
  CHECK(!contains(plain, "\"scores\""));
  const std::string with = gang({"queue", "-A", from("fits.yaml"), "-o", "json", "--scores"}).out;
  CHECK(contains(with, "\"NodeResourcesFit\": "));
  CHECK(contains(with, "\"total\": "));
  const auto refused = gang({"queue", "-A", from("fits.yaml"), "--scores"});
  CHECK(refused.status == k_could_not_tell);
  CHECK(contains(refused.err, "--scores is for -o json and -o yaml"));
}

TEST_CASE("the report names the sources and the what-if flags") {
  const std::string out = gang({"explain", "train", "-n", "ml", from("blocked.yaml"), "--add-nodes", "gpu-a=1",
                                "--cordon=gpu-b", "-o", "json", "--now", "2026-01-02T04:00:00Z", "--order=restart"})
                              .out;
  CHECK(contains(out, data("blocked.yaml")));
  CHECK(contains(out, "--add-nodes gpu-a=1"));
  CHECK(contains(out, "--cordon gpu-b"));
  CHECK(contains(out, "\"capturedAt\": \"2026-01-02T04:00:00Z\""));
  CHECK(contains(out, "\"toolVersion\": \"v"));
  CHECK(contains(out, "restart"));
}

TEST_CASE("the time comes from the data, else from the clock with an assumption") {
  const std::string known = gang({"explain", "-A", from("fits.yaml"), "-o", "json"}).out;
  CHECK(contains(known, "\"capturedAt\": \"2026-01-02T03:00:00Z\""));
  CHECK(!contains(known, "clock"));
  const std::string unknown = gang({"explain", "-A", from("nodes.yaml"), "-o", "json"}).out;
  CHECK(contains(unknown, "\"capturedAt\": \"2026-01-01T00:00:00Z\""));
  CHECK(contains(unknown, "clock"));
}

TEST_CASE("odd objects cause ten warnings at most, and stop nothing") {
  const Ran ran = gang({"explain", "-A", from("odd.yaml"), "-o", "json"});
  INFO(ran.err);
  CHECK(ran.status == k_could_not_tell); // one of the pods that are left out may wait
  CHECK(contains(ran.out, "\"verdict\": \"Unknown\""));
  CHECK(ran.err.starts_with("Warning: "));
  CHECK(contains(ran.err, "ml/odd-00"));
  CHECK(contains(ran.err, "… and 2 more (-v 1 shows all)\n"));
  CHECK(contains(gang({"explain", "-A", from("odd.yaml"), "-v", "1"}).err, "ml/odd-11"));
  CHECK(lines(gang({"explain", "-A", from("odd.yaml"), "-q"}).err) == 0);
}

TEST_CASE("the manifest's namespace must match -n") {
  const std::string manifest = data("blocked.yaml");
  const Ran ran = gang({"dry-run", "-f", manifest, "-n", "default", from("nodes.yaml")});
  CHECK(ran.status == k_could_not_tell);
  CHECK(contains(ran.err, "the object's namespace \"ml\" does not match the namespace \"default\""));
}

TEST_CASE("a folder without objects is neither a cluster nor a manifest") {
  const std::filesystem::path made =
      std::filesystem::temp_directory_path() / ("kubectl-gang-empty-" + std::to_string(getpid()));
  std::filesystem::create_directory(made);
  const std::string folder = made.string();
  const Ran cluster = gang({"explain", "-A", "--from", folder});
  CHECK(cluster.status == k_could_not_tell);
  CHECK(cluster.err.starts_with("error: " + folder + " holds no objects"));
  const Ran manifest = gang({"dry-run", "-f", folder, from("nodes.yaml")});
  CHECK(manifest.status == k_could_not_tell);
  CHECK(manifest.err.starts_with("error: " + folder + " holds no objects"));
  std::filesystem::remove(made);
}

TEST_CASE("a file of a folder that cannot be read may have held anything") {
  namespace fs = std::filesystem;
  const fs::path made = fs::temp_directory_path() / ("kubectl-gang-unread-" + std::to_string(getpid()));
  fs::create_directory(made);
  fs::copy_file(data("fits.yaml"), made / "a.yaml");
  const std::string lost = (made / "pods.yaml").string(), source = "--from=" + made.string();
  const std::vector<std::string> dry_run = {"dry-run", "-f", data("job.yaml")};
  const std::vector<std::vector<std::string>> questions = {
      {"explain", "-A"},
      {"explain", "-A", "-o", "json"},
      {"explain", "train", "-n", "ml"},
      {"explain", "train", "-n", "ml", "--cordon", "gpu-a"}, // a node may be lost
      {"explain", "-n", "ops"},
      {"queue"},
      {"queue", "-o", "json"},
      {"queue", "-n", "ops"},
      {"lint", "-A"},
      {"lint", "-f", data("job.yaml")},
      {"bind", "-A"},
      {"bind", "-A", "--scheduler-name", "default-scheduler"},
      {"snapshot", "-o", "-"},
      dry_run,
  };
  for (const char* const content : {"", "a: [\n", "Unable to connect to the server: EOF\n"}) {
    std::ofstream(lost) << content;
    for (std::vector<std::string> question : questions) {
      question.push_back(source);
      const Ran ran = gang(question);
      INFO(question.front() << "\n" << ran.out << ran.err);
      CHECK(ran.status == k_could_not_tell);
      CHECK(contains(ran.err, lost));
    }
  }
  CHECK(contains(gang({dry_run[0], dry_run[1], dry_run[2], source}).out, "could not be read"));
  fs::remove(lost);
  CHECK(gang({dry_run[0], dry_run[1], dry_run[2], source}).status == k_no); // the group train comes first
  fs::create_symlink("nowhere", lost);
  CHECK(gang({dry_run[0], dry_run[1], dry_run[2], source}).err.starts_with("error: cannot open " + lost));
  fs::remove_all(made);
}

TEST_CASE("what kubectl refuses in a folder of manifests is an error") {
  namespace fs = std::filesystem;
  const fs::path made = fs::temp_directory_path() / ("kubectl-gang-manifests-" + std::to_string(getpid()));
  fs::create_directory(made);
  fs::copy_file(data("job.yaml"), made / "a.yaml");
  const auto status = [&] { return gang({"dry-run", "-f", made.string(), from("nodes.yaml")}).status; };
  for (const char* const content : {"a: [\n", "replicas: 3\n"}) {
    std::ofstream(made / "z.yaml") << content;
    INFO(content);
    CHECK(status() == k_could_not_tell);
    CHECK(gang({"lint", "-f", made.string(), "--local"}).status == k_could_not_tell);
  }
  std::ofstream(made / "z.yaml") << "";
  CHECK(status() == k_yes);
  fs::remove(made / "z.yaml");
  fs::create_symlink("nowhere", made / "z.yaml");
  CHECK(status() == k_could_not_tell);
  fs::remove_all(made);
}

TEST_CASE("a saved error of the API server is an error with its message") {
  const Ran ran = gang({"explain", "-A", from("status.json")});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.err.starts_with("error: " + data("status.json")));
  CHECK(contains(ran.err, "pods is forbidden: User \"u\" cannot list resource \"pods\""));
}

TEST_CASE("each refused object of a manifest has its own line, and the text names all") {
  const Ran github = gang({"dry-run", "-f", data("misspelt.yaml"), from("nodes.yaml"), "-o", "github"});
  CHECK(contains(github.out, "line=1,title=admission of PodGroup ml/train"));
  CHECK(contains(github.out, "line=7,title=admission of Deployment ml/train"));
  const Ran text = gang({"dry-run", "-f", data("misspelt.yaml"), from("nodes.yaml")});
  CHECK(contains(text.out, "No: PodGroup ml/train is invalid"));
  CHECK(contains(text.out, "Also refused: Deployment ml/train (2 reasons)."));
}

TEST_CASE("text names each reason for which the API server refuses an object") {
  const Ran text = gang({"dry-run", "-f", data("invalid-twice.yaml"), from("nodes.yaml")});
  CHECK(contains(text.out, "No: Job ml/neg is invalid: spec.template.spec.restartPolicy: Required value:"));
  CHECK(contains(text.out,
                 "  Also invalid: spec.parallelism: Invalid value: -1: must be greater than or\n  equal to 0.\n"));
  CHECK(!contains(text.out, "Also refused"));
}

TEST_CASE("--strict asks whether each assumption holds") {
  const Ran ran = gang({"dry-run", "-f", data("job.yaml"), from("nodes.yaml"), "--strict"});
  CHECK(ran.status == k_could_not_tell);
  CHECK(ran.out.starts_with("Unknown: capacity suffices; whether the cluster has any ResourceQuota is not\n    known\n"
                            "  Also unknown: whether the cluster has any webhook or admission policy for\n  pods.\n"
                            "  Also unknown: whether the cluster has any other pods.\n"
                            "  Also unknown: whether a scheduler serves the schedulerName default-scheduler\n"
                            "  (the input does not show one).\n"));
}

TEST_CASE("unforeseen exceptions are errors too") {
  std::ostringstream out, err;
  commands::Session session = {.out = out, .err = err};
  session.clock = []() -> model::Time { throw std::bad_alloc(); };
  CHECK(commands::run({"explain", "-A", from("nodes.yaml")}, session) == k_could_not_tell);
  session.clock = []() -> model::Time { throw std::logic_error("no time"); };
  CHECK(commands::run({"explain", "-A", from("nodes.yaml")}, session) == k_could_not_tell);
  CHECK(err.str() == "error: there is not enough memory for this input\n"
                     "error: this is a bug in kubectl gang, please report it: no time\n");
  CHECK(out.str().empty());
}

TEST_CASE("colour appears in text only, and only on request") {
  const auto out = [](const char* color, const char* format) {
    return gang({"explain", "-n", "ml", from("blocked.yaml"), "--color", color, "-o", format}).out;
  };
  CHECK(contains(out("always", "wide"), "\x1b["));
  CHECK(!contains(out("auto", "wide"), "\x1b["));
  CHECK(!contains(out("always", "json"), "\x1b["));
  CHECK(!contains(out("always", "name"), "\x1b["));
}

TEST_CASE("-o ignores case") {
  CHECK(gang({"explain", "-A", from("fits.yaml"), "-oJSON"}).out ==
        gang({"explain", "-A", from("fits.yaml"), "-o=json"}).out);
  CHECK(gang({"queue", from("fits.yaml"), "-oYaml"}).out.starts_with("apiVersion: kubectl-gang/v1alpha1\n"));
}

TEST_CASE("templates come from files, and an error names an unreadable one") {
  const auto answer = [](const std::string& format) {
    return gang({"explain", "-A", from("fits.yaml"), "-o", format});
  };
  const std::string path = std::filesystem::temp_directory_path() / ("template-" + std::to_string(getpid()));
  std::ofstream(path) << "{.kind}";
  CHECK(answer("jsonpath-file=" + path).out == "Explanation");
  std::ofstream(path) << "NAME   WHY\n.name  .verdict\n";
  CHECK(answer("custom-columns-file=" + path).out.starts_with("NAME "));
  std::ofstream(path) << std::string((1 << 20) + 1, ' ');
  CHECK(contains(answer("jsonpath-file=" + path).err, path + " is larger than 1 MiB"));
  std::filesystem::remove(path);
  for (const std::string& bad : {path, std::filesystem::temp_directory_path().string()}) {
    const Ran ran = answer("jsonpath-file=" + bad);
    CHECK(ran.status == k_could_not_tell);
    CHECK(ran.err.starts_with("error: error reading template: cannot "));
    CHECK(contains(ran.err, bad));
  }
}
