// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

std::vector<ContactId> ids_of(const Mode& mode) {
  std::vector<ContactId> ids;
  for (const ActiveContact& contact : mode.contacts) ids.push_back(contact.id);
  return ids;
}

std::vector<const ActiveContact*> contacts_of(const Mode& mode, const PairId& pair) {
  std::vector<const ActiveContact*> contacts;
  for (const ActiveContact& contact : mode.contacts)
    if (contact.id.pair == pair) contacts.push_back(&contact);
  return contacts;
}

bool touches(const Mode& mode, const PairId& pair) {
  return std::any_of(mode.contacts.begin(), mode.contacts.end(),
                     [&](const ActiveContact& contact) { return contact.id.pair == pair; });
}

bool slides(const Mode& mode, const PairId& pair) {
  return std::any_of(mode.contacts.begin(), mode.contacts.end(), [&](const ActiveContact& c) {
    return c.state == ContactState::Slip && c.id.pair == pair;
  });
}

ContactState state_of(const Mode& mode, const ContactId& corner) {
  const auto contacts = contacts_of(mode, corner.pair);
  if (on_half_space(corner.pair)) {
    for (const ActiveContact* contact : contacts)
      if (contact->id.vertex == corner.vertex) return contact->state;
  }
  if (std::find(mode.pivots.begin(), mode.pivots.end(), corner) != mode.pivots.end())
    return ContactState::Stick;
  return contacts.empty() ? ContactState::Released : contacts.front()->state;
}

}  // namespace rigor
