// Pictures: places of marks worked by hand, and what they do with hostile words and numbers.
#include "tallystick/report/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "report/scale.hpp"
#include "report/svg_text.hpp"

namespace tallystick {
namespace {

/// Three points on the unit square, the last of which has no value.
Plot three_points() {
  Plot plot;
  plot.kind = "pr";
  plot.finding = "Two of three are drawn.";
  plot.caption = "By hand.";
  plot.columns = {{"x", {0, 0.5, 1}}, {"y", {0, 1, std::nan("")}}};
  plot.layers = {{.mark = PlotMark::points, .x = 0, .y = 1}};
  return plot;
}

Plot two_bars() {
  Plot plot;
  plot.kind = "labels";
  plot.finding = "b is longer.";
  plot.columns = {{"label", {}, {"a", "b"}}, {"value", {0.25, 1}}};
  plot.y.kind = AxisKind::names;
  plot.y.names = {"a", "b"};
  plot.layers = {{.mark = PlotMark::bars, .x = 1, .y = 0, .words = {1}}};
  return plot;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::string svg_of(const Plot& plot) { return to_svg(plot, {.standalone = false}); }

TEST(Picture, PutsPointsWhereTheyBelong) {
  // The plane is 64 to 620 across and 8 to 308 down: x 0 is 64, 0.5 is 342; y 0 is 308, 1 is 8.
  const std::string svg = svg_of(three_points());
  EXPECT_NE(svg.find("<path d=\"M59.5 308a4.5 4.5"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<path d=\"M337.5 8a4.5 4.5"), std::string::npos);
  EXPECT_EQ(count(svg, "<path"), 2u);
  EXPECT_NE(svg.find("viewBox=\"0 0 640 337\""), std::string::npos);
}

TEST(Picture, DrawsBarsAsLongAsTheirValues) {
  // Names take 40 + 14, numbers 5 columns of 7.2 and 12: the axis is 54 to 592, rows are 22 high.
  const std::string svg = svg_of(two_bars());
  EXPECT_NE(svg.find("<rect x=\"54\" y=\"12\" width=\"134.5\" height=\"14\"/>"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<rect x=\"54\" y=\"34\" width=\"538\" height=\"14\"/>"), std::string::npos);
  EXPECT_NE(svg.find(">0.250</text>"), std::string::npos);
}

TEST(Picture, BreaksLinesWhereThereIsNoValue) {
  Plot plot = three_points();
  plot.columns = {{"x", {0, 0.5, 0.75, 1}}, {"y", {0, 1, std::nan(""), 0}}};
  plot.layers[0].mark = PlotMark::line;
  EXPECT_NE(svg_of(plot).find("d=\"M64 308L342 8M620 308\""), std::string::npos) << svg_of(plot);
  plot.layers[0].mark = PlotMark::steps;
  EXPECT_NE(svg_of(plot).find("d=\"M64 308V8H342M620 308\""), std::string::npos) << svg_of(plot);
}

TEST(Picture, LeavesOutWhatTheAxisDoesNotHold) {
  Plot plot = three_points();
  plot.columns[1].numbers = {-0.5, 1e300, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(count(svg_of(plot), "<path"), 0u);
}

TEST(Picture, WritesWordsAsText) {
  Plot plot = two_bars();
  plot.columns[0].words[0] = plot.y.names[0] = "</script><b>&\"'\x01\xEF\xBF\xBF";
  plot.finding = "<i>";
  const std::string svg = to_svg(plot);
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(svg.find("</script>"), std::string::npos);
  EXPECT_NE(svg.find("&lt;/script&gt;&lt;b&gt;&amp;&quot;&#39;\\x01\\uffff"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<title>&lt;i&gt;</title>"), std::string::npos);
}

TEST(Picture, CutsLongNamesAndKeepsDirectionsApart) {
  EXPECT_EQ(detail::shown_label(std::string(500, 'x'), 10), "xxxxxxx...");
  EXPECT_EQ(detail::shown_label("", 10), "(empty)");
  EXPECT_EQ(detail::shown_label("\u05D0\u05D1", 10), "\u2068\u05D0\u05D1\u2069");
  EXPECT_EQ(detail::shown_label("\u05D0 \u2192 b", 10), "\u2068\u05D0\u2069 \u2192 \u2068b\u2069");
  EXPECT_EQ(detail::shown_label("  ", 10), "&#39;  &#39;");
  EXPECT_EQ(detail::shown_label("caf\u00E9", 10), "caf\u00E9");
}

TEST(Picture, SaysWhyThereIsNothing) {
  Plot plot;
  plot.kind = "labels";
  plot.finding = "There are no labels.";
  EXPECT_TRUE(plot.empty());
  EXPECT_NE(to_svg(plot).find(">There are no labels.</text>"), std::string::npos);
  EXPECT_NE(svg_of(plot).find(">There are no labels.</text>"), std::string::npos);
  EXPECT_NE(to_vega_lite(plot).find("\"text\": \"There are no labels.\""), std::string::npos);
  EXPECT_EQ(to_csv(plot), "\n");
}

TEST(Picture, TellsSeriesApartWithoutColour) {
  Plot plot = three_points();
  plot.columns[1].numbers[2] = 0;
  plot.layers = {{.mark = PlotMark::line, .name = "first", .x = 0, .y = 1},
                 {.mark = PlotMark::line, .name = "second", .x = 0, .y = 1, .look = 1}};
  const std::string svg = svg_of(plot);
  EXPECT_NE(svg.find("stroke-dasharray=\"7 3\""), std::string::npos);
  EXPECT_NE(svg.find(">first</text>"), std::string::npos);
  EXPECT_NE(svg.find(">second</text>"), std::string::npos);
}

TEST(Picture, HasItsTableAsCsvAndJson) {
  Plot plot = two_bars();
  plot.columns[0].words[1] = plot.y.names[1] = "b,\"c\"";
  plot.columns[1].numbers[0] = std::nan("");
  EXPECT_EQ(to_csv(plot), "label,value\na,\n\"b,\"\"c\"\"\",1\n");
  const std::string json = to_json(plot);
  EXPECT_NE(json.find("[\"a\", null]"), std::string::npos) << json;
  EXPECT_NE(json.find("[\"b,\\\"c\\\"\", 1]"), std::string::npos);
  EXPECT_EQ(plot_table(plot, 3, 1),
            (std::vector<std::vector<std::string>>{{"label", "value"}, {"a", "-"}}));
}

/// As the web's accessibility guidelines have it: 1 to 21.
double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view colour) {
    double sum = 0;
    constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
    for (std::size_t i = 0; i < 3; ++i) {
      const double part = std::stoi(std::string(colour.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
      const double linear = part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
      sum += kWeights[i] * linear;
    }
    return sum;
  };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

TEST(Looks, CanBeRead) {
  EXPECT_NEAR(contrast("#ffffff", "#000000"), 21, 1e-9);
  constexpr double kText = 4.5, kLines = 3;
  for (const detail::Look& look : detail::kLooks) {
    EXPECT_GE(contrast(look.colour, detail::kPaper), kText) << look.colour;
  }
  for (const auto& shades : {detail::kDiverging, detail::kSequential}) {
    for (const detail::Shade& shade : shades) {
      EXPECT_GE(contrast(shade.fill, shade.ink), kText) << shade.fill;
    }
  }
  EXPECT_GE(contrast(detail::kInk, detail::kPaper), kText);
  EXPECT_GE(contrast(detail::kSoft, detail::kPaper), kText);
  EXPECT_GE(contrast(detail::kAxisColour, detail::kPaper), kLines);
}

TEST(Looks, AreNeverTheSameInDashesAndSymbol) {
  for (std::size_t i = 0; i < detail::kLooks.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_NE(detail::kLooks[i].dashes, detail::kLooks[j].dashes);
      EXPECT_NE(detail::kLooks[i].symbol, detail::kLooks[j].symbol);
    }
  }
}

TEST(Looks, ShadesAreFifths) {
  EXPECT_EQ(detail::shade_of(0), 0u);
  EXPECT_EQ(detail::shade_of(0.2), 1u);
  EXPECT_EQ(detail::shade_of(0.999), 4u);
  EXPECT_EQ(detail::shade_of(1), 4u);
  EXPECT_EQ(detail::shade_of(std::nan("")), detail::kShades);
}

TEST(Scale, TicksAreRoundNumbers) {
  const auto texts = [](const PlotAxis& axis, int about) {
    std::string out;
    for (const detail::Tick& tick : detail::ticks_of(axis, about)) out += tick.text + " ";
    return out;
  };
  PlotAxis axis;
  EXPECT_EQ(texts(axis, 5), "0.0 0.2 0.4 0.6 0.8 1.0 ");
  axis.low = -0.3, axis.high = 0.3;
  EXPECT_EQ(texts(axis, 6), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3 ");
  axis.low = 0, axis.high = 3, axis.whole = true;
  EXPECT_EQ(texts(axis, 6), "0 1 2 3 ");
  axis.low = 0, axis.high = 2'500'000;
  EXPECT_EQ(texts(axis, 5), "0 500000 1000000 1500000 2000000 2500000 ");
  axis.high = 3e10;
  EXPECT_EQ(texts(axis, 3), "0 1e+10 2e+10 3e+10 ");
  axis.kind = AxisKind::log, axis.low = 0.001, axis.high = 1;
  EXPECT_EQ(texts(axis, 6), "0.001 0.01 0.1 1 ");
  axis.low = 1, axis.high = 100;
  EXPECT_EQ(texts(axis, 6), "1 2 5 10 20 50 100 ");
}

TEST(Scale, AxesEndAtSteps) {
  const PlotAxis axis = detail::axis_around("", -0.0312, 0.0147);
  EXPECT_DOUBLE_EQ(axis.low, -0.04);
  EXPECT_DOUBLE_EQ(axis.high, 0.02);
  const PlotAxis one = detail::axis_around("", 5, 5);
  EXPECT_LT(one.low, 5);
  EXPECT_GT(one.high, 5);
  const PlotAxis log = detail::log_axis_around("", 0.03, 21);
  EXPECT_DOUBLE_EQ(log.low, 0.02);
  EXPECT_DOUBLE_EQ(log.high, 50);
  const PlotAxis point = detail::log_axis_around("", 1, 1);
  EXPECT_DOUBLE_EQ(point.low, 1);
  EXPECT_DOUBLE_EQ(point.high, 10);
  const PlotAxis tiny = detail::log_axis_around("", 1e-300, 1e300);
  EXPECT_LE(detail::ticks_of(tiny, 6).size(), 8u);
}

}  // namespace
}  // namespace tallystick
