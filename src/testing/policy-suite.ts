/**
 * Is a lifecycle policy sound? It is if it passes these cases.
 *
 * The cases are plain data and need no particular test runner:
 * `for (const { name, run } of policySuite(policy)) test(name, run)`. The sample facts cover every segment, tier, kind,
 * layer, source and class, and many ages and numbers of uses. The times include clocks that jumped back and the first
 * and last time that a `Date` can hold.
 */
import { immunityOf } from "../lifecycle/immunity.ts";
import type { JudgeContext, LifecyclePolicy } from "../lifecycle/policy.ts";
import { blankFact } from "../log/fact-copy.ts";
import type { Fact } from "../model/fact.ts";
import { FACT_FIELDS, type FactField } from "../model/fact-fields.ts";
import { KINDS, LAYERS, SEGMENT_DEFAULTS, SEGMENTS, TIERS } from "../model/segment.ts";
import { AUTHORITIES, SOURCE_TAGS, TRUSTED } from "../model/source.ts";
import { MemoryStore } from "../stores/memory.ts";
import { openSeeded } from "./seeded-memory.ts";

export interface PolicyCase {
  readonly name: string;
  run(): Promise<void>;
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const AGES_DAYS = [0, 1 / 1440, 0.5, 1, 7, 29, 30, 31, 60, 89, 91, 180, 365, 366, 597, 598, 1_000, 10_000];
const ACTIONS: ReadonlySet<string> = new Set([
  "keep",
  "promote",
  "archive",
  "suppress",
  "unsuppress",
  "prune",
]);
const SLUG = /^[a-z0-9][a-z0-9._/-]{0,63}$/;

export function policySuite(policy: LifecyclePolicy): readonly PolicyCase[] {
  return Object.entries(CASES).map(([name, check]) => ({
    name,
    async run() {
      await check(policy);
    },
  }));
}

const CASES: Readonly<Record<string, (policy: LifecyclePolicy) => void | Promise<void>>> = {
  "has an id and figures that can stand in a log's header"({ id, params }) {
    ensure(SLUG.test(id), `the id ${id} is not a slug`);
    for (const [name, value] of Object.entries(params)) {
      ensure(SLUG.test(name.toLowerCase()), `the param ${name} is not a slug`);
      ensure(typeof value !== "number" || Number.isFinite(value), `the param ${name} is not finite`);
    }
  },

  "scores between 0 and 1, with finite parts, whatever the age, the count and the clock"(policy) {
    for (const fact of samples()) {
      for (const now of [...AGES_DAYS.map(at), START - 400 * DAY, -8.64e15, 8.64e15]) {
        const { value, parts } = policy.score(fact, context(now));
        ensure(value >= 0 && value <= 1, `scored ${value} at ${now}: ${told(fact)}`);
        for (const [name, part] of Object.entries(parts))
          ensure(Number.isFinite(part), `${name} is ${part} at ${now}: ${told(fact)}`);
      }
    }
  },

  "never scores an older fact higher"(policy) {
    for (const fact of samples()) {
      const values = AGES_DAYS.map((days) => policy.score(fact, context(at(days))).value);
      const up = values.findIndex((value, i) => value > (values[i - 1] ?? 1) + 1e-12);
      ensure(up < 0, `the score rises at ${AGES_DAYS[up]} days: ${told(fact)}`);
    }
  },

  "gives the same answer to the same question"(policy) {
    for (const fact of samples()) {
      const ask = () =>
        JSON.stringify([
          policy.score(fact, context(at(91))),
          policy.rank(fact, 0.5, context(at(91))),
          policy.decide(fact, context(at(91))),
        ]);
      const first = ask();
      ensure(first === ask(), `two answers: ${told(fact)}`);
    }
  },

  "ranks by relevance: more of it is never less, none of it is nothing"(policy) {
    for (const fact of samples()) {
      const ranks = [0, 0.1, 0.5, 1].map((relevance) => policy.rank(fact, relevance, context(at(91))));
      ensure(
        ranks.every((rank) => Number.isFinite(rank) && rank >= 0),
        `ranks ${ranks}: ${told(fact)}`,
      );
      ensure(
        ranks[0] === 0 && ranks.every((rank, i) => rank >= (ranks[i - 1] ?? 0)),
        `ranks ${ranks}: ${told(fact)}`,
      );
    }
  },

  "ranks what a tool said below the same thing said by the principal"(policy) {
    for (const days of AGES_DAYS) {
      const own = sample();
      const tool: Fact = { ...own, source: "tool_output", authority: 0 };
      const [theirs, mine] = [tool, own].map((fact) => policy.rank(fact, 0.5, context(at(days))));
      ensure(
        (theirs ?? 1) < (mine ?? 0),
        `after ${days} days a tool's ranks ${theirs}, the principal's ${mine}`,
      );
    }
  },

  "decides one of the known actions, with a rule that can stand in a header and words for a person"(policy) {
    for (const fact of samples()) {
      for (const days of AGES_DAYS) {
        const { action, rule, why, layer } = policy.decide(fact, context(at(days)));
        ensure(ACTIONS.has(action), `the action ${action} is not known`);
        ensure(SLUG.test(rule) && why.length > 0, `rule "${rule}", why "${why}"`);
        ensure(
          action !== "promote" || (layer !== undefined && layer !== fact.layer),
          "a promotion leads to another layer",
        );
      }
    }
  },

  "takes feedback within bounds: up never lowers, down never raises"(policy) {
    for (const fact of samples()) {
      for (const signal of ["up", "down"] as const) {
        const { importance, confidence = fact.confidence } = policy.feedback(fact, signal);
        ensure(
          importance >= 0 && importance <= 1 && confidence >= 0 && confidence <= 1,
          `out of bounds: ${told(fact)}`,
        );
        const change = importance - fact.importance + confidence - fact.confidence;
        ensure(
          signal === "up" ? change >= 0 : change <= 0,
          `feedback ${signal} went the wrong way: ${told(fact)}`,
        );
      }
    }
  },

  "labels every draft with figures in range"(policy) {
    for (const segment of SEGMENTS)
      for (const authority of AUTHORITIES) {
        const labels = policy.labels({ content: "x", segment, authority, dated: false });
        ensure(
          labels.importance >= 0 && labels.importance <= 1 && labels.decayRate >= 0,
          `labels ${JSON.stringify(labels)}`,
        );
        ensure(
          TIERS.includes(labels.tier) && KINDS.includes(labels.kind) && LAYERS.includes(labels.layer),
          "unknown labels",
        );
      }
  },

  async "a sweep takes nothing immune, and a second one finds nothing to do"(policy) {
    const clock = { time: START, now: () => clock.time };
    const memory = openSeeded(new MemoryStore(), { clock, seed: 7, policy });
    for (const segment of SEGMENTS) {
      memory.add({ content: `Plain ${segment}.`, segment });
      memory.add({ content: `Pinned ${segment}.`, segment, pinned: true });
    }
    for (const days of [10, 100, 700, 3_000]) {
      clock.time = at(days);
      const rehearsed = await memory.sweep({ dryRun: true });
      const before = memory.list({ lifecycle: "any" });
      const report = await memory.sweep();
      ensure(
        JSON.stringify(rehearsed.counts) === JSON.stringify(report.counts),
        "the rehearsal said something else",
      );
      for (const { fact, what } of report.changes) {
        const known = before.find((one) => one.id === fact);
        const immune = known !== undefined && immunityOf(known, context(at(days))) !== undefined;
        ensure(!immune || what === "revised" || what === "unsuppressed", `${what}: ${known?.content}`);
      }
      ensure(
        Object.keys((await memory.sweep()).counts).length === 0,
        `a second sweep after ${days} days went on`,
      );
    }
  },
};

function at(days: number): number {
  return START + Math.round(days * DAY);
}

function context(now: number): JudgeContext {
  return { now, fact: () => undefined, citedBy: () => [], foundOn: () => [], broughtBackAt: () => undefined };
}

function sample(more: Partial<Fact> = {}): Fact {
  return {
    ...blankFact(),
    id: "f",
    content: "x",
    ...SEGMENT_DEFAULTS.knowledge,
    layer: "episodic",
    source: "owner_message",
    authority: TRUSTED,
    confidence: 1,
    createdAt: START,
    lastAccessedAt: START,
    observationCount: 1,
    texts: [1],
    ...more,
  };
}

/** Every figure that a caller may give, at its least and at its most. */
function extremes(): readonly Partial<Fact>[] {
  return Object.entries<FactField>(FACT_FIELDS).flatMap(([name, { input }]) =>
    input?.form?.is === "number" ? [{ [name]: input.form.least }, { [name]: input.form.most }] : [],
  );
}

/** One fact for each label, and for the extremes of every figure. */
function samples(): readonly Fact[] {
  const used = (accessCount: number) => ({
    accessCount,
    accessTimes: Array.from({ length: Math.min(16, accessCount) }, () => START),
  });
  return [
    ...SEGMENTS.map((segment) => ({ segment, ...SEGMENT_DEFAULTS[segment] })),
    ...TIERS.map((tier) => ({ tier })),
    ...KINDS.map((kind) => ({ kind })),
    ...LAYERS.map((layer) => ({ layer })),
    ...SOURCE_TAGS.map((source) => ({ source, authority: 0 as const })),
    ...AUTHORITIES.map((authority) => ({ authority })),
    ...[0, 1, 5, 100, 1e15].map(used),
    ...[0.29, 0.7].map((importance) => ({ importance })),
    ...[0, 1_000].map((decayRate) => ({ decayRate })),
    ...extremes(),
    { validity: "superseded" as const, ...used(1) },
    { importance: 1, ...used(5) },
    { createdAt: -8.64e15, lastAccessedAt: -8.64e15 },
    { createdAt: 8.64e15, lastAccessedAt: 8.64e15 },
  ].map(sample);
}

function told(fact: Fact): string {
  const { segment, tier, kind, layer, source, authority, importance, accessCount } = fact;
  return JSON.stringify({ segment, tier, kind, layer, source, authority, importance, accessCount });
}

function ensure(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
