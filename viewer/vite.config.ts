// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from "vitest/config";
import { viteSingleFile } from "vite-plugin-singlefile";

export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: { target: "es2022", outDir: process.env["RIGOR_VIEWER_OUT"] ?? "dist", emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
  test: { include: ["test/unit/**/*.test.ts"] },
});
