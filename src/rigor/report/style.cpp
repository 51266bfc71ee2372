// SPDX-License-Identifier: Apache-2.0
#include <rigor/report/style.hpp>

namespace rigor {

std::string_view page_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --sheet: #f6f7f9; --ink: #1b1f24; --soft: #59636e; --rule: #d9dee4; --grid: #e8ebef;
  --good: #0b6b3a; --good-back: #e3f5ea; --bad: #a3170f; --bad-back: #fde8e6; --plain: #4a5560; --plain-back: #eceff2;
  --early: #7a4b00; --early-back: #fff1d2;
  --c0: #0072b2; --c1: #d55e00; --c2: #007d5a; --c3: #a3487c; --c4: #b77d00; --c5: #2b8fc4; --c6: #b3261e; --c7: #59636e;
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme="light"]) {
    --paper: #14171b; --sheet: #1c2026; --ink: #e8ebee; --soft: #9da7b1; --rule: #363d45; --grid: #292f36;
    --good: #7ee2a8; --good-back: #123524; --bad: #ff9d94; --bad-back: #45201d; --plain: #c2cad2; --plain-back: #2a3037;
    --early: #ffcf70; --early-back: #3d2e0c;
    --c0: #4aa8e0; --c1: #ff8a3d; --c2: #2fc79a; --c3: #e08fbb; --c4: #f0b73f; --c5: #8fd0f2; --c6: #ff8078; --c7: #9da7b1;
  }
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark;
  --paper: #14171b; --sheet: #1c2026; --ink: #e8ebee; --soft: #9da7b1; --rule: #363d45; --grid: #292f36;
  --good: #7ee2a8; --good-back: #123524; --bad: #ff9d94; --bad-back: #45201d; --plain: #c2cad2; --plain-back: #2a3037;
  --early: #ffcf70; --early-back: #3d2e0c;
  --c0: #4aa8e0; --c1: #ff8a3d; --c2: #2fc79a; --c3: #e08fbb; --c4: #f0b73f; --c5: #8fd0f2; --c6: #ff8078; --c7: #9da7b1;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 32px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 44px 0 12px; }
p { margin: 8px 0; max-width: 78ch; }
.soft { color: var(--soft); }
.badge { display: flex; gap: 14px; align-items: flex-start; margin: 22px 0 18px; padding: 16px 20px; border-radius: 10px;
  border-left: 6px solid; }
.badge b { display: block; font-size: 20px; line-height: 1.3; }
.badge .sign { font-size: 26px; line-height: 1; font-weight: 700; }
.badge.good { color: var(--good); background: var(--good-back); }
.badge.bad { color: var(--bad); background: var(--bad-back); }
.badge.early { color: var(--early); background: var(--early-back); }
.badge.plain { color: var(--plain); background: var(--plain-back); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 12px; margin: 18px 0 26px; }
.card { background: var(--sheet); border-radius: 10px; padding: 12px 16px; margin: 0; }
.card dt { color: var(--soft); font-size: 13px; }
.card dd { margin: 2px 0 0; font-size: 17px; line-height: 1.75; font-variant-numeric: tabular-nums; white-space: nowrap; }
.card dd small { font-size: 13px; color: var(--soft); display: block; line-height: 1.35; white-space: normal; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 4px 36px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.n, th.n { text-align: right; white-space: nowrap; }
.scroll { overflow-x: auto; }
.kind, td.w { white-space: nowrap; }
.kind::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 8px;
  background: currentColor; }
.kind span { color: var(--ink); }
sup { font-size: 0.72em; line-height: 0; }
details { margin: 20px 0; }
summary { cursor: pointer; color: var(--soft); }
pre { background: var(--sheet); border-radius: 10px; padding: 14px 16px; overflow-x: auto; font-size: 13px; line-height: 1.45; }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
footer { margin-top: 44px; padding-top: 14px; border-top: 1px solid var(--rule); color: var(--soft); font-size: 13px; }
figure { margin: 22px 0 0; }
figcaption { color: var(--soft); font-size: 13px; margin: 0 0 0 74px; max-width: 88ch; }
svg.plot { display: block; width: 100%; height: auto; overflow: visible; }
svg.plot text { fill: var(--ink); font: 12.5px system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif; }
svg.plot .title { font-size: 15px; font-weight: 600; }
svg.plot .label, svg.plot .tick, svg.plot .note { fill: var(--soft); }
svg.plot .tick { font-variant-numeric: tabular-nums; }
svg.plot .up { font-size: 9px; }
svg.plot .middle { text-anchor: middle; }
svg.plot .end { text-anchor: end; }
svg.plot .grid { stroke: var(--grid); }
svg.plot .minor { opacity: 0.5; }
svg.plot .axis, svg.plot .stub { stroke: var(--soft); }
svg.plot .level { stroke: var(--soft); stroke-dasharray: 5 4; }
svg.plot .curve { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; stroke-linecap: round; }
svg.plot .dots { fill: currentColor; fill-opacity: 0.8; }
svg.plot .mark line { stroke: currentColor; stroke-opacity: 0.22; }
svg.plot .mark path { fill: currentColor; fill-opacity: 0.75; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); } .c3 { color: var(--c3); }
.c4 { color: var(--c4); } .c5 { color: var(--c5); } .c6 { color: var(--c6); } .c7 { color: var(--c7); }
.rigor-live .still { display: none; }
@media print {
  .rigor-live .still { display: block; }
  main { max-width: none; padding: 0; }
  figure, .badge, .card { break-inside: avoid; }
}
)css";
}

}  // namespace rigor
