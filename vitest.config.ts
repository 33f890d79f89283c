// Where are the tests, and how are they run? Tests see `src/` directly; the built package is tried by
// `scripts/package-test.mjs`.
//
// Test files run in as many processes as there are cores (`forks`: the crash tests kill and stop processes). Loading
// `src/` takes longer than most files' tests, so the files share what a process has loaded: half of the time of
// `npm test`. So a test must put back what it changes in a process: `restoreMocks` does it for spies. Files that
// replace a module, that try what happens to a process, or that need its event loop for themselves have one of their own.
import { defineConfig } from "vitest/config";

const ALONE = [
  "test/{crash,stores,torture}/**/*.test.ts",
  "test/serve/{fairness,oracle,read-threads,start}.test.ts",
  // Gives up the rights of the process.
  "test/serve/doctor-access.test.ts",
  // With smaller limits than those in `limits.ts`.
  "test/log/quota.test.ts",
  "test/write/refusals.test.ts",
];

const COMMON = {
  setupFiles: ["test/support/property-seed.ts", "test/support/equal-bytes.ts"],
  pool: "forks" as const,
  // A safety net against what would never end, and no measure of speed: a busy machine takes many times as long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  restoreMocks: true,
};

export default defineConfig({
  test: {
    globalSetup: [
      "test/support/draw-seed.ts",
      "test/support/temporary-folder.ts",
      "test/support/bundle-children.ts",
    ],
    teardownTimeout: 60_000,
    // A test file without a test is a test that cannot fail.
    passWithNoTests: false,
    projects: [
      { test: { ...COMMON, name: "alone", include: ALONE } },
      {
        test: { ...COMMON, name: "together", include: ["test/**/*.test.ts"], exclude: ALONE, isolate: false },
      },
    ],
  },
});
