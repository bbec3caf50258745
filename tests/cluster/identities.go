// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The server sets UIDs, so a case writes uid-of:KIND/NAME or uid-of:KIND/NAMESPACE/NAME where an object needs the UID of
// another (an owner, a volume's claim, the users of a ResourceClaim).
const uidOf = "uid-of:"

// The UIDs of the objects of a case created so far.
type identities struct {
	mutex sync.Mutex
	uids  map[string]string // KIND/NAME or KIND/NAMESPACE/NAME → UID
}

func (i *identities) note(created *unstructured.Unstructured) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	if i.uids == nil {
		i.uids = map[string]string{}
	}
	i.uids[strings.Replace(describe(created), " ", "/", 1)] = string(created.GetUID())
}

// resolve returns a copy of the object with UIDs in place of these references.
func (i *identities) resolve(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if !mentionsUID(object.Object) {
		return object, nil
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	resolved := object.DeepCopy()
	var unknown string
	walkStrings(resolved.Object, func(text string) string {
		name, stands := strings.CutPrefix(text, uidOf)
		if !stands {
			return text
		}
		uid, found := i.uids[name]
		if !found {
			unknown = name
		}
		return uid
	})
	if unknown != "" {
		return nil, fmt.Errorf("%s: %s%s names an object that is not created before it", describe(object), uidOf, unknown)
	}
	return resolved, nil
}

func mentionsUID(value any) bool {
	found := false
	walkStrings(value, func(text string) string {
		found = found || strings.HasPrefix(text, uidOf)
		return text
	})
	return found
}

// walkStrings replaces every string below a value.
func walkStrings(value any, replace func(string) string) {
	switch value := value.(type) {
	case map[string]any:
		for key, entry := range value {
			if text, isText := entry.(string); isText {
				value[key] = replace(text)
			} else {
				walkStrings(entry, replace)
			}
		}
	case []any:
		for index, entry := range value {
			if text, isText := entry.(string); isText {
				value[index] = replace(text)
			} else {
				walkStrings(entry, replace)
			}
		}
	}
}
