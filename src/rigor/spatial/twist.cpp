// SPDX-License-Identifier: Apache-2.0
#include <rigor/spatial/twist.hpp>

namespace rigor {

Vector3 velocity_at(const Twist& V, const Vector3& r) { return V.linear + V.angular.cross(r); }

Twist shifted(const Twist& V, const Vector3& r) { return {velocity_at(V, r), V.angular}; }

Wrench shifted(const Wrench& F, const Vector3& r) { return {F.force, F.moment - r.cross(F.force)}; }

double power(const Wrench& F, const Twist& V) {
  return F.force.dot(V.linear) + F.moment.dot(V.angular);
}

}  // namespace rigor
