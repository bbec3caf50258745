// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register" // for the scheduler's log as JSON
	kubectl "k8s.io/kubectl/pkg/cmd"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func runAPIServer(args []string) int {
	return runCommand(apiserver.NewAPIServerCommand(), args)
}

func runScheduler(args []string) int {
	plugins := append(gangs.plugins, scheduler.WithPlugin(firstByNameName, newFirstByName))
	return runCommand(scheduler.NewSchedulerCommand(plugins...), args)
}

func runKubectl(args []string) int {
	// kubectl reads its arguments from os.Args when it looks for plugins and aliases.
	os.Args = append([]string{"kubectl"}, args...)
	return runCommand(kubectl.NewDefaultKubectlCommand(), args)
}

func runCommand(command *cobra.Command, args []string) int {
	command.SetArgs(args)
	return cli.Run(command)
}
