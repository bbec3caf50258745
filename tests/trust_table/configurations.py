# SPDX-License-Identifier: Apache-2.0
"""--scheduler-config: the pods that its profiles serve, and settings that are not simulated."""
from trust_table.combination import NO, NOT_NO, NOT_YES, UNKNOWN, YES, Combination
from trust_table.inputs import USES_CLAIM, USES_DEVICE, allocated, claim, device_claim, device_class, device_slice, storage_class, volume, with_device
from trust_table.kubelets import port, tainted, with_ports
from trust_table.objects import as_manifest, make, node, nodes, pod, pod_specs, with_cpu, with_metadata, with_spec, workload

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
        **{"VolumeBinding at %s, a claim without a volume" % point: (one + [claim(), storage_class()], with_spec(workload("Pod"), **USES_CLAIM),
                                                                     verdict, without(plugin, point=point), source)
           for point, plugin, verdict, source in (
               ("reserve", "VolumeBinding", NOT_YES, "AssumePodVolumes: only Reserve writes the selected node into the claim"),
               ("preBind", "VolumeBinding", NOT_YES, "BindPodVolumes: only PreBind sends the claim to the API server"),
               ("preBind", "*", NOT_YES, "BindPodVolumes: only PreBind sends the claim to the API server"),
               ("preScore", "VolumeBinding", YES, "VolumeBinding PreScore: it ranks nodes"))},
        "VolumeBinding at preBind, a bound claim": (one + [claim(volume="pv-data"), volume(node="n1"), storage_class()],
                                                    with_spec(workload("Pod"), **USES_CLAIM), YES,
                                                    without("VolumeBinding", point="preBind"), "BindPodVolumes has nothing to bind"),
        "VolumeBinding at preBind, no claim": (one, workload("Pod"), YES, without("VolumeBinding", point="preBind"),
                                               "VolumeBinding PreFilter: Skip"),
        **{"%s at %s, a device claim to be allocated" % (plugin, point): (
            one + [device_class(), device_slice()], as_manifest([device_claim()]) + with_device(workload("Pod"), USES_DEVICE), verdict,
            without(plugin, point=point), source)
           for plugin, point, verdict, source in (
               ("DynamicResources", "reserve", NOT_YES, "dynamicresources Reserve: it keeps the allocation for PreBind"),
               ("DynamicResources", "preBind", NOT_YES, "dynamicresources bindClaim: only PreBind writes the allocation"),
               ("VolumeBinding", "preBind", YES, "the pod has no volume"))},
        "DynamicResources at preBind, an allocated claim": (
            one + [allocated(), device_class(), device_slice()], with_device(workload("Pod"), USES_DEVICE), NOT_NO,
            without("DynamicResources", point="preBind"), "resourceclaim controller: it reserves allocated claims for pods with a node"),
        "all, too large": (one, with_cpu(workload("Pod"), 9), NOT_YES,
                           without("*", point="multiPoint", enabled=("PrioritySort", "DefaultBinder")), rule + "OutOfcpu"),
        "NodePorts at preFilter": (one, workload("Pod"), NOT_YES, without("NodePorts", point="preFilter"),
                                   "kube-scheduler NodePorts.Filter: getPreFilterState fails"),
        "NodeAffinity at preFilter": (one, workload("Pod"), YES, without("NodeAffinity", point="preFilter"),
                                      "kube-scheduler NodeAffinity.Filter does without"),
    }
    for what, (cluster, manifest, verdict, configuration, source) in cases.items():
        yield Combination("a profile without %s" % what, verdict, source, cluster, manifest, config=configuration)


def of_invalid_configurations():
    """kube-scheduler does not start with them, so no pod gets a node: an error that names the field."""
    rule = "apis/config/validation ValidateKubeSchedulerConfiguration, validateExtenders; strict decoding"
    binds = [extender(bindVerb="bind", managedResources=[{"name": "example.com/" + name}]) for name in ("a", "b")]
    ranks = {"prioritizeVerb": "rank", "managedResources": [{"name": "example.com/a"}]}

    def managing(*names):
        return {"extenders": [extender(managedResources=[{"name": name}]) for name in names]}

    def with_plugins(**sections):
        enabled = {point: {"enabled": [{"name": name} for name in names]} for point, names in sections.items()}
        return config({"schedulerName": "default-scheduler", "plugins": enabled})

    def with_args(plugin, **args):
        return config({"schedulerName": "default-scheduler", "pluginConfig": [{"name": plugin, "args": args}]})

    def of_version(version):
        return {**config(profile()), "apiVersion": "kubescheduler.config.k8s.io/" + version}

    invalid = {
        "two extenders that bind": (config(profile(), extenders=binds), "only one extender"),
        "two extenders of a resource": (config(profile(), **managing("example.com/a", "example.com/a")), "duplicate"),
        "an extender of a resource without a name": (config(profile(), **managing("")), "managedResources[0].name"),
        "an extender of cpu": (config(profile(), **managing("cpu")), "extended resource"),
        "an extender that ranks without a weight": (config(profile(), extenders=[extender(**ranks, weight=0)]), "positive weight"),
        "an unknown field of an extender": (config(profile(), extenders=[extender(filterVerbs="filter")]), "filterVerbs"),
        "extenders that are no list": (config(profile(), extenders=extender()), "not a list"),
        "parallelism 0": (config(profile(), parallelism=0), "parallelism"),
        "a lock of endpoints": (config(profile(), leaderElection={"leaderElect": True, "resourceLock": "endpointsleases"}), "resourceLock"),
        "a renewDeadline above leaseDuration": (config(profile(), leaderElection={"renewDeadline": "20s"}), "leaseDuration"),
        "a leaseDuration that is no duration": (config(profile(), leaderElection={"leaseDuration": "15"}), "leaseDuration"),
        "an unknown field of leaderElection": (config(profile(), leaderElection={"leader": True}), "leader"),
        "a negative burst": (config(profile(), clientConnection={"burst": -1}), "burst"),
        "a plugin twice at multiPoint": (with_plugins(multiPoint=("NodeAffinity", "NodeAffinity")), "already registered"),
        "a plugin twice at filter": (with_plugins(filter=("NodeAffinity", "NodeAffinity")), "already registered"),
        "a negative bindTimeoutSeconds": (with_args("VolumeBinding", bindTimeoutSeconds=-1), "bindTimeoutSeconds"),
        "an unknown argument of VolumeBinding": (with_args("VolumeBinding", bindTimeout=1), "bindTimeout"),
        "a negative filterTimeout": (with_args("DynamicResources", filterTimeout="-1s"), "filterTimeout"),
        "an ignored resource that is no name": (with_args("NodeResourcesFit", ignoredResources=["a b"]), "ignoredResources"),
    }
    valid = {
        "two extenders of two resources": config(profile(), **managing("example.com/a", "example.com/b")),
        "an extender that binds and ranks": config(profile(), extenders=[extender(**ranks, bindVerb="bind", httpTimeout="5s")]),
        "parallelism 1": config(profile(), parallelism=1),
        "a lock of endpoints without an election": config(profile(), leaderElection={"leaderElect": False, "resourceLock": "endpointsleases"}),
        "an election": config(profile(), leaderElection={"leaderElect": True, "leaseDuration": "30s", "renewDeadline": "20s",
                                                         "resourceName": "gang", "resourceNamespace": "default"}),
        "a connection": config(profile(), clientConnection={"kubeconfig": "/etc/kubeconfig", "qps": 50.5, "burst": 100}),
        "a plugin at multiPoint and at filter": with_plugins(multiPoint=("NodeAffinity",), filter=("NodeAffinity",)),
        "bindTimeoutSeconds 60": with_args("VolumeBinding", bindTimeoutSeconds=60),
        "filterTimeout 0s": with_args("DynamicResources", filterTimeout="0s"),
    }
    for what, (configuration, word) in invalid.items():
        yield Combination("Pod, a configuration with %s" % what, UNKNOWN, rule, nodes(), workload("Pod"), config=configuration,
                          first_line=(word,))
    for what, configuration in valid.items():
        yield Combination("Pod, a configuration with %s" % what, YES, rule, nodes(), workload("Pod"), config=configuration)
    yield Combination("Pod, a configuration with a shape of VolumeBinding", NOT_YES, "StorageCapacityScoring: off by default, else it scores",
                      nodes(), workload("Pod"), config=with_args("VolumeBinding", shape=[{"utilization": 0, "score": 0}]))
    for version, release, verdict in (("v1beta2", 27, YES), ("v1beta2", 28, UNKNOWN), ("v1beta3", 28, YES), ("v1beta3", 29, UNKNOWN),
                                      ("v1beta3", 34, UNKNOWN), ("v1", 24, UNKNOWN), ("v1", 25, YES)):
        yield Combination("Pod, a configuration of %s, kube-scheduler 1.%d" % (version, release), verdict,
                          "kube-scheduler reads v1beta2 from 1.22 to 1.27, v1beta3 from 1.23 to 1.28 and v1 since 1.25 (#117649, #119994)",
                          nodes(), workload("Pod"), config=of_version(version), flags=("--scheduler-version", "1.%d" % release),
                          first_line=(version,) if verdict == UNKNOWN else ())


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


def of_other_groups():
    """Pods of two groups, members that another scheduler bound, and groups that evict pods."""
    label = {"scheduling.x-k8s.io/pod-group": "work"}
    group = make("scheduling.x-k8s.io/v1alpha1", "PodGroup", "work", spec={"minMember": 2})
    two = config(profile(), profile("gang-scheduler"))
    for scheduler, verdict in (("default-scheduler", YES), ("gang-scheduler", UNKNOWN)):
        members = [pod("work-0", labels=label, on="n1", scheduler="default-scheduler"), pod("work-1", labels=label, scheduler=scheduler)]
        yield Combination("explain of a group, a member bound by default-scheduler and one that waits for %s" % scheduler, verdict,
                          "scheduler-plugins core.go: AddPodFactory has no update", nodes() + [group, *members], group="work", config=two)
    native = ("--scheduler-version", "1.36")
    for what, chosen, verdict in (("with Coscheduling", config(profile()), NOT_YES), ("without it", config(profile(gangs=False)), YES)):
        yield Combination("native gang whose pods also name a PodGroup by label, %s" % what, verdict,
                          "scheduler-plugins core.go Permit: PodGroup not found", nodes(),
                          with_metadata(workload("NativeGang"), "Pod", "labels", **{"scheduling.x-k8s.io/pod-group": "train"}),
                          config=chosen, flags=native)
    high = make("scheduling.k8s.io/v1", "PriorityClass", "high", None, value=100)
    full = [pod("low-%d" % i, cpu=8, on="n%d" % (i + 1)) for i in range(2)]
    for what, objects, verdict in (("full nodes", full, UNKNOWN), ("free nodes", [], YES)):
        gang = workload("NativeGang")
        gang[0]["spec"]["priorityClassName"] = "high"
        yield Combination("native gang of priority 100, %s" % what, verdict, "kube_features.go WorkloadAwarePreemption: off by default in 1.36",
                          nodes() + [high, *objects], with_spec(gang, priorityClassName="high"), flags=native)


def of_native_gangs_without_rules():
    """Without the plugin GangScheduling, or before 1.35, no scheduler holds the members of a native gang for each other."""
    def without(point="multiPoint", every=False):
        return config({"schedulerName": "default-scheduler", "plugins": {point: {"disabled": [{"name": "*" if every else "GangScheduling"}]}}})

    def gang(name, cpu, count, minimum):
        group = make("scheduling.k8s.io/v1alpha2", "PodGroup", name, spec={"schedulingPolicy": {"gang": {"minCount": minimum}}})
        return [group, *(pod("%s-%d" % (name, i), cpu=cpu, schedulingGroup={"podGroupName": name}) for i in range(count))]

    rule = "1.36 podGroupSchedulingDefaultAlgorithm: without a Permit plugin, one member that fits is enough"
    held, single = gang("first", 5, 3, 3), pod("single", cpu=5)  # 2 of 3 fit, and leave 3 cpu on each node
    newer, older = ("--scheduler-version", "1.36"), ("--scheduler-version", "1.34")
    cases = {"with GangScheduling": (newer, None, YES, NO), "without GangScheduling": (newer, without(), NO, UNKNOWN),
             "without GangScheduling at permit": (newer, without("permit"), NO, UNKNOWN),
             "without any plugin at permit": (newer, without("permit", True), NO, UNKNOWN),
             "without GangScheduling at preEnqueue": (newer, without("preEnqueue"), YES, NO),
             "of 1.34": (older, None, NO, UNKNOWN)}
    for what, (flags, chosen, of_others, of_few) in cases.items():
        options = {"flags": flags, "config": chosen}
        yield Combination("Pod behind a native gang that does not fit, scheduler %s" % what, of_others, rule, nodes() + held, with_cpu(workload("Pod"), 5),
                          **options)
        yield Combination("explain of a pod behind a native gang that does not fit, scheduler %s" % what, of_others, rule,
                          nodes() + held + [single], group="pod/single", **options)
        yield Combination("explain of a native gang behind another that does not fit, scheduler %s" % what, of_others, rule,
                          nodes() + held + gang("work", 5, 2, 2), group="work", **options)
        yield Combination("explain of a native gang with 4 of 5 members, scheduler %s" % what, of_few, rule, nodes() + gang("work", 1, 4, 5),
                          group="work", **options)
        yield Combination("explain of a native gang that fits, scheduler %s" % what, YES if of_few == NO else UNKNOWN, rule,
                          nodes() + gang("work", 5, 2, 2), group="work", **options)
        yield Combination("explain of a native gang of 9 cpu, scheduler %s" % what, NO, "NodeResourcesFit: 9 of 8 cpu",
                          nodes() + gang("work", 9, 2, 2), group="work", **options)
        yield Combination("Pod, scheduler %s" % what, YES, "no gang is in the cluster", nodes(), workload("Pod"), **options)


def combinations():
    for part in (of_profiles, of_gang_plugin, of_what_is_not_simulated, of_plugins_that_are_simulated, of_plugins_of_feature_gates,
                 of_filters_left_out, of_invalid_configurations, of_default_constraints, of_other_groups, of_native_gangs_without_rules):
        yield from part()
