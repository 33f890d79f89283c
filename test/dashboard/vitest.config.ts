// How are the browser tests run? In real Chromium, one file after another: they share the machine with a browser.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("../../", import.meta.url).pathname,
    include: ["test/dashboard/**/*.browser.ts"],
    globalSetup: ["test/dashboard/support/setup.ts"],
    pool: "forks",
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
  },
});
