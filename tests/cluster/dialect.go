// SPDX-License-Identifier: Apache-2.0

package main

import scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"

// A dialect is the way in which a cluster declares gangs. Each has its own program, because no release of Kubernetes has
// both (scheduler-plugins does not build against releases with native gangs). coscheduling.go and native.go select it by
// build tag. Each defines `gangs`, a group's outcome and a scheduler's rest.
type dialect struct {
	program     string // the name of the binary
	about       string // of its scheduler, for the help
	subcommands []subcommand
	plugins     []scheduler.Option // of its scheduler, in addition to upstream's
	config      string             // of the scheduler for a case without one: it looks at every node
	crds        bool               // groups are objects of CRDs, in files beside the binary
	kinds       []kindRow          // additional kinds

	featureArguments []string // of both the API server and the scheduler
	serverArguments  []string
	verbosity        string  // of the scheduler's log
	rest, cap        float64 // seconds: without a change is rest; limit of a run without rest
}
