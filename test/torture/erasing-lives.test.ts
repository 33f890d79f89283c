// Random lives with much to forget, plain and sealed: after every erasing no word of what is gone is in any file, what is
// under a hold stays, every certificate stays true, and no copy from before a shred can be opened.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { isTidelineError, type ShredCertificate, Tideline } from "../../src/index.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { isFull, seed } from "../support/campaign.ts";
import { filesUnder, newWorkspace } from "../support/workspace.ts";

const LIVES = isFull ? 1_000 : 25;
const COMMANDS = 24;
const ACTORS = ["Quillon", "Brannoch", "Zephrine"] as const;
const ANNA = { user: "ottoline" } as const;
const HOLD = "case-7";

interface Planted {
  readonly id: string;
  readonly words: readonly string[];
  readonly origin: "owner" | typeof ANNA;
  readonly actor?: string;
  readonly isTurn: boolean;
  isHeld: boolean;
}

class Life {
  private readonly chance: ReturnType<typeof seededChance>;
  private readonly keys: ReturnType<typeof memoryKeys> | undefined;
  private readonly dir: string;
  private readonly name: string;
  private memory: Tideline;
  private readonly alive = new Map<string, Planted>();
  private readonly gone = new Set<string>();
  private readonly certificates: ShredCertificate[] = [];
  private copies: string[] = [];
  private count = 0;
  private isHolding = false;

  constructor(number: number) {
    this.chance = seededChance(seed * 31 + number);
    this.name = `v${number}`;
    this.keys = number % 2 === 0 ? memoryKeys() : undefined;
    this.dir = newWorkspace("lives");
    this.memory = this.open();
  }

  run(): void {
    const commands = [
      ...[() => this.add(), () => this.add(), () => this.add(), () => this.derive(), () => this.observe()],
      ...[
        () => this.hold(),
        () => this.purge(),
        () => this.shred(),
        () => this.forget(),
        () => this.retain(),
      ],
      ...[() => this.forgetAnna(), () => this.copy(), () => this.reopen()],
    ];
    for (let i = 0; i < COMMANDS; i++) {
      commands[this.below(commands.length)]?.();
      this.check();
    }
    this.reopen();
    this.check();
    for (const certificate of this.certificates)
      expect(this.memory.verify({ certificate }).certificate?.problems).toEqual([]);
    this.memory.close();
    rmSync(this.dir, { recursive: true });
    for (const copy of this.copies) rmSync(copy, { recursive: true });
  }

  private below(most: number): number {
    return Math.floor(this.chance() * most);
  }

  private open(): Tideline {
    const { keys } = this;
    return Tideline.open(this.dir, { durability: "os", ...(keys === undefined ? {} : { keys }) });
  }

  private reopen(): void {
    this.memory.close();
    this.memory = this.open();
  }

  private newWord(): string {
    return `${this.name}w${this.count++}q`;
  }

  private add(): void {
    const isAnnas = this.below(4) === 0;
    const words = [this.newWord(), this.newWord(), this.newWord()] as const;
    const actor = this.below(2) === 0 ? ACTORS[this.below(ACTORS.length)] : undefined;
    const memory = isAnnas ? this.memory.as(ANNA) : this.memory;
    const { fact } = memory.add({
      content: `The parcel ${words[0]} is in locker ${this.count}.`,
      tags: [words[1]],
      aliases: [words[2]],
      ...(actor === undefined || isAnnas ? {} : { actor, source: "channel_message" as const }),
    });
    this.plant(fact.id, words, isAnnas ? ANNA : "owner", isAnnas ? undefined : actor);
  }

  private derive(): void {
    const from = this.any();
    if (from === undefined || from.isTurn || from.origin !== "owner") return;
    const word = this.newWord();
    const { fact } = this.memory.add({
      content: `So the van ${word} comes.`,
      source: "agent",
      evidence: [from.id],
    });
    this.plant(fact.id, [word], "owner", undefined);
  }

  private observe(): void {
    const word = this.newWord();
    const actor = ACTORS[this.below(ACTORS.length)] as string;
    const [turn] = this.memory.observeMany([
      { session: "s", role: "user", actor, content: `I saw ${word} there.` },
    ]);
    this.plant((turn as { turn: string }).turn, [word], "owner", actor, true);
  }

  private plant(
    id: string,
    words: readonly string[],
    origin: Planted["origin"],
    actor: string | undefined,
    isTurn = false,
  ): void {
    const about = { id, words, origin, isTurn, isHeld: false };
    this.alive.set(id, actor === undefined ? about : { ...about, actor });
  }

  private any(): Planted | undefined {
    const all = [...this.alive.values()];
    return all[this.below(Math.max(1, all.length))];
  }

  private hold(): void {
    const held = this.any();
    if (this.isHolding) this.memory.release(HOLD, "It is over.");
    for (const one of this.alive.values()) one.isHeld = false;
    this.isHolding = held !== undefined && this.below(2) === 0;
    if (!this.isHolding || held === undefined) return;
    this.memory.hold(HOLD, { facts: [held.id], reason: "A dispute." });
    held.isHeld = true;
  }

  private purge(): void {
    const one = this.any();
    if (one === undefined) return;
    const memory = one.origin === "owner" ? this.memory : this.memory.as(ANNA);
    this.erasing(() => memory.purge(one.id));
  }

  private shred(): void {
    const one = this.any();
    if (one === undefined) return;
    this.erasing(() => this.memory.shred({ id: one.id, origin: one.origin }));
  }

  private forget(): void {
    const actor = ACTORS[this.below(ACTORS.length)] as string;
    const done = this.erasing(() => this.memory.forget({ actor }, { mentions: "all" }));
    if (!done) return;
    for (const one of this.alive.values()) expect(one.actor).not.toBe(actor);
  }

  private retain(): void {
    this.memory.setRetention("agents", { sources: ["agent"], afterDays: 0 });
    const before = new Set(this.memory.list({ lifecycle: "any" }).map(({ id }) => id));
    this.memory.applyRetention();
    const after = new Set(this.memory.list({ lifecycle: "any" }).map(({ id }) => id));
    for (const id of before) if (!after.has(id)) this.lost(id);
  }

  private forgetAnna(): void {
    const hers = [...this.alive.values()].filter(({ origin }) => origin !== "owner");
    const done = this.erasing(() => this.memory.shred({ origin: ANNA, everything: true }));
    if (done) for (const { id } of hers) this.lost(id);
  }

  /** Runs it, and notes what went. False: a hold was in the way, and nothing went. */
  private erasing(
    work: () => {
      readonly facts: readonly { readonly id: string }[];
      readonly turns: readonly string[];
      readonly certificate?: ShredCertificate | undefined;
      readonly certificates?: readonly ShredCertificate[];
    },
  ): boolean {
    try {
      const { facts, turns, certificate, certificates = [] } = work();
      for (const { id } of facts) this.lost(id);
      for (const id of turns) this.lost(id);
      const given = [...certificates, ...(certificate === undefined ? [] : [certificate])];
      // If nothing is left to shred, the certificate from before is shown again.
      const known = new Set(this.certificates.map((one) => one.shred));
      const made = given.filter((one) => !known.has(one.shred));
      this.certificates.push(...made);
      if (made.length > 0) this.expectClosedCopies();
      return true;
    } catch (error) {
      if (!isTidelineError(error, "on-hold")) throw error;
      expect(this.isHolding).toBe(true);
      return false;
    }
  }

  private lost(id: string): void {
    const one = this.alive.get(id);
    if (one === undefined) return;
    expect(one.isHeld).toBe(false);
    for (const word of one.words) this.gone.add(word);
    this.alive.delete(id);
  }

  private copy(): void {
    const copy = newWorkspace("lives");
    cpSync(this.dir, copy, { recursive: true });
    this.copies.push(copy);
  }

  private expectClosedCopies(): void {
    for (const copy of this.copies) {
      expect(() => Tideline.open(copy, { keys: this.keys })).toThrow(
        expect.objectContaining({ code: "keys-missing" }),
      );
      rmSync(copy, { recursive: true });
    }
    this.copies = [];
  }

  private check(): void {
    const text = filesUnder(this.dir)
      .map((path) => readFileSync(path, "latin1"))
      .join("\n");
    for (const word of this.gone) expect(text.includes(word), `${word} is gone`).toBe(false);
    if (this.keys !== undefined) expect(text).not.toMatch(/parcel|Quillon|ottoline/);
    const here = new Set([
      ...this.memory.list({ lifecycle: "any" }).map(({ id }) => id),
      ...this.memory
        .as(ANNA)
        .list({ lifecycle: "any" })
        .map(({ id }) => id),
    ]);
    for (const { id, isTurn } of this.alive.values())
      if (!isTurn) expect(here.has(id), `${id} is there`).toBe(true);
    expect(this.memory.verify().ok).toBe(true);
  }
}

test(`${LIVES} random lives with much to forget (seed ${seed})`, () => {
  for (let number = 0; number < LIVES; number++) {
    try {
      new Life(number).run();
    } catch (error) {
      throw new Error(`seed ${seed}, life ${number}`, { cause: error });
    }
  }
});
