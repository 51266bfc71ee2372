#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes of boxes by Rigor's method first_order and by MuJoCo, Bullet and Drake at the same step: CPU time per body-step and deepest overlap.

    beside_others.py [--rigor PROGRAM] [--benchmark PROGRAM] [--step h] [--until t] [SCENE ...]

Needs the Python packages mujoco, pybullet, drake and PyYAML (a virtual environment will do); one that is not installed is left out, and said so.
All run on one thread, with the scene's masses, friction and velocities, gravity and a plane below. The settings, by each program's own names:
  MuJoCo soft    defaults; elliptic cones, Euler, implicit in no force. Deepest of its contact distances.
  MuJoCo stiff   the same with solref of two steps and solimp 0.99: the stiffest that it advises at this step.
  Bullet         pybullet's defaults: sequential impulses, 50 iterations, split impulse off, ERP 0.2; boxes have a margin of 0.04 m inside
                 themselves, which is its default too; sleeping off. Deepest of getContactPoints, positive overlaps.
  Drake          MultibodyPlant in discrete time, contact approximation "lagged" (its solver SAP), hydroelastic contact of compliant boxes
                 (modulus 1e7 Pa, dissipation 10 s/m) on a rigid plane. Deepest of ComputePointPairPenetration.
Restitution is left out of the three. All three are made for speed and for control, their contacts are soft or
corrected over many steps on purpose, and smaller steps lessen their overlaps. Rigor's time is per step of an awake body, and that of `run` without the
check (--no-verify), files and page included, less that of a run of one step; with --benchmark (the program benchmarks/first_order.cpp makes), that of its
steps alone. The others' is that of their steps alone, of all bodies.
"""
import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy
import yaml

ROOT = Path(__file__).resolve().parents[2]


def bodies_of(scene):
    """Half extents, mass, position, wxyz, linear and angular velocity (world axes) of every box."""
    for body in scene["bodies"]:
        piece = body["pieces"][0] if "pieces" in body else body
        pose, velocity = body["pose"], body.get("velocity", {})
        yield ([x / 2 for x in piece["shape"]["box"]], body["mass"], pose["position"], pose.get("quat_wxyz", [1, 0, 0, 0]),
               velocity.get("linear", [0, 0, 0]), velocity.get("angular", [0, 0, 0]))


def timed(steps, advance, depth):
    """Seconds of CPU spent in `advance`, and the largest `depth` after any step."""
    spent = deepest = 0.0
    for _ in range(steps):
        began = time.process_time()
        advance()
        spent += time.process_time() - began
        deepest = max(deepest, depth())
    return spent, deepest


def by_mujoco(scene, step, steps, stiff):
    import mujoco
    contact = f' solref="{2 * step} 1" solimp="0.99 0.99 0.001"' if stiff else ""
    text = [f'<mujoco><option timestep="{step}" gravity="{" ".join(map(str, scene["gravity"]))}" cone="elliptic"/><size memory="400M"/><default>'
            f'<geom friction="{scene["surfaces"]["default"]["mu"]} 0 0" condim="3"{contact}/></default><worldbody><geom type="plane" size="50 50 1"/>']
    for half, mass, position, quat, _, _ in bodies_of(scene):
        text.append(f'<body pos="{" ".join(map(str, position))}" quat="{" ".join(map(str, quat))}"><freejoint/>'
                    f'<geom type="box" size="{" ".join(map(str, half))}" mass="{mass}"/></body>')
    model = mujoco.MjModel.from_xml_string("".join(text) + "</worldbody></mujoco>")
    data = mujoco.MjData(model)
    for i, (_, _, _, quat, linear, angular) in enumerate(bodies_of(scene)):
        rotation = numpy.zeros(9)
        mujoco.mju_quat2Mat(rotation, numpy.array(quat, float))
        data.qvel[6 * i:6 * i + 3] = linear
        data.qvel[6 * i + 3:6 * i + 6] = rotation.reshape(3, 3).T @ numpy.array(angular, float)
    return timed(steps, lambda: mujoco.mj_step(model, data), lambda: -min([0.0, *data.contact.dist[:data.ncon]]))


def by_bullet(scene, step, steps):
    import pybullet
    client = pybullet.connect(pybullet.DIRECT)
    try:
        pybullet.setGravity(*scene["gravity"], physicsClientId=client)
        pybullet.setTimeStep(step, physicsClientId=client)
        mu = scene["surfaces"]["default"]["mu"]
        plane = pybullet.createMultiBody(0, pybullet.createCollisionShape(pybullet.GEOM_PLANE, physicsClientId=client), physicsClientId=client)
        made = [plane]
        for half, mass, position, (w, x, y, z), linear, angular in bodies_of(scene):
            shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=half, physicsClientId=client)
            made.append(pybullet.createMultiBody(mass, shape, -1, position, [x, y, z, w], physicsClientId=client))
            pybullet.resetBaseVelocity(made[-1], linear, angular, physicsClientId=client)
        for body in made:  # products of the two frictions act: the square root gives the scene's
            pybullet.changeDynamics(body, -1, lateralFriction=mu ** 0.5, rollingFriction=0, spinningFriction=0, restitution=0, linearDamping=0,
                                    angularDamping=0, activationState=pybullet.ACTIVATION_STATE_DISABLE_SLEEPING, physicsClientId=client)
        return timed(steps, lambda: pybullet.stepSimulation(physicsClientId=client),
                     lambda: -min([0.0, *(point[8] for point in pybullet.getContactPoints(physicsClientId=client))]))
    finally:
        pybullet.disconnect(client)


def by_drake(scene, step, steps):
    from pydrake.common.eigen_geometry import Quaternion
    from pydrake.geometry import AddCompliantHydroelasticProperties, AddContactMaterial, AddRigidHydroelasticProperties, Box, HalfSpace, ProximityProperties
    from pydrake.math import RigidTransform
    from pydrake.multibody.math import SpatialVelocity
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, ContactModel, CoulombFriction, DiscreteContactApproximation
    from pydrake.multibody.tree import SpatialInertia, UnitInertia
    from pydrake.systems.analysis import Simulator
    from pydrake.systems.framework import DiagramBuilder
    builder = DiagramBuilder()
    plant, graph = AddMultibodyPlantSceneGraph(builder, time_step=step)
    plant.set_discrete_contact_approximation(DiscreteContactApproximation.kLagged)
    plant.set_contact_model(ContactModel.kHydroelasticWithFallback)
    plant.mutable_gravity_field().set_gravity_vector(scene["gravity"])
    friction = CoulombFriction(*[scene["surfaces"]["default"]["mu"]] * 2)

    def surface(of_box):
        properties = ProximityProperties()
        AddContactMaterial(properties=properties, dissipation=10.0, friction=friction)
        if of_box:
            AddCompliantHydroelasticProperties(resolution_hint=1.0, hydroelastic_modulus=1e7, properties=properties)
        else:
            AddRigidHydroelasticProperties(properties=properties)
        return properties
    plant.RegisterCollisionGeometry(plant.world_body(), RigidTransform(), HalfSpace(), "plane", surface(False))
    made = []
    for i, (half, mass, position, quat, linear, angular) in enumerate(bodies_of(scene)):
        sides = [2 * x for x in half]
        body = plant.AddRigidBody(f"b{i}", SpatialInertia(mass, [0, 0, 0], UnitInertia.SolidBox(*sides)))
        plant.RegisterCollisionGeometry(body, RigidTransform(), Box(*sides), "box", surface(True))
        made.append((body, RigidTransform(Quaternion(quat), position), SpatialVelocity(numpy.array(angular, float), numpy.array(linear, float))))
    plant.Finalize()
    simulator = Simulator(builder.Build())
    root = simulator.get_mutable_context()
    own = plant.GetMyMutableContextFromRoot(root)
    for body, pose, velocity in made:
        plant.SetFreeBodyPose(own, body, pose)
        plant.SetFreeBodySpatialVelocity(own, body, velocity)
    simulator.Initialize()
    times = iter(range(1, steps + 1))

    def depth():
        overlaps = graph.get_query_output_port().Eval(graph.GetMyContextFromRoot(root)).ComputePointPairPenetration()
        return max([0.0, *(overlap.depth for overlap in overlaps)])
    return timed(steps, lambda: simulator.AdvanceTo(next(times) * step), depth)


def by_rigor(program, name, step, until):
    """The resolved scene, the summary of the run, and its CPU seconds without the check."""
    def run(more, folder):
        done = subprocess.run([program, "run", str(ROOT / "scenes" / f"{name}.yaml"), "--method", "first_order", "--set", f"stepping={{step: {step}}}",
                               "-o", folder, "--json", "--threads", "1", *more], capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    def seconds(more, folder):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(["--no-verify", *more], folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    with tempfile.TemporaryDirectory() as folder:
        end = ["--set", f"stop={{time: {until}}}"]
        summary = run(end, f"{folder}/proved")
        scene = yaml.safe_load(Path(f"{folder}/proved/scene.resolved.yaml").read_text(encoding="utf-8"))
        spent = seconds(end, f"{folder}/timed") - seconds(["--set", f"stop={{time: {step}}}"], f"{folder}/short")
        return scene, summary, spent


def by_benchmark(program, name, step, until):
    """Microseconds per step of an awake body."""
    done = subprocess.run([program, "--step", str(step), "--until", str(until), str(ROOT / "scenes" / f"{name}.yaml")], capture_output=True, text=True,
                          check=True)
    return float(done.stdout.split(" us/body-step")[0].split()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigor", default=str(ROOT / "build" / "default" / "bin" / "rigor"))
    parser.add_argument("--benchmark", help="the program of benchmarks/first_order.cpp")
    parser.add_argument("--step", type=float, default=0.01)
    parser.add_argument("--until", type=float, default=2.0)
    parser.add_argument("scenes", nargs="*", default=["pile-30", "pile-100", "kapla-102", "dominoes-40", "jenga"])
    arguments = parser.parse_args()
    steps = round(arguments.until / arguments.step)
    others = {"MuJoCo soft": lambda scene: by_mujoco(scene, arguments.step, steps, False),
              "MuJoCo stiff": lambda scene: by_mujoco(scene, arguments.step, steps, True),
              "Bullet": lambda scene: by_bullet(scene, arguments.step, steps), "Drake": lambda scene: by_drake(scene, arguments.step, steps)}
    print(f"step {arguments.step} s, {arguments.until} s; CPU microseconds per body-step, deepest overlap")
    for name in arguments.scenes:
        scene, summary, spent = by_rigor(arguments.rigor, name, arguments.step, arguments.until)
        facts = summary["stepping"]
        own = by_benchmark(arguments.benchmark, name, arguments.step, arguments.until) if arguments.benchmark else 1e6 * spent / facts["body_steps"]
        print(f"{name:12s} {'Rigor':13s} {own:6.1f} us  {'none, proved' if summary.get('verified') else 'NOT PROVED'}; "
              f"nearest {1e3 * facts['smallest_gap']:.2g} mm apart, held {facts['held']:.1e}", flush=True)
        for called, run in others.items():
            try:
                spent, deepest = run(scene)
            except ImportError as missing:
                print(f"{name:12s} {called:13s} left out: {missing}", flush=True)
                continue
            print(f"{name:12s} {called:13s} {1e6 * spent / (steps * len(scene['bodies'])):6.1f} us  {1e3 * deepest:.2f} mm", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
