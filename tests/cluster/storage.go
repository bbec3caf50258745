// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The keys of one API server in etcd. Changes below the API make cleaning quick (no finalizer, no grace period), and a
// second run starts from the bytes of the first: the same UIDs and creation times.
type storage struct {
	client           *clientv3.Client
	prefix           string // with a trailing slash
	defaultNamespace string // its value before the first case, which may label it
}

func newStorage(ctx context.Context, etcd *etcdServer, server *apiServer) (*storage, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{etcd.address}, DialTimeout: 10 * time.Second})
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	opened := &storage{client: client, prefix: server.prefix + "/"}
	opened.defaultNamespace, err = opened.readDefaultNamespace(ctx)
	return opened, err
}

func (s *storage) close() { s.client.Close() }

func (s *storage) readDefaultNamespace(ctx context.Context) (string, error) {
	answer, err := s.client.Get(ctx, s.prefix+"namespaces/default")
	if err != nil {
		return "", fmt.Errorf("etcd: %w", err)
	}
	if len(answer.Kvs) != 1 {
		return "", fmt.Errorf("etcd holds no namespace default under %s", s.prefix)
	}
	return string(answer.Kvs[0].Value), nil
}

// Keys that the API server creates for itself, and those before any case. An entry that ends in / or - is a prefix.
var serverOwn = []string{
	"apiextensions.k8s.io/", "apiregistration.k8s.io/", "clusterrolebindings/", "clusterroles/", "configmaps/",
	"endpointslices/", "flowschemas/", "leases/", "masterleases/", "prioritylevelconfigurations/", "ranges/",
	"rolebindings/", "roles/", "servicecidrs/", "services/endpoints/", "services/specs/default/kubernetes",
	"ipaddresses/10.96.0.1", // of that service
	"namespaces/default", "namespaces/kube-", "priorityclasses/system-",
}

func (s *storage) belongsToServer(key string) bool {
	rest := strings.TrimPrefix(key, s.prefix)
	for _, own := range serverOwn {
		isPrefix := strings.HasSuffix(own, "/") || strings.HasSuffix(own, "-")
		if rest == own || isPrefix && strings.HasPrefix(rest, own) {
			return true
		}
	}
	return false
}

type keyValue struct{ key, value string }

// save returns all keys that cases created.
func (s *storage) save(ctx context.Context) ([]keyValue, error) {
	answer, err := s.client.Get(ctx, s.prefix, clientv3.WithPrefix())
	if err != nil {
		return nil, fmt.Errorf("etcd: %w", err)
	}
	var saved []keyValue
	for _, pair := range answer.Kvs {
		if !s.belongsToServer(string(pair.Key)) {
			saved = append(saved, keyValue{string(pair.Key), string(pair.Value)})
		}
	}
	return saved, nil
}

// clear deletes all keys that cases created, in one transaction.
func (s *storage) clear(ctx context.Context) error {
	present, err := s.save(ctx)
	if err != nil {
		return err
	}
	var operations []clientv3.Op
	for _, pair := range present {
		operations = append(operations, clientv3.OpDelete(pair.key))
	}
	namespace, err := s.readDefaultNamespace(ctx)
	if err != nil {
		return err
	}
	if namespace != s.defaultNamespace {
		operations = append(operations, clientv3.OpPut(s.prefix+"namespaces/default", s.defaultNamespace))
	}
	return s.commit(ctx, operations)
}

// restore writes the keys of save; call clear first.
func (s *storage) restore(ctx context.Context, saved []keyValue) error {
	var operations []clientv3.Op
	for _, pair := range saved {
		operations = append(operations, clientv3.OpPut(pair.key, pair.value))
	}
	return s.commit(ctx, operations)
}

func (s *storage) commit(ctx context.Context, operations []clientv3.Op) error {
	if len(operations) == 0 {
		return nil
	}
	if _, err := s.client.Txn(ctx).Then(operations...).Commit(); err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	return nil
}

// waitUntilSeen waits until the API server's watch caches have as many objects of each kind of the case as etcd
// (`emptied`: none). They follow etcd with a delay of milliseconds, and the scheduler reads from them.
func (s *apiServer) waitUntilSeen(ctx context.Context, test *testCase, emptied bool) error {
	wanted := map[*kindRow]map[string]bool{}
	objects, err := prepare(test)
	if err != nil {
		return err
	}
	for _, object := range objects {
		row, err := rowOf(object)
		if err != nil {
			return err
		}
		if wanted[row] == nil {
			wanted[row] = map[string]bool{}
		}
		wanted[row][object.GetNamespace()+"/"+object.GetName()] = true
	}
	deadline := time.Now().Add(10 * time.Second)
	for row, names := range wanted {
		for {
			// resourceVersion 0: the current state of the cache, from which an informer starts.
			list, err := s.dynamic.Resource(row.groupVersionResource()).List(ctx, metav1.ListOptions{ResourceVersion: "0"})
			if err != nil {
				return fmt.Errorf("list %s: %w", row.resource, err)
			}
			seen := 0
			for i := range list.Items {
				item := &list.Items[i]
				if names[item.GetNamespace()+"/"+item.GetName()] && !systemOwned(item.GetKind(), item.GetName()) {
					seen++
				}
			}
			expected := 0
			if !emptied {
				for name := range names {
					if !systemOwned(row.kind, strings.TrimPrefix(name, "/")) {
						expected++
					}
				}
			}
			if seen == expected {
				break
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("the API server shows %d %s after a change below it; %d are expected", seen, row.resource, expected)
			}
			if !sleep(ctx, 10*time.Millisecond) {
				return ctx.Err()
			}
		}
	}
	return nil
}

// systemOwned reports whether an object outlives a case.
func systemOwned(kind, name string) bool {
	switch kind {
	case "Namespace":
		return name == "default" || strings.HasPrefix(name, "kube-")
	case "PriorityClass":
		return strings.HasPrefix(name, "system-")
	}
	return false
}
