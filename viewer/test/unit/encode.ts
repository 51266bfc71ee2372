// SPDX-License-Identifier: Apache-2.0
// Writes payloads as their description says (src/rigor/report/payload.hpp), for tests.
import { deflateSync } from "node:zlib";
import { FORMAT_VERSION } from "../../src/core/payload";

type Scalar = "f64" | "u8" | "i8" | "u32" | "u64";
export interface TestColumn { scalar: Scalar; width?: number; values: number[] }
export type TestTables = Record<string, { rows: number; columns: Record<string, TestColumn> }>;

const SIZES = { f64: 8, u8: 1, i8: 1, u32: 4, u64: 8 };

function bytesOf(column: TestColumn): Uint8Array {
  const size = SIZES[column.scalar], out = new Uint8Array(size * column.values.length), view = new DataView(out.buffer);
  column.values.forEach((x, i) => {
    if (column.scalar === "f64") view.setFloat64(8 * i, x, true);
    else if (column.scalar === "u32") view.setUint32(4 * i, x, true);
    else if (column.scalar === "u64") view.setBigUint64(8 * i, BigInt(x), true);
    else if (column.scalar === "i8") view.setInt8(i, x);
    else view.setUint8(i, x);
  });
  const count = column.values.length, shuffled = new Uint8Array(out.length);
  for (let i = 0; i < count; ++i) for (let k = 0; k < size; ++k) shuffled[k * count + i] = out[i * size + k]!;
  return shuffled;
}

export function encode(tables: TestTables, version = FORMAT_VERSION): Uint8Array {
  const directory: Record<string, unknown> = {}, parts: Uint8Array[] = [];
  let at = 0;
  for (const [name, table] of Object.entries(tables)) {
    const columns = Object.entries(table.columns).map(([column, data]) => {
      const bytes = bytesOf(data);
      parts.push(bytes);
      const entry = { name: column, scalar: data.scalar, width: data.width ?? 1, at, bytes: bytes.length };
      at += bytes.length;
      return entry;
    });
    directory[name] = { rows: table.rows, columns };
  }
  const text = new TextEncoder().encode(JSON.stringify({ complete: true, tables: directory }));
  const front = new Uint8Array(16), view = new DataView(front.buffer);
  front.set(new TextEncoder().encode("RIGORVEW"));
  view.setUint32(8, version, true);
  view.setUint32(12, text.length, true);
  return Uint8Array.from([...front, ...text, ...parts.flatMap((part) => [...part])]);
}

export const packed = (bytes: Uint8Array): string => Buffer.from(deflateSync(bytes)).toString("base64");
