/**
 * `brigade-tideline/testing`: what a backend and a lifecycle policy must pass, and what to test with.
 */
export { type Delay, DelayedStore } from "./testing/delayed-store.ts";
export { type PolicyCase, policySuite } from "./testing/policy-suite.ts";
export { type StorageCase, type StorageHarness, storageSuite } from "./testing/storage-suite.ts";
