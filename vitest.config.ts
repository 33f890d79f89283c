// Where are the tests, and how are they run? One process per test file (`forks`): the crash tests kill
// and stop processes, and a test must not share memory with another. Tests see `src/` directly; the built
// package is tried by `scripts/package-test.mjs`.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/draw-seed.ts", "test/support/bundle-children.ts"],
    setupFiles: ["test/support/property-seed.ts"],
    pool: "forks",
    // A safety net against what would never end, and no measure of speed: a busy machine takes many times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    teardownTimeout: 60_000,
    restoreMocks: true,
    // A test file without a test is a test that cannot fail.
    passWithNoTests: false,
  },
});
