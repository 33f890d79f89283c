/**
 * How is the demo's workspace made? By living through the year: every write, question, night and change of mind goes
 * through the public verbs, with a clock that is set to the time of the happening. Nothing bypasses the engine.
 *
 * The same end and seed give the same facts, ids and states; only the salts in the log differ.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assert } from "../../assert.ts";
import { AsyncTideline } from "../../memory/async.ts";
import { openMemory } from "../../memory/memory.ts";
import { type Origin, originKey } from "../../model/origin.ts";
import { DAY_MS } from "../../model/time.ts";
import { seededChance } from "../../ports/seeded-chance.ts";
import type { AnyStorage } from "../../ports/storage.ts";
import { FactStore } from "../../stores/file/fact-store.ts";
import { nodeHash, nodePause, nodeRandom } from "../../stores/node-ports.ts";
import type { Keeper } from "../../upkeep/keeper.ts";
import { NOTES } from "./story.ts";
import { type Act, DAYS, theYear } from "./year.ts";

const SEED = 20_250_609;

export interface DemoFigures {
  readonly facts: number;
  readonly refused: number;
  readonly passes: number;
  readonly origins: number;
}

export type Progress = (done: number, total: number, what: string) => void;

/** Fills an empty folder with a year that ends at `endAt`, and with notes. */
export async function fillDemo(
  dir: string,
  endAt: number,
  progress: Progress,
  signal?: AbortSignal,
): Promise<DemoFigures> {
  // Power-safe writes are not needed: an interrupted demo is made again.
  const figures = await liveThrough(new FactStore(dir, { durability: "os" }), endAt, progress, signal);
  for (const [path, text] of Object.entries(NOTES)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return figures;
}

/** The same in any store; closes the store afterwards. */
export async function liveThrough(
  store: AnyStorage,
  endAt: number,
  progress: Progress,
  signal?: AbortSignal,
): Promise<DemoFigures> {
  const stage = new Stage(store, endAt - DAYS * DAY_MS);
  try {
    const happenings = theYear(seededChance(SEED));
    for (const [i, { at, act }] of happenings.entries()) {
      signal?.throwIfAborted();
      stage.moveTo(at);
      await stage.play(act);
      progress(i + 1, happenings.length, "happenings of a year");
    }
    return await stage.figures();
  } finally {
    await stage.close();
  }
}

class Stage {
  private readonly begin: number;
  private time: number;
  private readonly owner: AsyncTideline;
  private readonly keeper: Keeper;
  private readonly others = new Map<string, AsyncTideline>();
  /** Ids of facts, by origin and words. */
  private readonly ids = new Map<string, string>();
  private refused = 0;

  constructor(store: AnyStorage, begin: number) {
    this.begin = begin;
    this.time = begin;
    const clock = { now: () => this.time };
    const chance = seededChance(SEED + 1);
    const bytes = (count: number) => Uint8Array.from({ length: count }, () => Math.floor(256 * chance()));
    // Ids are predictable; the workspace's own secret is not.
    const random = { bytes, token: nodeRandom.token };
    this.owner = new AsyncTideline(
      openMemory(store, { clock, random, hash: nodeHash, pause: nodePause }, {}),
    );
    this.keeper = this.owner.keeper();
  }

  moveTo(sinceBegin: number): void {
    this.time = this.begin + sinceBegin;
  }

  async play(act: Act): Promise<void> {
    switch (act.do) {
      case "add":
        return await this.add(act);
      case "derive":
        return void (await this.owner.add({
          content: act.content,
          segment: "knowledge",
          source: "dream",
          evidence: act.from.map((words) => this.idOf(words)),
        }));
      case "ask":
        return void (await this.owner.recall(act.query, { limit: 4 }));
      case "hand":
        return await this.byHand(act);
      case "link":
        return await this.link(act);
      case "decide":
        return await this.decide(act);
      case "upkeep":
        return void (await this.keeper.runDue());
      case "undo-dream":
        return await this.undoDream();
    }
  }

  async figures(): Promise<DemoFigures> {
    const handles = [this.owner, ...this.others.values()];
    const stats = await Promise.all(handles.map((one) => one.stats()));
    const passes = await Promise.all(handles.map((one) => one.passes()));
    return {
      facts: stats.reduce((sum, one) => sum + one.facts, 0),
      refused: this.refused,
      passes: passes.reduce((sum, one) => sum + one.length, 0),
      origins: handles.length,
    };
  }

  async close(): Promise<void> {
    await this.owner.close();
  }

  private memory(origin: Origin): AsyncTideline {
    if (origin === "owner") return this.owner;
    const key = originKey(origin);
    const known = this.others.get(key) ?? this.owner.as(origin);
    this.others.set(key, known);
    return known;
  }

  private async add({ origin, input }: Extract<Act, { do: "add" }>): Promise<void> {
    const [result] = await this.memory(origin).addMany([input]);
    if (result === undefined) return;
    if (result.outcome === "refused") this.refused++;
    else if (origin === "owner") this.ids.set(input.content, result.fact.id);
  }

  /** The story names facts by their words: words that match no fact are a mistake in the story. */
  private idOf(words: string): string {
    const id = this.ids.get(words);
    assert(id !== undefined, `the story knows "${words}"`);
    return id;
  }

  private async byHand({ act, words }: Extract<Act, { do: "hand" }>): Promise<void> {
    const id = this.idOf(words);
    if (act === "up" || act === "down") await this.owner.feedback(id, act);
    else if (act === "endorse") {
      const { digest = "" } = await this.owner.inspect(id);
      await this.owner.endorse(id, { seen: digest });
    } else await this.owner[act](id);
  }

  private async link({ from, kind, to }: Extract<Act, { do: "link" }>): Promise<void> {
    await this.owner.link(this.idOf(from), kind, this.idOf(to));
  }

  private async decide({ keep, against }: Extract<Act, { do: "decide" }>): Promise<void> {
    const sides = new Set([this.idOf(keep), this.idOf(against)]);
    const found = (await this.owner.contradictions()).find(({ a, b }) => sides.has(a) && sides.has(b));
    assert(found !== undefined, `"${keep}" contradicts "${against}"`);
    const { digest } = await this.owner.inspect(this.idOf(keep));
    await this.owner.resolve(found.id, { keep: this.idOf(keep), seen: digest });
  }

  private async undoDream(): Promise<void> {
    const dream = (await this.owner.passes()).find(({ name }) => name === "dream");
    assert(dream !== undefined, "somebody has dreamt");
    await this.owner.undo(dream.id);
  }
}
