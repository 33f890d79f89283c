/** The public names of `brigade-tideline`, one by one. */
export type { ContextOptions } from "./context/options.ts";
export type { ProposalOutcome } from "./converse/distil-pass.ts";
export type { Distilled, Distiller } from "./converse/distiller.ts";
export type { ObserveInput } from "./converse/observe-input.ts";
export type { Proposal, ProposedRelation, Quote } from "./converse/proposal.ts";
export type { Attachment, Batch, KnownFact, Turn } from "./converse/turn.ts";
export {
  LocalEmbedder,
  type LocalEmbedderOptions,
  type LocalEncoder,
  type LocalModel,
} from "./embedders/local.ts";
export { OpenAiEmbedder, type OpenAiEmbedderOptions } from "./embedders/openai.ts";
export {
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetails,
  isTidelineError,
  TidelineError,
  WriteGateError,
} from "./errors.ts";
export type { SeqRange, ShredCertificate } from "./govern/certificate.ts";
export type {
  Desk,
  DeskGroup,
  DeskItem,
  GroupedReviewOptions,
  ReviewOptions,
} from "./govern/desk.ts";
export type { GraphCluster, GraphEdge, GraphNode, GraphOptions, MemoryGraph } from "./govern/graph-export.ts";
export { IMPORT_FORMATS, type ImportFormat } from "./govern/importers/formats.ts";
export type { BadRecord } from "./govern/importers/record.ts";
export type { InspectedTurn, Inspection } from "./govern/inspect.ts";
export type { ChainLink } from "./govern/lineage.ts";
export type { ListOptions, Stats } from "./govern/listing.ts";
export type { FactState, Faded, Overview, RefusedWrite } from "./govern/overview.ts";
export type { PurgedFact, PurgeReason, SparedFact } from "./govern/purge.ts";
export type { SubjectMention } from "./govern/subject.ts";
export type { SubjectExport, SubjectFact, SubjectTurn } from "./govern/subject-page.ts";
export type { AsideGroup, AsideTurn, TurnsDesk } from "./govern/turns-desk.ts";
export type { WriterGroup } from "./govern/writer-group.ts";
export type { EmbeddingStatus } from "./indexes/learned/learned.ts";
export type { VectorSpace } from "./indexes/learned/vector-check.ts";
export type { Entity } from "./indexes/names/entities.ts";
export type { Params, ParamValue } from "./lifecycle/params.ts";
export { type GivenParams, POLICY_NAMES, type PolicyName, type PolicyParams } from "./lifecycle/policies.ts";
export type {
  FeedbackEffect,
  JudgeContext,
  LabelDraft,
  Labels,
  LifecyclePolicy,
  PolicyAction,
  PolicyContext,
  PolicyDecision,
  Precision,
  Retention,
  Score,
} from "./lifecycle/policy.ts";
export type { TunedKind, Tuning } from "./lifecycle/tune.ts";
export { type AiSdkModel, type FromAiSdkOptions, fromAiSdk } from "./llms/ai-sdk.ts";
export { AnthropicLlm, type AnthropicLlmOptions } from "./llms/anthropic.ts";
export {
  type LlamaEngine,
  type LlamaModel,
  type LlamaPackage,
  type LlamaSession,
  LocalLlm,
  type LocalLlmOptions,
} from "./llms/local.ts";
export { OpenAiLlm, type OpenAiLlmOptions } from "./llms/openai.ts";
export type { PassRecord } from "./log/upkeep-state.ts";
export type { AddResult, RefusedResult } from "./memory/add.ts";
export { AsyncTideline } from "./memory/async.ts";
export type { BeforeTurnOptions } from "./memory/before-turn.ts";
export type { CertificateCheck } from "./memory/certificates.ts";
export type {
  Conversation,
  ConversationOptions,
  ConversationSummary,
  ConversationsOptions,
  ConversationsPage,
  DistillerRun,
  ShownTurn,
  TurnState,
} from "./memory/conversations.ts";
export type { EndorseOptions } from "./memory/curate.ts";
export type { CompactionInput, CompactionResult, DistilOptions, DistilReport } from "./memory/distil.ts";
export type { ForgetOptions, ForgetResult } from "./memory/forget.ts";
export type {
  ExportOptions,
  ImportOptions,
  ImportResult,
  PurgeResult,
  VerifyMemoryOptions,
  VerifyResult,
} from "./memory/govern.ts";
export type {
  ImportedRecord,
  ImportFromOptions,
  ImportFromResult,
  ImportOutcome,
} from "./memory/import-from.ts";
export type { AgeingOptions, ForecastOptions, OverviewOptions, ReviewDesk } from "./memory/look.ts";
export type { InboxStatus, ObserveResult } from "./memory/observe.ts";
export type {
  ConfinedOptions,
  DistillingOptions,
  ThinkingOptions,
  TidelineOptions,
} from "./memory/options.ts";
export type { ForgottenOrigin, OriginFigures, OriginsOptions, OriginsPage } from "./memory/origins.ts";
export type { DismissedTurns, DismissTurnsInput, SetAsideDesk, SetAsideTurn } from "./memory/set-aside.ts";
export type { ShredResult, ShredTarget } from "./memory/shred.ts";
export type { Subject } from "./memory/subject.ts";
export { SyncTideline } from "./memory/sync.ts";
export type {
  ConsolidateOptions,
  ConsolidateReport,
  MorningOptions,
  NightReport,
  NightStepReport,
  ThinkOptions,
} from "./memory/think.ts";
export type { Time } from "./model/arguments.ts";
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
export type {
  Fact,
  Json,
  Lifecycle,
  Metadata,
  Observation,
  Slot,
  TurnQuote,
  Validity,
} from "./model/fact.ts";
export { type Backlink, LINK_KINDS, type Link, type LinkKind } from "./model/link.ts";
export type { ChannelOrigin, ConversationOrigin, Origin, OtherOrigin, UserOrigin } from "./model/origin.ts";
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
export { NOT_RECORDED, SURFACES, type Surface, type Writer } from "./model/speaker.ts";
export { type MarksStream, marksOf, type Stream } from "./model/stream.ts";
export type {
  Change,
  Pass,
  PassEvent,
  PassReport,
  PassView,
  PieceOutcome,
  Pieces,
  ReportedChange,
  SparedChange,
} from "./passes/pass.ts";
export type { ChangedFact, PassChange, PassDiff } from "./passes/pass-diff.ts";
export type { SkippedUndo, UndoOptions, UndoReport } from "./passes/undo-pass.ts";
export type { ClockAdapter } from "./ports/clock.ts";
export type { EmbedderAdapter, Spread } from "./ports/embedder.ts";
export type { Environment, Presence } from "./ports/environment.ts";
export type { JsonSchema, LlmAdapter, LlmMessage, LlmReply, LlmRequest, LlmUsage } from "./ports/llm.ts";
export type { OnProgress } from "./ports/progress.ts";
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
export type { ThreatScanAdapter } from "./ports/threat-scan.ts";
export type { Explanation, Fate } from "./recall/explain.ts";
export type {
  Degraded,
  Hit,
  Includable,
  Lane,
  Recalled,
  RecallOptions,
  Receipt,
  SearchOptions,
} from "./recall/hit.ts";
export type { Fetch, Reply } from "./services/post.ts";
export { type RepairReport, repairWorkspace } from "./stores/file/check/repair.ts";
export { FactStore, type FactStoreOptions } from "./stores/file/fact-store.ts";
export type { Notice } from "./stores/file/log/log-writer.ts";
export {
  type SealedStream,
  type SealOptions,
  type SealReport,
  sealWorkspace,
} from "./stores/file/seal/seal-workspace.ts";
export {
  type KeyFileOptions,
  keyFile,
  memoryKeys,
  passphraseKeys,
  secretKeys,
} from "./stores/keys/key-file.ts";
export { MemoryStore } from "./stores/memory.ts";
export { type NodeEnvironmentOptions, nodeEnvironment } from "./stores/node-environment.ts";
export type { EntityKind } from "./text/values/names.ts";
export { digestOf, type OpenOptions, Tideline } from "./tideline.ts";
export type { Ageing, AgeingPoint, Outlook, PolicyAgeing } from "./upkeep/ageing.ts";
export type { Contradiction } from "./upkeep/contradiction.ts";
export type { DismissOptions } from "./upkeep/dismiss.ts";
export { DREAM_STAGES, type DreamStage, type DreamSwitches } from "./upkeep/dream/dream.ts";
export type { DreamOptions } from "./upkeep/dream/options.ts";
export type { DreamReport } from "./upkeep/dream/run.ts";
export type { Forecast, Kept, Leaving } from "./upkeep/forecast.ts";
export type { Keeper, KeeperRun, KeeperStatus, KeeperTask, TaskStatus } from "./upkeep/keeper.ts";
export {
  type Morning,
  type MorningHeading,
  type MorningItem,
  type MorningSection,
  NIGHT_STEPS,
  type NightStep,
} from "./upkeep/morning.ts";
export type { PassInput, SweepOptions } from "./upkeep/options.ts";
export type { ResolveOptions } from "./upkeep/resolve.ts";
export type { Card, CardText } from "./upkeep/think/card.ts";
export type { CardSentence } from "./upkeep/think/cards.ts";
export {
  THINK_STAGES,
  type ThinkReport,
  type ThinkStage,
  type ThinkSwitches,
} from "./upkeep/think/think.ts";
export type { AddOutcome, RefusalCode } from "./write/decide.ts";
export type { AddInput } from "./write/draft.ts";
export { evaluateWriteGate, type GateRequest, type GateVerdict } from "./write/gate.ts";
export type { ReviseInput } from "./write/revise.ts";
export type { SecretsMode } from "./write/secrets.ts";
