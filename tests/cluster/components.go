// SPDX-License-Identifier: Apache-2.0

package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register" // the scheduler's log is read as JSON
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	_ "sigs.k8s.io/scheduler-plugins/apis/config/scheme" // decodes CoschedulingArgs
	controller "sigs.k8s.io/scheduler-plugins/cmd/controller/app"
	"sigs.k8s.io/scheduler-plugins/pkg/coscheduling"
)

func runAPIServer(args []string) int {
	return runCommand(apiserver.NewAPIServerCommand(), args)
}

func runScheduler(args []string) int {
	return runCommand(scheduler.NewSchedulerCommand(
		scheduler.WithPlugin(coscheduling.Name, coscheduling.New),
		scheduler.WithPlugin(firstByNameName, newFirstByName)), args)
}

func runKubectl(args []string) int {
	// kubectl reads its arguments from os.Args where it looks for plugins and aliases.
	os.Args = append([]string{"kubectl"}, args...)
	return runCommand(kubectl.NewDefaultKubectlCommand(), args)
}

func runCommand(command *cobra.Command, args []string) int {
	command.SetArgs(args)
	return cli.Run(command)
}

// The controller registers its flags globally and parses none of them itself.
func runController(args []string) int {
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
