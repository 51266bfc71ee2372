// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <rigor/importing/source_model.hpp>

namespace rigor::importing {

/// A coordinate that was asked for: "NAME=VALUE" on the command line.
struct StartValue {
  std::string joint{};
  double value = 0.0;
};

/// Makes joints fit to start with. Joints whose limits leave no room become fixed ones. Others
/// start at what `asked` says, else at what the file says, else at zero; a start that is not
/// between the limits is moved inside by a hundredth of their distance, with a note. Limits beyond
/// 5000 m or rad are what files write for none. Throws a SceneError for limits that are swapped
/// (unless `repair`: then they are swapped back) and for asked values outside of the limits. Joints
/// asked for that this model does not have are passed over.
void settle_joints(SourceModel& model, const std::string& file,
                   const std::vector<StartValue>& asked, bool repair, std::vector<Note>& notes);

}  // namespace rigor::importing
