/**
 * Who has been given a token for this workspace?
 *
 * A token is a secret bound to one origin, one role and one voice. It is shown once, when it is created; the workspace
 * stream keeps only its SHA-256. The secret has 256 random bits, so a plain hash reveals nothing and needs no key
 * stretching. Creating and revoking are events: every process on the workspace sees them the next time it reads the
 * log.
 */
import { timingSafeEqual } from "node:crypto";
import { isTidelineError, TidelineError } from "../../errors.ts";
import { MAX_COMMIT_ATTEMPTS } from "../../limits.ts";
import { badArgument } from "../../model/arguments.ts";
import { type By, EVENT_VERSION, type MemoryEvent } from "../../model/event.ts";
import { newId } from "../../model/id.ts";
import { type Origin, parseOrigin } from "../../model/origin.ts";
import type { ClockAdapter } from "../../ports/clock.ts";
import type { Hash } from "../../ports/hash.ts";
import type { Random } from "../../ports/random.ts";
import type { AnyStorage } from "../../ports/storage.ts";
import type { Caller, Role, Voice } from "../caller.ts";
import { TokenUse } from "./token-use.ts";

/** What is known about a token; never the secret. */
export interface TokenEntry {
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
  readonly role: Role;
  readonly voice: Voice;
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** Stored to the hour; undefined if the token was never used, or if the time was lost. */
  readonly lastUsedAt?: number | undefined;
}

/** Why a token that was valid is no longer valid. */
export type TokenEnd = "revoked" | "expired";
export type Found = { readonly caller: Caller } | { readonly ended: TokenEnd };

interface Known {
  readonly entry: TokenEntry;
  readonly hash: string;
}

export interface TokenRequest {
  readonly name: string;
  readonly origin: Origin;
  readonly role: Role;
  readonly voice: Voice;
  readonly expiresAt: number | undefined;
  /** Who creates it. */
  readonly by?: By | undefined;
}

const SECRET = /^tl_([0-9A-Z]{26})_[0-9A-Za-z_-]{43}$/;
const MAX_TOKENS = 10_000;

export class TokenBook {
  private readonly store: AnyStorage;
  private readonly ports: { readonly clock: ClockAdapter; readonly random: Random; readonly hash: Hash };
  private readonly known = new Map<string, Known>();
  private readonly named = new Map<string, string>();
  private readonly use: TokenUse;
  /** Hashes of the latest revoked tokens, by id. */
  private readonly revoked = new Map<string, string>();
  private seq = 0;
  private hash = "";

  constructor(store: AnyStorage, ports: { clock: ClockAdapter; random: Random; hash: Hash }) {
    this.store = store;
    this.ports = ports;
    this.use = new TokenUse(store);
  }

  async list(): Promise<readonly TokenEntry[]> {
    await this.catchUp();
    return [...this.known.values()].map((one) => one.entry);
  }

  /** The tokens with the time of their last use. */
  async withUse(tokens: readonly TokenEntry[]): Promise<readonly TokenEntry[]> {
    const entries: TokenEntry[] = [];
    for (const entry of tokens) entries.push({ ...entry, lastUsedAt: await this.use.lastUsedAt(entry.id) });
    return entries;
  }

  /** The name of every token by id, revoked ones included. */
  async names(): Promise<ReadonlyMap<string, string>> {
    await this.catchUp();
    return this.named;
  }

  /** Writes the times of last use. */
  async keepUse(): Promise<void> {
    await this.use.keep(this.seq);
  }

  /** A text that changes with every change of the tokens. */
  async version(): Promise<string> {
    await this.catchUp();
    return `${this.seq} ${this.hash}`;
  }

  /** Creates a token. Its secret is in the answer and nowhere else. */
  async create(request: TokenRequest): Promise<{ readonly token: TokenEntry; readonly secret: string }> {
    const { clock, random, hash } = this.ports;
    const at = Math.floor(clock.now());
    const id = newId(at, random.bytes(16));
    const secret = `tl_${id}_${random.token(32)}`;
    const { name, origin, role, voice, expiresAt, by } = request;
    await this.append(() => {
      if (this.known.size >= MAX_TOKENS)
        throw new TidelineError("invalid-argument", `There are ${MAX_TOKENS} tokens already. Revoke some.`);
      return {
        type: "token-created",
        v: EVENT_VERSION,
        at,
        ...(by === undefined ? {} : { by }),
        token: id,
        hash: hash.sha256(secret),
        role,
        voice,
        ...(expiresAt === undefined ? {} : { expiresAt }),
        body: { name, origin: JSON.stringify(origin) },
      };
    });
    return { token: (this.known.get(id) as Known).entry, secret };
  }

  /** `asked`: the id of a token, or its name if no other token has it. */
  async revoke(asked: string, by?: By): Promise<TokenEntry> {
    await this.catchUp();
    const entry = this.entryOf(asked);
    const { id } = entry;
    await this.append(() =>
      this.known.has(id)
        ? {
            type: "token-revoked",
            v: EVENT_VERSION,
            at: Math.floor(this.ports.clock.now()),
            ...(by === undefined ? {} : { by }),
            token: id,
          }
        : undefined,
    );
    return entry;
  }

  private entryOf(asked: string): TokenEntry {
    const byId = this.known.get(asked)?.entry;
    if (byId !== undefined) return byId;
    const [entry, ...others] = [...this.known.values()].flatMap((one) =>
      one.entry.name === asked ? [one.entry] : [],
    );
    const name = asked.slice(0, 100);
    if (entry === undefined)
      throw new TidelineError(
        "no-such-token",
        `There is no token with the id or name ${name}. List the tokens, and check it.`,
      );
    if (others.length === 0) return entry;
    const ids = [entry, ...others].map(({ id }) => id).join(", ");
    throw badArgument(
      `${others.length + 1} tokens have the name ${name}: give the id of one of them (${ids})`,
    );
  }

  /** Whose secret is this? Only somebody who has the whole secret learns that such a token existed. */
  async find(secret: string): Promise<Found | undefined> {
    const id = SECRET.exec(secret)?.[1];
    await this.catchUp();
    if (id === undefined) return undefined;
    const known = this.known.get(id);
    const hash = known?.hash ?? this.revoked.get(id);
    if (hash === undefined || !isEqual(this.ports.hash.sha256(secret), hash)) return undefined;
    if (known === undefined) return { ended: "revoked" };
    const { origin, role, voice, expiresAt } = known.entry;
    if (expiresAt !== undefined && expiresAt <= this.ports.clock.now()) return { ended: "expired" };
    await this.use.note(id, Math.floor(this.ports.clock.now()), this.seq);
    return { caller: { origin, role, voice, expiresAt, name: id, surface: "http", token: id } };
  }

  private async append(decide: () => MemoryEvent | undefined): Promise<void> {
    for (let attempt = 0; attempt < MAX_COMMIT_ATTEMPTS; attempt++) {
      await this.catchUp();
      const event = decide();
      if (event === undefined) return;
      try {
        await this.store.append("workspace", this.seq, [event]);
        return await this.catchUp();
      } catch (error) {
        if (!isTidelineError(error, "stream-moved")) throw error;
      }
    }
    throw new TidelineError("stream-moved", "Other processes kept changing the workspace. Try again later.");
  }

  /** Called before every use, so that tokens which another process has created or revoked count at once. */
  private async catchUp(): Promise<void> {
    for (let more = true; more; ) {
      const page = await this.store.read("workspace", this.seq);
      if (this.seq > 0 && page.afterHash !== this.hash) {
        // The log is not the one that we read before, for example a restored backup. Start over.
        this.known.clear();
        this.named.clear();
        this.revoked.clear();
        this.seq = 0;
        this.hash = "";
        continue;
      }
      for (const { seq, hash, event, bodyGone } of page.events) {
        this.seq = seq;
        this.hash = hash;
        if (event.type === "token-created" && !bodyGone) this.learn(event);
        if (event.type === "token-revoked") this.forget(event.token);
      }
      more = page.more;
    }
  }

  private forget(id: string): void {
    const known = this.known.get(id);
    if (known === undefined) return;
    this.known.delete(id);
    this.revoked.set(id, known.hash);
    const [oldest] = this.revoked.keys();
    if (this.revoked.size > MAX_TOKENS && oldest !== undefined) this.revoked.delete(oldest);
  }

  private learn(event: MemoryEvent & { readonly type: "token-created" }): void {
    const { token, hash, role, voice, expiresAt, body, at } = event;
    if (body === undefined) return;
    const entry = { id: token, name: body.name, origin: parseOrigin(JSON.parse(body.origin)), role, voice };
    this.named.set(token, body.name);
    this.known.set(token, { hash, entry: { ...entry, createdAt: at, expiresAt } });
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
