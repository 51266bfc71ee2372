// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { bytesOfBase64, FORMAT_VERSION, inflated, parsePayload, PayloadError } from "../../src/core/payload";
import { encode, packed } from "./encode";

const tables = {
  things: { rows: 3, columns: {
    x: { scalar: "f64" as const, values: [1.5, -2e-300, 0.1] }, n: { scalar: "u32" as const, values: [1, 0xffffffff, 7] },
    "x.ends": { scalar: "u64" as const, values: [1, 2, 2 ** 40] }, s: { scalar: "i8" as const, values: [-1, 1, 0] }, k: { scalar: "u8" as const, values: [0, 255, 3] },
  } },
};

describe("payload", () => {
  it("comes back as it was written", async () => {
    const payload = parsePayload(await inflated(bytesOfBase64(packed(encode(tables)))));
    const columns = payload.tables.get("things")!.columns;
    expect(payload.complete).toBe(true);
    for (const [name, column] of Object.entries(tables.things.columns)) expect(Array.from(columns.get(name)!)).toEqual(column.values);
  });

  it("refuses other versions, other data, cut and damaged ones in words", async () => {
    expect(() => parsePayload(encode(tables, 1))).toThrow(`format version 1; this page reads version ${FORMAT_VERSION}.`);
    expect(() => parsePayload(new TextEncoder().encode("something else entirely"))).toThrow(PayloadError);
    expect(() => parsePayload(encode(tables).slice(0, -5))).toThrow(/cut short/);
    const damaged = Buffer.from(packed(encode(tables)), "base64");
    damaged[damaged.length >> 1]! ^= 0x55;
    await expect(inflated(damaged)).rejects.toThrow(/damaged/);
  });
});
