// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// interruptible gives a context that ends when somebody asks this process to end.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
}

// up starts etcd and an API server, prints the path of a kubeconfig, and stays until it is interrupted; meanwhile the API
// server can be killed and started again (outage.go). A scheduler is started beside it with `reference scheduler`.
func runUp(args []string) int {
	var options serverOptions
	flags := flag.NewFlagSet("up", flag.ContinueOnError)
	flags.BoolVar(&options.rbac, "rbac", false, "let RBAC decide what users other than admin may do")
	flags.StringVar(&options.auditLog, "audit-log", "", "`file` that gets a line of JSON for each request")
	flags.BoolVar(&options.withoutCRDs, "without-crds", false, "do not install the CRDs of scheduler-plugins")
	flags.Func("user", "`name` of a further user, with the contexts NAME and NAME-certificate; may be repeated",
		func(name string) error {
			options.users = append(options.users, name)
			return nil
		})
	if err := flags.Parse(args); err != nil || flags.NArg() != 0 {
		return 2
	}
	ctx, cancel := interruptible()
	defer cancel()
	switchboard := make(chan os.Signal, 8)
	signal.Notify(switchboard, killServer, startServer)
	house, err := newHousehold()
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	defer house.close()

	etcd, err := startEtcd(house)
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	server, err := startAPIServer(ctx, house, etcd, "apiserver", options)
	if err == nil {
		fmt.Println(server.kubeconfig)
		err = stayUp(ctx, house, etcd, server, switchboard)
	} else if ctx.Err() != nil {
		return 130
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		return 1
	}
	return 0
}
