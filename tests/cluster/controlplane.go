// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"
)

// One etcd, which the API servers of all lanes share, each under its own prefix.
type etcdServer struct {
	process *child
	address string // http://127.0.0.1:PORT
}

func startEtcd(house *household) (*etcdServer, error) {
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	process, err := house.start("etcd", nil, writer, nil, "etcd", filepath.Join(house.folder, "etcd"))
	writer.Close()
	if err != nil {
		return nil, err
	}
	address, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("etcd did not start: %s", process.lastWords())
	}
	return &etcdServer{process, strings.TrimSpace(address)}, nil
}

// An API server with the CRDs of scheduler-plugins, and clients with administrator permissions.
type apiServer struct {
	process    *child
	down       bool     // killed on request, and not restarted
	name       string   // of its folder, log and keys in etcd
	arguments  []string // of its start, including its port and files
	prefix     string   // of its keys in etcd
	crds       bool     // the CRDs of scheduler-plugins are installed
	kubeconfig string   // path
	rest       *rest.Config
	typed      kubernetes.Interface
	dynamic    dynamic.Interface
}

// serverOptions are the differences from a lane's API server, which permits everything.
type serverOptions struct {
	rbac        bool     // RBAC decides the permissions of users; admin has all
	auditLog    string   // path: one line of JSON for each request; "": none
	withoutCRDs bool     // as a cluster without any gang scheduler
	users       []string // besides admin: each with a token and a client certificate
}

// startAPIServer starts one and waits until it is ready and serves the CRDs. `name` is unique in its household; nothing
// of an earlier one with this name stays in use.
func startAPIServer(ctx context.Context, house *household, etcd *etcdServer, name string, options serverOptions) (*apiServer, error) {
	const attempts = 3 // another process may take the free port before the server listens on it
	var err error
	for attempt := 0; attempt < attempts; attempt++ {
		var server *apiServer
		if server, err = tryAPIServer(ctx, house, etcd, fmt.Sprintf("%s-%d", name, attempt), options); err == nil {
			return server, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, err
}

func tryAPIServer(ctx context.Context, house *household, etcd *etcdServer, name string, options serverOptions) (*apiServer, error) {
	folder := filepath.Join(house.folder, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		return nil, err
	}
	keyFile := filepath.Join(folder, "service-account.key")
	if err := writeServiceAccountKey(keyFile); err != nil {
		return nil, err
	}
	users, err := makeUsers(folder, options.users)
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}

	server := &apiServer{name: name, prefix: "/" + name, kubeconfig: filepath.Join(folder, "kubeconfig")}
	certificates := filepath.Join(folder, "certificates")
	server.arguments = []string{
		"apiserver",
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none", // a loopback address cannot be an endpoint, and no client needs it
		fmt.Sprintf("--secure-port=%d", port),
		"--cert-dir=" + certificates,
		"--etcd-servers=" + etcd.address,
		"--etcd-prefix=" + server.prefix,
		"--token-auth-file=" + users.tokenFile,
		"--client-ca-file=" + users.authorityFile,
		"--authorization-mode=" + map[bool]string{false: "AlwaysAllow", true: "RBAC"}[options.rbac],
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + keyFile,
		"--service-account-signing-key-file=" + keyFile,
		"--service-cluster-ip-range=10.96.0.0/16",
		// Pods name no service account, and no controller removes the taint from nodes.
		"--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
		"--enable-priority-and-fairness=false",
		"--profiling=false",
		"--event-ttl=1h",
	}
	server.arguments = append(append(server.arguments, gangs.featureArguments...), gangs.serverArguments...)
	if options.auditLog != "" {
		policy := filepath.Join(folder, "audit.yaml")
		rules := "apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{level: Metadata}]\n"
		if err := os.WriteFile(policy, []byte(rules), 0o600); err != nil {
			return nil, err
		}
		server.arguments = append(server.arguments, "--audit-policy-file="+policy, "--audit-log-path="+options.auditLog,
			"--audit-log-maxsize=10000") // megabytes; a reader would miss the lines before a rotation
	}
	if server.process, err = house.start(name, nil, nil, nil, server.arguments...); err != nil {
		return nil, err
	}
	failed := func(err error) (*apiServer, error) {
		words := server.process.lastWords()
		server.process.kill()
		return nil, fmt.Errorf("API server: %w\n%s", err, words)
	}

	address := fmt.Sprintf("https://127.0.0.1:%d", port)
	certificate := filepath.Join(certificates, "apiserver.crt")
	if err := users.writeKubeconfig(server.kubeconfig, address, certificate); err != nil {
		return failed(err)
	}
	if err := waitFor(ctx, server.process, 60*time.Second, func() error { return server.connect(ctx) }); err != nil {
		return failed(err)
	}
	server.crds = gangs.crds && !options.withoutCRDs
	if !server.crds {
		return server, nil
	}
	if err := server.installCRDs(ctx); err != nil {
		return failed(err)
	}
	return server, nil
}

// waitFor repeats `attempt` until it succeeds, the process ends or the time is over.
func waitFor(ctx context.Context, process *child, atMost time.Duration, attempt func() error) error {
	deadline := time.Now().Add(atMost)
	for {
		err := attempt()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-process.done:
			return fmt.Errorf("it ended: %v", process.err)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("not ready after %s: %w", atMost, err)
		}
	}
}

// connect creates the clients and waits until the server is ready.
func (s *apiServer) connect(ctx context.Context) error {
	config, err := clientcmd.BuildConfigFromFlags("", s.kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1 // no limit
	config.Timeout = 30 * time.Second
	if s.typed, err = kubernetes.NewForConfig(config); err != nil {
		return err
	}
	if s.dynamic, err = dynamic.NewForConfig(config); err != nil {
		return err
	}
	s.rest = config
	if _, err = s.typed.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx); err != nil {
		return err
	}
	// A loop of the server creates the namespace, a moment after it is ready.
	_, err = s.typed.CoreV1().Namespaces().Get(ctx, "default", metav1.GetOptions{})
	return err
}

// installCRDs creates the CRDs that build.sh copied from the scheduler-plugins module, and waits until they are served.
func (s *apiServer) installCRDs(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(program), "crds", "*.yaml"))
	if len(files) == 0 {
		return fmt.Errorf("no CRDs beside %s; build.sh puts them into the folder crds there", program)
	}
	definitions := s.dynamic.Resource(schema.GroupVersionResource{
		Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		definition := &unstructured.Unstructured{}
		if err := yaml.Unmarshal(text, &definition.Object); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if _, err := definitions.Create(ctx, definition, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return s.waitForCRDs(ctx)
}

func (s *apiServer) waitForCRDs(ctx context.Context) error {
	for _, resource := range []string{"podgroups", "elasticquotas"} {
		served := s.dynamic.Resource(schema.GroupVersionResource{
			Group: "scheduling.x-k8s.io", Version: "v1alpha1", Resource: resource})
		err := waitFor(ctx, s.process, 30*time.Second, func() error {
			_, err := served.List(ctx, metav1.ListOptions{})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func writeServiceAccountKey(file string) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return os.WriteFile(file, pem.EncodeToMemory(block), 0o600)
}

func randomToken() (string, error) {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		return "", err
	}
	return hex.EncodeToString(bytes), nil
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
