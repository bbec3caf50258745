// SPDX-License-Identifier: Apache-2.0

// The reference control plane of the conformance tests: etcd, kube-apiserver, kube-scheduler and kubectl in one binary,
// and `record`, which runs test cases through them. A dialect selects its gang scheduler.
package main

import (
	"fmt"
	"os"
	"strings"
)

// A subcommand takes the arguments after its name and returns the exit status.
type subcommand struct {
	name, help string
	run        func(args []string) int
}

func subcommands() []subcommand {
	return append([]subcommand{
		{"record", "run cases (standard input, one per line) and write the real scheduler's results", runRecord},
		{"up", "start a control plane, print its kubeconfig, run until interrupted", runUp},
		{"etcd", "etcd alone; first argument: its data folder", runEtcd},
		{"apiserver", "kube-apiserver, with its own flags", runAPIServer},
		{"scheduler", "kube-scheduler " + gangs.about + ", with its own flags", runScheduler},
		{"kubectl", "kubectl", runKubectl},
		{janitorName, "removes a folder when its standard input ends (internal)", runJanitor},
	}, gangs.subcommands...)
}

func main() {
	if len(os.Args) > 1 {
		for _, command := range subcommands() {
			if command.name == os.Args[1] {
				os.Exit(command.run(os.Args[2:]))
			}
		}
	}
	var help strings.Builder
	for _, command := range subcommands() {
		fmt.Fprintf(&help, "  %-11s %s\n", command.name, command.help)
	}
	fmt.Fprintf(os.Stderr, "usage: %s SUBCOMMAND [ARGUMENT...]\n%s", gangs.program, help.String())
	os.Exit(2)
}
