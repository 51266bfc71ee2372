// SPDX-License-Identifier: Apache-2.0
// Files for others: a picture or a film of the view, tables.
import { h } from "./dom";

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const filmKind = (): string | undefined =>
  typeof MediaRecorder === "undefined" ? undefined : ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type));

export const canFilm = (): boolean => filmKind() !== undefined;

/** Films the canvas while `play` goes on. Throws if the browser cannot. */
export async function film(view: HTMLCanvasElement, play: () => Promise<void>): Promise<Blob> {
  const kind = filmKind();
  if (!kind) throw new Error("this browser cannot record films");
  const recorder = new MediaRecorder(view.captureStream(30), { mimeType: kind, videoBitsPerSecond: 6_000_000 });
  const parts: Blob[] = [];
  recorder.addEventListener("dataavailable", (e) => parts.push(e.data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start(250);
  await play();
  recorder.stop();
  await stopped;
  return new Blob(parts, { type: "video/webm" });
}

/** The 3D view on its background with a line of text under it. */
export async function picture(view: HTMLCanvasElement, background: string, ink: string, text: string): Promise<Blob> {
  const bar = Math.round(view.width / 40);
  const canvas = h("canvas", { width: String(view.width), height: String(view.height + 2 * bar) });
  const c = canvas.getContext("2d")!;
  c.fillStyle = background;
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.drawImage(view, 0, 0);
  c.fillStyle = ink;
  c.font = `${Math.max(11, Math.round(0.8 * bar))}px system-ui, 'DejaVu Sans', sans-serif`;
  c.textBaseline = "middle";
  c.fillText(text, bar, view.height + bar, canvas.width - 2 * bar);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
