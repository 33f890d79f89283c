// How are the browser tests run? In real Chromium, one file after another: they share the machine with a browser.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL("../../", import.meta.url).pathname,
    include: ["test/dashboard/**/*.browser.ts"],
    globalSetup: ["test/dashboard/support/setup.ts"],
    pool: "forks",
    fileParallelism: false,
    // A safety net, and no measure of speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    passWithNoTests: false,
  },
});
