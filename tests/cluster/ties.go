// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"fmt"
	"sort"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	configv1 "k8s.io/kubernetes/pkg/scheduler/apis/config/v1"
)

// kube-scheduler takes one of the nodes with the highest score at random (selectHost in pkg/scheduler/schedule_one.go),
// so two runs seldom agree. A case with "ties": "first" gets an additional score plugin that prefers the first node by
// name. All other weights are multiplied, so that it decides between equal sums only. Upstream's scores and their order
// stay the same, and records show them without the factor.

const (
	firstByNameName = "FirstByName"
	tieFactor       = 1000 // greater than any score of FirstByName
)

type firstByName struct{}

var _ preScorePlugin = firstByName{}
var _ scorePlugin = firstByName{}

func newFirstByName(context.Context, runtime.Object, pluginHandle) (anyPlugin, error) {
	return firstByName{}, nil
}

func (firstByName) Name() string { return firstByNameName }

// The score of each feasible node: 100 for the first by name, 99 for the second, and so on down to 0.
type nameScores map[string]int64

func (s nameScores) Clone() fwk.StateData { return s }

func (firstByName) PreScore(_ context.Context, state fwk.CycleState, _ *corev1.Pod, nodes []fwk.NodeInfo) *fwk.Status {
	var names []string
	for _, node := range nodes {
		names = append(names, node.Node().Name)
	}
	sort.Strings(names)
	scores := nameScores{}
	for rank, name := range names {
		scores[name] = max(0, maxNodeScore-int64(rank))
	}
	state.Write(firstByNameName, scores)
	return nil
}

func (firstByName) Score(_ context.Context, state fwk.CycleState, _ *corev1.Pod, node fwk.NodeInfo) (int64, *fwk.Status) {
	data, err := state.Read(firstByNameName)
	if err != nil {
		return 0, fwk.AsStatus(err)
	}
	return data.(nameScores)[node.Node().Name], nil
}

func (firstByName) ScoreExtensions() extensions { return nil }

// breakTies adds the plugin to every profile of a configuration, and multiplies the other weights. It starts from the
// configuration with all defaults, which do not change when the result is read again.
func breakTies(text []byte) ([]byte, error) {
	decoded, _, err := scheme.Codecs.UniversalDecoder().Decode(text, nil, nil)
	if err != nil {
		return nil, err
	}
	scheduler, isConfig := decoded.(*config.KubeSchedulerConfiguration)
	if !isConfig {
		return nil, fmt.Errorf("config is a %T and no KubeSchedulerConfiguration", decoded)
	}
	for i := range scheduler.Profiles {
		plugins := scheduler.Profiles[i].Plugins
		for _, set := range []*config.PluginSet{&plugins.MultiPoint, &plugins.Score} {
			for j := range set.Enabled {
				// Weight 0 means 1 (getScoreWeights in pkg/scheduler/framework/runtime/framework.go).
				set.Enabled[j].Weight = max(1, set.Enabled[j].Weight) * tieFactor
			}
		}
		for _, set := range []*config.PluginSet{&plugins.PreScore, &plugins.Score} {
			set.Enabled = append(set.Enabled, config.Plugin{Name: firstByNameName, Weight: 1})
		}
	}

	info, found := runtime.SerializerInfoForMediaType(scheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeYAML)
	if !found {
		return nil, fmt.Errorf("configurations cannot be written as YAML")
	}
	var written bytes.Buffer
	err = scheme.Codecs.EncoderForVersion(info.Serializer, configv1.SchemeGroupVersion).Encode(scheduler, &written)
	return written.Bytes(), err
}

// withoutFactor converts the scores to those without FirstByName.
func withoutFactor(scores []scoreRecord) {
	for _, record := range scores {
		delete(record.Plugins, firstByNameName)
		for _, nodes := range record.Plugins {
			for node := range nodes {
				nodes[node] /= tieFactor
			}
		}
		for node := range record.Final {
			record.Final[node] /= tieFactor // the division drops FirstByName's share
		}
	}
}
