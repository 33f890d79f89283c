// What if a shred, or the replacing of the key, is cut off at any call of the disk or the vault? What was destroyed
// stays unreadable in every copy from the next opening on, and asking again finishes the shred under one certificate.
import { expect, test } from "vitest";
import { type ShredCertificate, Tideline } from "../../src/index.ts";
import type { KeyVault } from "../../src/ports/keys.ts";
import { memoryKeys } from "../../src/stores/keys/key-file.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import type { FaultyDisk } from "../../src/testing/faulty-disk.ts";
import { isFull, seed } from "../support/campaign.ts";
import { newDisk, openStore } from "../support/crash-script.ts";

/** A sample tries every so many calls. */
const STEP = isFull ? 1 : 5;
const ANNA = { user: "anna" } as const;
const WORDS = "The safe code is xyzzy-plugh today.";

/** A vault that is gone after so many calls, until it is there again. */
class FaultyVault implements KeyVault {
  readonly kind = "memory";
  readonly destroys = true;
  readonly place = "outside";
  readonly inner = memoryKeys();
  left = Number.POSITIVE_INFINITY;

  wrap(id: string, key: Uint8Array): Uint8Array {
    this.step();
    return this.inner.wrap(id, key);
  }
  unwrap(id: string, wrapped: Uint8Array): Uint8Array | undefined {
    return this.inner.unwrap(id, wrapped);
  }
  destroy(id: string): void {
    this.step();
    this.inner.destroy(id);
  }
  list(): readonly string[] {
    this.step();
    return this.inner.list();
  }
  private step(): void {
    if (this.left-- <= 0) throw new Error("the vault is out of reach");
  }
}

interface Life {
  readonly disk: FaultyDisk;
  readonly processes: FakeProcesses;
  readonly vault: FaultyVault;
  readonly store: ReturnType<typeof openStore>;
  readonly memory: Tideline;
  readonly fact: string;
  readonly key: string;
}

function begin(n: number): Life {
  const disk = newDisk(seededChance(seed + n), 0);
  const processes = new FakeProcesses();
  const vault = new FaultyVault();
  const store = openStore(disk, processes.start(), vault);
  const memory = Tideline.over(store);
  const { fact } = memory.add(WORDS);
  memory.add({ content: `She wrote that ${WORDS}`, source: "agent" });
  memory.add("I keep a strict vegetarian diet.");
  memory.add({ content: "The harbour is closed.", source: "channel_message", actor: "Bob" });
  memory.observe({ session: "s", role: "user", actor: "Bob", content: "I sail." });
  memory.as(ANNA).add("I row on Mondays.");
  return { disk, processes, vault, store, memory, fact: fact.id, key: store.keys?.status().key ?? "" };
}

/** Runs the work until the disk or the vault fails at the n-th call. True: it ran through. */
function cutOff({ disk, vault }: Life, n: number, where: "disk" | "vault", work: () => void): boolean {
  if (where === "disk") disk.crashAtNthCall(n);
  else vault.left = n - 1;
  try {
    work();
    return true;
  } catch (error) {
    if (where === "disk" && !disk.isCrashed()) throw error;
    return false;
  } finally {
    vault.left = Number.POSITIVE_INFINITY;
  }
}

function after({ disk, processes, vault }: Life, n: number, where: "disk" | "vault") {
  // A process whose vault is out of reach ends like any other; the disk is whole.
  const survivor = where === "disk" && n % 2 === 0 ? disk.powerCut() : disk.sibling();
  const store = openStore(survivor, processes.start(), vault);
  return { survivor, store, memory: Tideline.over(store) };
}

function textOn(disk: FaultyDisk): string {
  return [...disk.files().values()].map((bytes) => Buffer.from(bytes).toString("latin1")).join("\n");
}

type What = "fact" | "origin" | "person";

function shredOf(memory: Tideline, what: What, fact: string): ShredCertificate | undefined {
  if (what === "person") return memory.forget({ actor: "Bob" }).certificates[0];
  return memory.shred(what === "fact" ? fact : { origin: ANNA, everything: true }).certificate;
}

function isGoneFrom(memory: Tideline, what: What, fact: string): boolean {
  if (what === "fact") return memory.peek(fact) === undefined;
  if (what === "origin") return memory.as(ANNA).list().length === 0;
  return memory.list().every(({ actor }) => actor !== "Bob");
}

const TAKES = { fact: 2, origin: 1, person: 1 } as const;

function shredding(n: number, where: "disk" | "vault", what: What): boolean {
  const life = begin(n);
  const { fact, key, vault } = life;
  const ranThrough = cutOff(life, n, where, () => void shredOf(life.memory, what, fact));
  const { memory, store, survivor } = after(life, n, where);
  // From the opening on, the old key is nowhere if anything is gone.
  if (isGoneFrom(memory, what, fact)) expect(vault.inner.list()).not.toContain(key);
  const certificate = shredOf(memory, what, fact);
  expect(memory.verify({ certificate })).toMatchObject({ ok: true, certificate: { ok: true } });
  expect(certificate).toMatchObject({ facts: TAKES[what] });
  expect(vault.inner.list()).toEqual([store.keys?.status().key]);
  expect(vault.inner.list()).not.toContain(key);
  expect(shredOf(memory, what, fact)).toEqual(certificate);
  const left = [...memory.list(), ...memory.as(ANNA).list()].map(({ content }) => content);
  expect(left).toContain("I keep a strict vegetarian diet.");
  expect(left.length).toBe(5 - TAKES[what]);
  memory.close();
  expect(textOn(survivor)).not.toMatch(/xyzzy|vegetarian|Mondays|harbour/);
  return ranThrough;
}

function replacing(n: number, where: "disk" | "vault"): boolean {
  const life = begin(n);
  const { vault } = life;
  const ranThrough = cutOff(life, n, where, () => void life.store.keys?.replace());
  const { memory, store, survivor } = after(life, n, where);
  expect(memory.list().map(({ content }) => content)).toContain(WORDS);
  memory.add("I drink green tea.");
  store.keys?.replace();
  const orphans = vault.inner.list().filter((id) => id !== store.keys?.status().key);
  // A key that was made for a replacing that never came about has nothing under it; any other is destroyed.
  for (const orphan of orphans) expect(orphan).not.toBe(life.key);
  memory.close();
  const again = Tideline.over(openStore(survivor, life.processes.start(), vault));
  expect(again.list().length).toBe(5);
  again.close();
  return ranThrough;
}

function untilItRunsThrough(work: (n: number) => boolean): void {
  for (let n = 1 + (seed % STEP); ; n += STEP) {
    try {
      if (work(n)) return;
    } catch (error) {
      throw new Error(`seed ${seed}, call ${n}`, { cause: error });
    }
  }
}

test.each(["fact", "origin", "person"] as const)(
  `a shred of a %s that is cut off at any call (seed ${seed})`,
  (what) => {
    untilItRunsThrough((n) => shredding(n, "disk", what));
  },
);

test.each(["fact", "origin", "person"] as const)(`a shred of a %s whose vault fails at any call`, (what) => {
  for (let n = 1; !shredding(n, "vault", what); n++);
});

test(`replacing the key is cut off at any call (seed ${seed})`, () => {
  untilItRunsThrough((n) => replacing(n, "disk"));
  for (let n = 1; !replacing(n, "vault"); n++);
});
