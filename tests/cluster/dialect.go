// SPDX-License-Identifier: Apache-2.0

package main

import scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"

// A dialect is a way in which a cluster knows gangs. One program is built for each: coscheduling.go and native.go say
// which, by build tag, because no release of Kubernetes has both (scheduler-plugins does not build against those with
// gangs of their own). Each defines `gangs` and what a group's outcome and a scheduler's rest are.
type dialect struct {
	program     string // the name of the binary
	about       string // of its scheduler, for the help
	subcommands []subcommand
	plugins     []scheduler.Option // that its scheduler has besides upstream's own
	config      string             // of a scheduler for which a case has none: every node is looked at
	crds        bool               // groups are objects of CRDs, which lie beside the binary
	kinds       []kindRow          // of its own

	featureArguments []string // of both the API server and the scheduler
	serverArguments  []string
	verbosity        string  // of the scheduler's log
	rest, cap        float64 // seconds: without a change is rest; after which a run without rest is cut off
}
