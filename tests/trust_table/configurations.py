# SPDX-License-Identifier: Apache-2.0
"""--scheduler-config: the pods that its profiles serve, and settings that are not simulated."""
from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import USES_CLAIM, claim, storage_class, volume
from trust_table.kubelets import port, tainted, with_ports
from trust_table.objects import make, node, nodes, pod, pod_specs, with_cpu, with_spec, workload

WORKLOADS = ("Pod", "Job", "CoschedulingJob", "Deployment")


def profile(name="default-scheduler", gangs=True, **points):
    """A profile of default plugins, with or without Coscheduling."""
    plugins = {point: {"enabled": [{"name": plugin} for plugin in names]} for point, names in points.items()}
    if gangs:
        plugins.setdefault("multiPoint", {"enabled": []})["enabled"].append({"name": "Coscheduling"})
        plugins["queueSort"] = {"enabled": [{"name": "Coscheduling"}], "disabled": [{"name": "*"}]}
    return {"schedulerName": name, **({"plugins": plugins} if plugins else {})}


def config(*profiles, **fields):
    return {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": list(profiles), **fields}


def extender(**fields):
    return {"urlPrefix": "http://extender.example.com", "filterVerb": "filter", "weight": 1, **fields}


def of_profiles():
    for name in WORKLOADS:
        yield Combination("%s, its profile" % name, YES, "kube-scheduler: a profile serves default-scheduler", nodes(), workload(name),
                          config=config(profile()))
        yield Combination("%s, another profile alone" % name, NO, "kube-scheduler eventhandlers responsibleForPod: no profile of this name",
                          nodes(), workload(name),
                          config=config(profile("gang-scheduler")))
        yield Combination("%s for gang-scheduler, its profile" % name, YES, "kube-scheduler: a profile serves gang-scheduler", nodes(),
                          with_spec(workload(name), schedulerName="gang-scheduler"), config=config(profile("gang-scheduler")))
        yield Combination("%s for gang-scheduler, another profile alone" % name, NO,
                          "kube-scheduler responsibleForPod: no profile of this name", nodes(),
                          with_spec(workload(name), schedulerName="gang-scheduler"), config=config(profile()))
        yield Combination("%s for gang-scheduler, two profiles" % name, YES, "kube-scheduler: a profile serves gang-scheduler", nodes(),
                          with_spec(workload(name), schedulerName="gang-scheduler"), config=config(profile(), profile("gang-scheduler")))
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    members = [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    for what, objects in (("a pod", [pod("work")]), ("a group", [group, *members])):
        yield Combination("explain of %s, its profile" % what, YES, "kube-scheduler: a profile serves it", nodes() + objects, group="work",
                          config=config(profile()))
        yield Combination("explain of %s, another profile alone" % what, NO, "kube-scheduler responsibleForPod: no profile of this name",
                          nodes() + objects, group="work",
                          config=config(profile("gang-scheduler")))


def of_gang_plugin():
    """Without Coscheduling its label has no effect (scheduler-plugins: only an enabled plugin reads it)."""
    short = workload("CoschedulingJob")
    short[0]["spec"]["minMember"] = 9
    yield Combination("gang short of members, Coscheduling enabled", NO, "coscheduling PreFilter: 4 of 9 siblings", nodes(), short,
                      config=config(profile()))
    yield Combination("gang short of members, Coscheduling not enabled", YES, "no plugin reads the label", nodes(), short,
                      config=config(profile(gangs=False)))
    unknown_group = workload("CoschedulingJob")[1:]
    yield Combination("label of a PodGroup that does not exist, Coscheduling not enabled", YES, "no plugin reads the label", nodes(),
                      unknown_group, config=config(profile(gangs=False)))
    members = [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 5})
    yield Combination("explain of a pod of a gang short of members, Coscheduling not enabled", YES, "no plugin reads the label",
                      nodes() + [group, *members],
                      group="pod/work-0", config=config(profile(gangs=False)))
    large = with_cpu(workload("CoschedulingJob"), 6)
    yield Combination("gang too large, Coscheduling not enabled", NO, "NodeResourcesFit: two of four pods of 6 cpu fit", nodes(),
                      large, config=config(profile(gangs=False)))


def with_fpga(objects):
    for spec in pod_specs(objects):
        spec["containers"][0]["resources"]["limits"] = {"example.com/fpga": "1"}
    return objects


def of_what_is_not_simulated():
    for name in WORKLOADS:
        for plugin, points in (("NetworkOverhead", {"multiPoint": ("NetworkOverhead",)}),
                               ("NodeResourceTopologyMatch", {"filter": ("NodeResourceTopologyMatch",)}),
                               ("TeamRules", {"multiPoint": ("TeamRules",)}), ("TeamGate", {"preEnqueue": ("TeamGate",)}),
                               ("TeamPermit", {"permit": ("TeamPermit",)}),
                               ("CapacityScheduling", {"preFilter": ("CapacityScheduling",)})):
            yield Combination("%s, plugin %s" % (name, plugin), UNKNOWN, "not simulated: the plugin may reject", nodes(),
                              workload(name),
                              config=config(profile(**points)), first_line=(plugin,))
        yield Combination("%s of 9 cpu, plugin TeamRules" % name, NO, "NodeResourcesFit refuses whatever the plugin says", nodes(),
                          with_cpu(workload(name), 9),
                          config=config(profile(multiPoint=("TeamRules",))))
        for what, fields in (("extender that filters", {}), ("ignorable extender", {"ignorable": True}),
                             ("extender that binds", {"bindVerb": "bind"})):
            yield Combination("%s, %s" % (name, what), UNKNOWN, "not asked: the extender may reject", nodes(), workload(name),
                              config=config(profile(), extenders=[extender(**fields)]), first_line=("extender",))
        yield Combination("%s, extender of a resource that no pod asks for" % name, YES,
                          "kube-scheduler extender IsInterested: none of its managedResources", nodes(),
                          workload(name), config=config(profile(), extenders=[extender(managedResources=[{"name": "example.com/fpga"}])]))
        for ignored, verdict, rule in ((True, UNKNOWN, "buildExtenders: NodeResourcesFit leaves the resource to the extender, which is not asked"),
                                       (False, NO, "NodeResourcesFit: no node has the resource")):
            managed = [{"name": "example.com/fpga", "ignoredByScheduler": ignored}]
            yield Combination("%s, extender of a resource that no node has, ignoredByScheduler: %s" % (name, ignored), verdict, rule, nodes(),
                              with_fpga(workload(name)), config=config(profile(), extenders=[extender(managedResources=managed)]))
        yield Combination("%s of 9 cpu, extender that filters" % name, NO, "NodeResourcesFit refuses whatever the extender says", nodes(),
                          with_cpu(workload(name), 9),
                          config=config(profile(), extenders=[extender()]))


def of_plugins_that_are_simulated():
    for name in WORKLOADS:
        yield Combination("%s, a default plugin enabled again" % name, YES, "kube-scheduler: NodeAffinity is a default plugin", nodes(),
                          workload(name),
                          config=config(profile(score=())))
        disabled = profile()
        disabled["plugins"]["score"] = {"disabled": [{"name": "TeamRules"}]}
        yield Combination("%s, an unknown plugin disabled" % name, YES, "kube-scheduler does not run a disabled plugin", nodes(),
                          workload(name),
                          config=config(disabled))
        yield Combination("%s, a score plugin that is not simulated" % name, UNKNOWN, "not simulated: the plugin chooses nodes",
                          nodes(), workload(name),
                          config=config(profile(score=("TargetLoadPacking",))), first_line=("TargetLoadPacking",))
        yield Combination("%s, a plugin of another profile" % name, YES, "kube-scheduler: the plugin acts in its own profile", nodes(),
                          workload(name),
                          config=config(profile(), profile("other-scheduler", multiPoint=("TeamRules",))))
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    members = [pod("work-%d" % i, labels={"scheduling.x-k8s.io/pod-group": "work"}) for i in range(2)]
    for what, objects in (("a pod", [pod("work")]), ("a group", [group, *members])):
        yield Combination("explain of %s, plugin TeamRules" % what, UNKNOWN, "not simulated: the plugin may reject",
                          nodes() + objects, group="work",
                          config=config(profile(multiPoint=("TeamRules",))), first_line=("TeamRules",))
        yield Combination("explain of %s, extender that filters" % what, UNKNOWN, "not asked: the extender may reject",
                          nodes() + objects, group="work",
                          config=config(profile(), extenders=[extender()]), first_line=("extender",))


def of_plugins_of_feature_gates():
    """kube-scheduler --write-config-to lists the plugins that feature gates add."""
    rule = "kube-scheduler default_plugins.go applyFeatureGates"
    for plugin in ("GangScheduling", "NodeDeclaredFeatures", "PodGroupPodsCount", "TopologyPlacementGenerator"):
        for name in ("Pod", "CoschedulingJob", "NativeGang"):
            yield Combination("%s, plugin %s of 1.36" % (name, plugin), YES, rule, nodes(), workload(name), flags=("--scheduler-version", "1.36"),
                              config=config(profile(multiPoint=(plugin,))))
    for point, plugin in (("placementGenerate", "TopologyPlacementGenerator"), ("placementScore", "PodGroupPodsCount")):
        yield Combination("NativeGang, plugin %s at %s" % (plugin, point), YES, rule, nodes(), workload("NativeGang"),
                          flags=("--scheduler-version", "1.36"), config=config(profile(**{point: (plugin,)})))
        yield Combination("NativeGang, plugin TeamPlaces at %s" % point, UNKNOWN, "not simulated: the plugin selects the nodes of the group", nodes(),
                          workload("NativeGang"), flags=("--scheduler-version", "1.36"), config=config(profile(**{point: ("TeamPlaces",)})),
                          first_line=("TeamPlaces",))
    large = with_cpu(workload("NativeGang"), 9)
    yield Combination("NativeGang of 9 cpu, plugin GangScheduling", NO, "NodeResourcesFit: 9 of 8 cpu", nodes(), large,
                      flags=("--scheduler-version", "1.36"), config=config(profile(multiPoint=("GangScheduling",))))


def of_filters_left_out():
    """A profile may leave out a filter; kubelets ask for the same again (generalFilter), and volumes have to be there."""
    def without(*plugins, point="filter", enabled=()):
        made = {"disabled": [{"name": each} for each in plugins]}
        if enabled:
            made["enabled"] = [{"name": each} for each in enabled]
        return config({"schedulerName": "default-scheduler", "plugins": {point: made}})

    neighbour = pod("other", on="n1")
    neighbour["spec"]["containers"][0]["ports"] = port(80)
    one = [node("n1")]
    bound = [claim(volume="pv-data"), volume(node="n2"), storage_class()]
    rule = "kubelet generalFilter: "
    cases = {
        "NodeResourcesFit, it fits": (one, workload("Pod"), YES, without("NodeResourcesFit"), rule + "it fits"),
        "NodeResourcesFit, too large": (one, with_cpu(workload("Pod"), 9), NOT_YES, without("NodeResourcesFit"), rule + "OutOfcpu"),
        "NodeResourcesFit, too many": (one, with_cpu(workload("Job"), 3), NOT_YES, without("NodeResourcesFit"), rule + "OutOfcpu"),
        "NodeAffinity": (one, with_spec(workload("Pod"), nodeSelector={"pool": "gold"}), NOT_YES, without("NodeAffinity"), rule + "NodeAffinity"),
        "NodePorts": (one + [neighbour], with_ports(workload("Pod")), NOT_YES, without("NodePorts"), rule + "NodePorts"),
        "NodePorts, a free port": (one, with_ports(workload("Pod")), YES, without("NodePorts"), rule + "it fits"),
        "TaintToleration, NoExecute": (tainted("NoExecute")[:1], workload("Pod"), NOT_YES, without("TaintToleration"), rule + "NoExecute"),
        "TaintToleration, NoSchedule": (tainted("NoSchedule")[:1], workload("Pod"), YES, without("TaintToleration"), rule + "only NoExecute"),
        "VolumeBinding, a volume of another node": (one + bound, with_spec(workload("Pod"), **USES_CLAIM), NOT_YES,
                                                    without("VolumeBinding", point="multiPoint"), "kubelet CheckNodeAffinity of the volume"),
        "VolumeBinding, a claim without a volume": (one + [claim(), storage_class()], with_spec(workload("Pod"), **USES_CLAIM), NOT_YES,
                                                    without("VolumeBinding", point="multiPoint"), "only VolumeBinding selects the node"),
        "all, too large": (one, with_cpu(workload("Pod"), 9), NOT_YES,
                           without("*", point="multiPoint", enabled=("PrioritySort", "DefaultBinder")), rule + "OutOfcpu"),
        "NodePorts at preFilter": (one, workload("Pod"), NOT_YES, without("NodePorts", point="preFilter"),
                                   "kube-scheduler NodePorts.Filter: getPreFilterState fails"),
        "NodeAffinity at preFilter": (one, workload("Pod"), YES, without("NodeAffinity", point="preFilter"),
                                      "kube-scheduler NodeAffinity.Filter does without"),
    }
    for what, (cluster, manifest, verdict, configuration, source) in cases.items():
        yield Combination("a profile without %s" % what, verdict, source, cluster, manifest, config=configuration)


def of_default_constraints():
    """Constraints of the profile concern the pods that a Service or their controller selects (plugins/helper/spread.go DefaultSelector)."""
    def constraints(action):
        return config({**profile(), "pluginConfig": [{"name": "PodTopologySpread", "args": {
            "defaultingType": "List", "defaultConstraints": [
                {"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": action}]}}]})

    rule = "PodTopologySpread buildDefaultConstraints, DefaultSelector"
    labels = {"app": "work"}
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "work", "uid": "r", "controller": True}
    of_set, of_job = pod("work", labels=labels, owner=owner), pod("work", labels=labels)
    controller = make("apps/v1", "ReplicaSet", "work", spec={"replicas": 1, "selector": {"matchLabels": labels}, "template": {}})
    controller["metadata"]["uid"] = "r"
    service = make("v1", "Service", "work", spec={"selector": labels})
    other = make("v1", "Service", "other", spec={"selector": {"app": "other"}})
    # No node has a zone: a constraint that concerns the pod keeps it away from all.
    cases = {"its ReplicaSet is given": ([of_set, controller], NO), "its ReplicaSet is not in the input": ([of_set], NOT_YES),
             "a Service selects it": ([of_job, service], NO), "no Service selects it": ([of_job, other], YES),
             "no Service in the input": ([of_job], YES)}
    for what, (objects, verdict) in cases.items():
        yield Combination("explain of a pod, hard default constraints, %s" % what, verdict, rule, nodes() + objects, group="pod/work",
                          config=constraints("DoNotSchedule"))
    yield Combination("explain of a pod, soft default constraints, its ReplicaSet is not in the input", NOT_NO, rule, nodes() + [of_set],
                      group="pod/work", config=constraints("ScheduleAnyway"))
    for flags, verdict in (((), YES), (("--strict",), UNKNOWN)):
        yield Combination("Job, hard default constraints, no Service in the input %s" % " ".join(flags), verdict, rule, nodes() + [pod("other", on="n1")],
                          workload("Job"), flags=flags, config=constraints("DoNotSchedule"))


def combinations():
    for part in (of_profiles, of_gang_plugin, of_what_is_not_simulated, of_plugins_that_are_simulated, of_plugins_of_feature_gates,
                 of_filters_left_out, of_default_constraints):
        yield from part()
