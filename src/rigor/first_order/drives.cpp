// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/drives.hpp>

namespace rigor::first_order {

void place_drives(Run& run) {
  const double h = trace::elapsed(run.now, run.end);
  for (MovingBody& body : run.bodies) {
    if (body.role != BodyRole::Driven) continue;
    body.pose = pose_at(run, body.id, run.now);
    const Pose next = pose_at(run, body.id, run.end);
    body.path_u << (next.translation - body.pose.translation) / h,
        log_rotation(next.rotation * body.pose.rotation.conjugate()) / h;
    body.since = run.now;
  }
}

void enter_drive(Run& run, std::uint32_t body) {
  const DrivePiece& drive = run.world.bodies[body].drive;
  run.paths[body] = segment_of(drive, body);
  run.pairs.enter(body, {drive.index, body_path(run.paths[body]), {drive.start, drive.end}, {}});
}

void start_drives(Run& run) {
  std::vector<std::uint32_t> starting;
  for (MovingBody& body : run.bodies) {
    if (body.role != BodyRole::Driven) continue;
    DrivePiece& drive = run.world.bodies[body.id].drive;
    const bool first = run.step <= 1;
    if (!first && (drive.for_ever || run.now < drive.end)) continue;
    if (!first) {
      leave_path(run, body.id, run.now, run.paths[body.id].reason);
      drive =
          make_piece(*run.world.model->links[body.id].path, drive.index + 1, run.now, run.horizon);
    }
    enter_drive(run, body.id);
    starting.push_back(body.id);
  }
  prove_quiet_pairs(run, starting, run.now);
}

}  // namespace rigor::first_order
