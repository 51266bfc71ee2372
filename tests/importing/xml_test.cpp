// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/xml.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

TEST(Xml, ElementsKeepNamesAttributesTextAndPlaces) {
  const XmlElement root = parse_xml("<a x='1'>\n  <b y=\"2\">one<c/>two</b>\n  <b/>\n</a>", "f");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(*attribute(root, "x"), "1");
  EXPECT_EQ(attribute(root, "y"), nullptr);
  ASSERT_EQ(children(root, "b").size(), 2U);
  EXPECT_EQ(child(root, "b")->text, "onetwo");
  EXPECT_EQ(child(root, "b")->place, (Place{0, 2, 4}));
  EXPECT_EQ(children(root, "b")[1]->place.line, 3);
  EXPECT_EQ(child(root, "z"), nullptr);
}

TEST(Xml, WhatIsNotWellFormedIsRefusedWithItsLine) {
  EXPECT_NE(refusal_of([] { parse_xml("<a>\n<b>\n</a>", "f.urdf"); }).find("f.urdf:3:"),
            std::string::npos);
  EXPECT_NE(refusal_of([] { parse_xml("", "f"); }).find("well-formed"), std::string::npos);
  EXPECT_NE(refusal_of([] { parse_xml("<a x='1' x='2'/>", "f"); }).find("once"), std::string::npos);
  EXPECT_NE(refusal_of([] { parse_xml("<a/><b/>", "f"); }).find("one element"), std::string::npos);
}

TEST(Xml, EntitiesThatGrowAreRefused) {
  const std::string bomb =
      "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;&x;&x;\">]>\n<a>&y;</a>";
  EXPECT_NE(refusal_of([&] { parse_xml(bomb, "f"); }).find("no document type"), std::string::npos);
}

TEST(Xml, AbsurdSizesAreRefused) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "<a>";
  for (int i = 0; i < 100; ++i) deep += "</a>";
  EXPECT_NE(refusal_of([&] { parse_xml(deep, "f"); }).find("levels"), std::string::npos);
  std::string many = "<a>";
  for (std::size_t i = 0; i <= kMostElements; ++i) many += "<b/>";
  EXPECT_NE(refusal_of([&] { parse_xml(many + "</a>", "f"); }).find("elements"), std::string::npos);
  const std::string large(kMostXmlBytes + 1, ' ');
  EXPECT_NE(refusal_of([&] { parse_xml(large, "f"); }).find("bytes"), std::string::npos);
}

}  // namespace
}  // namespace rigor::importing
