// SPDX-License-Identifier: Apache-2.0
// Forces, normals, points and slips of a contact as polynomials in time: how they grow, and what
// their values may be off by.
#pragma once

#include <rigor/verification/contact_view.hpp>

namespace rigor::verification {

Growth force_growth(const ContactView& view, const trace::ForcePoint& point);
Growth normal_growth(const ContactView& view);
Growth point_growth(const ContactView& view, const trace::ForcePoint& point);
Growth slip_growth(const ContactView& view, const trace::ForcePoint& point);

Real normal_size(const ContactView& view);
Real normal_error(const ContactView& view);
Real point_error(const ContactView& view, const trace::ForcePoint& point);  ///< m
Real slip_error(const ContactView& view, const trace::ForcePoint& point);   ///< m/s
Real square_error(const ContactView& view, const ContactSide& side);        ///< of |q|²

}  // namespace rigor::verification
