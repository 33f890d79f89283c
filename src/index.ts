/**
 * The public names of `brigade-tideline`, one by one.
 */
export { ERROR_CODES, type ErrorCode, type ErrorDetails, isTidelineError, TidelineError } from "./errors.ts";
export {
  type AccessKind,
  type By,
  EVENT_TYPES,
  EVENT_VERSION,
  type EventOf,
  type EventType,
  type MemoryEvent,
  type SealedBody,
  type Why,
} from "./model/event.ts";
export type { Fact, Json, Lifecycle, Metadata, Observation, Slot, Validity } from "./model/fact.ts";
export { type Backlink, LINK_KINDS, type Link, type LinkKind } from "./model/link.ts";
export type { ChannelOrigin, Origin } from "./model/origin.ts";
export {
  KINDS,
  type Kind,
  LAYERS,
  type Layer,
  SEGMENT_DEFAULTS,
  SEGMENTS,
  type Segment,
  type SegmentDefaults,
  TIERS,
  type Tier,
} from "./model/segment.ts";
export { AUTHORITIES, type Authority, type KnownSource, SOURCES, type SourceTag } from "./model/source.ts";
export { type MarksStream, marksOf, type Stream } from "./model/stream.ts";
export type { ClockAdapter } from "./ports/clock.ts";
export type {
  AnyStorage,
  AsyncStorageAdapter,
  Blob,
  Head,
  Page,
  Problem,
  RecordedEvent,
  StorageAdapter,
  StorageSupport,
  VerifyOptions,
  VerifyReport,
} from "./ports/storage.ts";
export { FactStore, type FactStoreOptions } from "./stores/file/fact-store.ts";
export type { Notice } from "./stores/file/log-writer.ts";
export { type RepairReport, repairWorkspace } from "./stores/file/repair.ts";
export { MemoryStore } from "./stores/memory.ts";
