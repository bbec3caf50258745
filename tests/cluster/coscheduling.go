// SPDX-License-Identifier: Apache-2.0

//go:build !native

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	_ "sigs.k8s.io/scheduler-plugins/apis/config/scheme" // decodes CoschedulingArgs
	controller "sigs.k8s.io/scheduler-plugins/cmd/controller/app"
	"sigs.k8s.io/scheduler-plugins/pkg/coscheduling"
)

// Gangs by the Coscheduling plugin and the PodGroup controller of scheduler-plugins.
var gangs = dialect{
	program: "reference",
	about:   "with the Coscheduling plugin",
	subcommands: []subcommand{
		{"controller", "the PodGroup controller of scheduler-plugins, with its own flags", runPodGroupController},
	},
	plugins: []scheduler.Option{scheduler.WithPlugin(coscheduling.Name, coscheduling.New)},
	config: `apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
percentageOfNodesToScore: 100
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint:
      enabled: [{name: Coscheduling}]
    queueSort:
      enabled: [{name: Coscheduling}]
      disabled: [{name: "*"}]
`,
	crds:      true,
	kinds:     []kindRow{{"scheduling.x-k8s.io/v1alpha1", "PodGroup", "podgroups", true, 2, true}},
	verbosity: "--v=5", // moves between queues
	rest:      2,
	cap:       12,
}

// Upstream's names for these types up to 1.34.
type (
	preScorePlugin = framework.PreScorePlugin
	scorePlugin    = framework.ScorePlugin
	anyPlugin      = framework.Plugin
	pluginHandle   = framework.Handle
	extensions     = framework.ScoreExtensions
)

const maxNodeScore = framework.MaxNodeScore

// The controller registers its flags globally and parses none of them itself.
func runPodGroupController(args []string) int {
	options := controller.NewServerRunOptions()
	pflag.CommandLine.AddGoFlagSet(flag.CommandLine)
	if err := pflag.CommandLine.Parse(args); err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 2
	}
	if err := controller.Run(options); err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	return 0
}

// The result of the PodGroup controller.
type groupRecord struct {
	Phase      string `json:"phase"`
	Scheduled  int64  `json:"scheduled"`
	Running    int64  `json:"running"`
	Succeeded  int64  `json:"succeeded"`
	Failed     int64  `json:"failed"`
	OccupiedBy string `json:"occupiedBy"`
}

func groupOutcome(group *unstructured.Unstructured) groupRecord {
	text := func(field string) string {
		value, _, _ := unstructured.NestedString(group.Object, "status", field)
		return value
	}
	number := func(field string) int64 {
		value, _, _ := unstructured.NestedInt64(group.Object, "status", field)
		return value
	}
	return groupRecord{
		Phase: text("phase"), Scheduled: number("scheduled"), Running: number("running"),
		Succeeded: number("succeeded"), Failed: number("failed"), OccupiedBy: text("occupiedBy"),
	}
}

// restRule returns a function that reports whether the scheduler is at rest: its log has no attempt that is due.
func (s *apiServer) restRule(context.Context, *testCase, *recordOptions) (func(log *schedulerLog, quiet time.Duration) bool, error) {
	return (*schedulerLog).atRest, nil
}
