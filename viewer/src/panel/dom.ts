// SPDX-License-Identifier: Apache-2.0
type Child = Node | string | null;

/** An element with attributes and children. Texts are texts: nothing is ever parsed as markup. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child): child is Node | string => child !== null));
  return element;
}

export function button(label: string | Node, title: string, onClick: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const element = h("button", { type: "button", title, "aria-label": title, ...attributes }, label);
  element.addEventListener("click", onClick);
  return element;
}

/** A canvas as sharp as the screen; returns its context scaled to CSS pixels. */
export function sharpened(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const ratio = Math.min(devicePixelRatio || 1, 3);
  const w = Math.max(1, Math.round(width * ratio)), t = Math.max(1, Math.round(height * ratio));
  if (canvas.width !== w || canvas.height !== t) {
    canvas.width = w;
    canvas.height = t;
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Simple shapes for buttons; fonts do not agree on such signs. */
const ICONS = {
  play: "M4 2.5 13 8 4 13.5Z", pause: "M3.5 2.5H6.8V13.5H3.5Z M9.2 2.5H12.5V13.5H9.2Z", next: "M3 2.5 10 8 3 13.5Z M11 2.5H13V13.5H11Z",
  previous: "M13 2.5 6 8 13 13.5Z M3 2.5H5V13.5H3Z", theme: "M8 1.5A6.5 6.5 0 1 0 8 14.5A6.5 6.5 0 1 0 8 1.5Z M8 3A5 5 0 0 1 8 13Z",
};
export type Icon = keyof typeof ICONS;

export function icon(name: Icon): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg"), path = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("rv-icon");
  path.setAttribute("d", ICONS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}
