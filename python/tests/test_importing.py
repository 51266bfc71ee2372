# SPDX-License-Identifier: Apache-2.0
import pathlib

import pytest

import rigor

ROBOT = """<robot name="cart">
  <link name="cart"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.2 0.2"/></geometry></collision></link>
  <link name="pole"><inertial><origin xyz="0 0 0.3"/><mass value="0.5"/>
    <inertia ixx="0.02" iyy="0.02" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial><visual/></link>
  <joint name="pivot" type="continuous"><parent link="cart"/><child link="pole"/><axis xyz="0 1 0"/></joint>
</robot>"""


@pytest.fixture
def robot(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "cart.urdf"
    file.write_text(ROBOT)
    return file


def test_a_robot_is_imported_and_run(robot: pathlib.Path) -> None:
    made = rigor.import_model(robot, free=True, floor=True, hold=(20, 1), start={"pivot": 0.2}, until=0.2)
    assert made.format == "URDF"
    assert ("left out", "visual") in {(note.kind, note.what) for note in made.notes}
    assert made.scene.bodies == ["cart", "pole"]
    assert "motor" in made.text and "coordinates: 0.2" in made.text
    run = rigor.run(made.scene)
    assert rigor.verify(run).proved
    made.save(robot.with_suffix(".yaml"))
    assert rigor.load(robot.with_suffix(".yaml")).bodies == made.scene.bodies


def test_problems_are_errors_with_their_lines(robot: pathlib.Path) -> None:
    robot.write_text(ROBOT.replace('izz="0.001"', 'izz="0.9"'))
    with pytest.raises(rigor.InputError, match="triangle"):
        rigor.import_model(robot)
    made = rigor.import_model(robot, repair=True)
    assert any(note.kind == "repaired" for note in made.notes)
