/**
 * `brigade-tideline/testing`: the suites that a backend and a lifecycle policy must pass, and stores to test with.
 */
export { type Delay, DelayedStore } from "./testing/delayed-store.ts";
export { type PolicyCase, policySuite } from "./testing/policy-suite.ts";
export type { StorageHarness } from "./testing/storage/harness.ts";
export { type StorageCase, storageSuite } from "./testing/storage-suite.ts";
