// SPDX-License-Identifier: Apache-2.0
// The bytes of a page (src/rigor/report/payload.hpp) as typed arrays.

export const FORMAT_VERSION = 6;
const MAGIC = "RIGORVEW";

export type Numbers = Float64Array | Uint8Array | Int8Array | Uint32Array;

export interface Table {
  rows: number;
  columns: Map<string, Numbers>;
}

export interface Payload {
  complete: boolean;
  tables: Map<string, Table>;
}

/** Why a page can not show its trace, in words for people. */
export class PayloadError extends Error {}

export function bytesOfBase64(text: string): Uint8Array {
  const trimmed = text.trim();
  const native = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array };
  if (native.fromBase64) return native.fromBase64(trimmed);
  const chars = atob(trimmed);
  const bytes = new Uint8Array(chars.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = chars.charCodeAt(i);
  return bytes;
}

export async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new PayloadError("The trace in this page is damaged: it cannot be unpacked.");
  }
}

/** Undoes the shuffle by bytes. */
export function unshuffled(bytes: Uint8Array, size: number): Uint8Array {
  if (size === 1) return bytes.slice();
  const count = bytes.length / size;
  const out = new Uint8Array(bytes.length);
  for (let k = 0; k < size; ++k) {
    const from = k * count;
    for (let i = 0, at = k; i < count; ++i, at += size) out[at] = bytes[from + i]!;
  }
  return out;
}

const SIZES: Record<string, number> = { f64: 8, u8: 1, i8: 1, u32: 4, u64: 8 };

function numbers(scalar: string, bytes: Uint8Array): Numbers {
  const plain = unshuffled(bytes, SIZES[scalar]!);
  switch (scalar) {
    case "f64": return new Float64Array(plain.buffer);
    case "u32": return new Uint32Array(plain.buffer);
    case "i8": return new Int8Array(plain.buffer);
    case "u64": return Float64Array.from(new BigUint64Array(plain.buffer), Number);
    default: return plain;
  }
}

interface Directory {
  complete: boolean;
  tables: Record<string, { rows: number; columns: { name: string; scalar: string; width: number; at: number; bytes: number }[] }>;
}

/** Takes unpacked bytes apart. Throws PayloadError for anything that is not a trace of this version. */
export function parsePayload(bytes: Uint8Array): Payload {
  const text = new TextDecoder();
  if (bytes.length < 16 || text.decode(bytes.subarray(0, 8)) !== MAGIC) {
    throw new PayloadError("The data in this page are not a trace of Rigor.");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw new PayloadError(
      `This trace has format version ${version}; this page reads version ${FORMAT_VERSION}. ` +
      "Make the page again with the program that made the trace: rigor view RUN.");
  }
  const length = view.getUint32(12, true);
  if (16 + length > bytes.length) throw new PayloadError("The trace in this page is cut short.");
  const directory = JSON.parse(text.decode(bytes.subarray(16, 16 + length))) as Directory;
  const data = bytes.subarray(16 + length);
  const tables = new Map<string, Table>();
  for (const [name, entry] of Object.entries(directory.tables)) {
    const columns = new Map<string, Numbers>();
    for (const column of entry.columns) {
      if (column.at + column.bytes > data.length) throw new PayloadError("The trace in this page is cut short.");
      columns.set(column.name, numbers(column.scalar, data.subarray(column.at, column.at + column.bytes)));
    }
    tables.set(name, { rows: entry.rows, columns });
  }
  return { complete: directory.complete, tables };
}
