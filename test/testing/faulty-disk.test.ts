// Does the simulated disk keep, lose and refuse what its fault model says? Whatever a store proves on it is
// worth as much as this.
import { describe, expect, it } from "vitest";
import { errnoOf } from "../../src/stores/file/disk/disk.ts";
import { seededChance } from "../../src/testing/chance.ts";
import { FakeProcesses } from "../../src/testing/fake-processes.ts";
import { CrashError, type Errno, FaultyDisk } from "../../src/testing/faulty-disk.ts";

const ROUNDS = 400;

function newDisk(seed = 1, shortShare = 0): FaultyDisk {
  return new FaultyDisk({ chance: seededChance(seed), shortShare });
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function contentOf(disk: FaultyDisk, path: string): string | undefined {
  const bytes = disk.files().get(path);
  return bytes && new TextDecoder().decode(bytes);
}

function create(disk: FaultyDisk, path: string, text = ""): number {
  const file = disk.open(path, "create");
  if (text !== "") disk.write(file, bytesOf(text));
  return file;
}

function errnoIn(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return errnoOf(error);
  }
  return "none";
}

/** Everything that can be left of a file after a power cut, with how often. */
function outcomes(path: string, prepare: (disk: FaultyDisk) => void): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const disk = newDisk(seed);
    prepare(disk);
    const content = contentOf(disk.powerCut(), path);
    counts.set(content, (counts.get(content) ?? 0) + 1);
  }
  return counts;
}

describe("a disk without faults", () => {
  it("reads what was written, at the end and in place", () => {
    const disk = newDisk();
    disk.makeFolder("/a");
    const file = create(disk, "/a/f", "hello");
    disk.write(file, bytesOf(" world"));
    disk.close(file);
    const again = disk.open("/a/f", "update");
    expect(disk.write(again, bytesOf("W"), 6)).toBe(1);
    disk.truncate(again, 9);
    const into = new Uint8Array(20);
    expect(disk.read(again, into, 2)).toBe(7);
    expect(new TextDecoder().decode(into.subarray(0, 7))).toBe("llo Wor");
    expect(disk.read(again, into, 9)).toBe(0);
    expect(disk.stat(again)).toEqual({ size: 9, links: 1 });
    disk.close(again);
    expect(disk.openFiles()).toBe(0);
  });

  it("answers wrong calls as a file system does", () => {
    const disk = newDisk();
    disk.makeFolder("/a");
    disk.close(create(disk, "/a/f"));
    expect(errnoIn(() => disk.open("/a/none", "read"))).toBe("ENOENT");
    expect(errnoIn(() => disk.open("/none/f", "create"))).toBe("ENOENT");
    expect(errnoIn(() => disk.open("/a/f", "create"))).toBe("EEXIST");
    expect(errnoIn(() => disk.open("/a", "read"))).toBe("EISDIR");
    expect(errnoIn(() => disk.open("/a/f/g", "read"))).toBe("ENOTDIR");
    expect(errnoIn(() => disk.makeFolder("/a"))).toBe("EEXIST");
    expect(errnoIn(() => disk.removeFolder("/a"))).toBe("ENOTEMPTY");
    expect(errnoIn(() => disk.remove("/a/none"))).toBe("ENOENT");
    expect(errnoIn(() => disk.rename("/a/none", "/a/f"))).toBe("ENOENT");
    expect(errnoIn(() => disk.close(99))).toBe("EBADF");
    expect([disk.kind("/a"), disk.kind("/a/f"), disk.kind("/a/none")]).toEqual(["folder", "file", "nothing"]);
  });

  it("keeps a removed file for whoever has it open, with no links", () => {
    const disk = newDisk();
    const removed = create(disk, "/f", "one");
    disk.remove("/f");
    disk.write(removed, bytesOf(" two"));
    expect(disk.stat(removed)).toEqual({ size: 7, links: 0 });
    const replaced = create(disk, "/g", "old");
    disk.close(create(disk, "/h", "new"));
    disk.rename("/h", "/g");
    expect(disk.stat(replaced).links).toBe(0);
    expect(contentOf(disk, "/g")).toBe("new");
    expect(disk.list("/")).toEqual(["g"]);
  });

  it("shows one process what another wrote, and gives each its own handles", () => {
    const disk = newDisk();
    const file = create(disk, "/f", "mine");
    const other = disk.sibling();
    expect(contentOf(other, "/f")).toBe("mine");
    expect(errnoIn(() => other.close(file))).toBe("EBADF");
  });
});

describe("a power cut", () => {
  it("keeps what was synced, name and bytes", () => {
    const kept = outcomes("/f", (disk) => {
      const file = create(disk, "/f", "acknowledged");
      disk.sync(file);
      disk.syncFolder("/");
    });
    expect([...kept.keys()]).toEqual(["acknowledged"]);
  });

  it("may lose a synced file whose name was not synced, and a name's bytes if only the name was", () => {
    const unnamed = outcomes("/f", (disk) => disk.sync(create(disk, "/f", "text")));
    expect(new Set(unnamed.keys())).toEqual(new Set([undefined, "text"]));
    const unfilled = outcomes("/f", (disk) => {
      create(disk, "/f", "text");
      disk.syncFolder("/");
    });
    expect(unfilled.has(undefined)).toBe(false);
    expect(unfilled.has("")).toBe(true);
    expect(unfilled.has("text")).toBe(true);
  });

  it("loses a whole folder if its own name was not synced", () => {
    const kept = outcomes("/a/f", (disk) => {
      disk.makeFolder("/a");
      disk.sync(create(disk, "/a/f", "text"));
      disk.syncFolder("/a");
    });
    expect(new Set(kept.keys())).toEqual(new Set([undefined, "text"]));
  });

  it("tears an append at any byte", () => {
    const kept = outcomes("/f", (disk) => {
      const file = create(disk, "/f", "old|");
      disk.sync(file);
      disk.syncFolder("/");
      disk.write(file, bytesOf("newest"));
    });
    for (let length = 0; length <= 6; length++)
      expect(kept.has(`old|${"newest".slice(0, length)}`)).toBe(true);
    expect([...kept.keys()].every((text) => text?.startsWith("old|"))).toBe(true);
  });

  it("keeps a long append by sectors, and shows zeros where one was lost", () => {
    const before = "a".repeat(700);
    const kept = outcomes("/f", (disk) => {
      const file = create(disk, "/f", before);
      disk.sync(file);
      disk.syncFolder("/");
      disk.write(file, bytesOf("b".repeat(1500)));
    });
    const zeros = "\0".repeat(512);
    expect([...kept.keys()].every((text) => text?.startsWith(before))).toBe(true);
    expect([...kept.keys()].some((text) => text?.includes(`a${"\0".repeat(324)}b`))).toBe(true);
    expect([...kept.keys()].some((text) => text?.includes(`${zeros}b`))).toBe(true);
  });

  it("keeps each overwritten sector old or new, never both", () => {
    const kept = outcomes("/f", (disk) => {
      const file = create(disk, "/f", "a".repeat(1024));
      disk.sync(file);
      disk.syncFolder("/");
      disk.close(file);
      disk.write(disk.open("/f", "update"), bytesOf("b".repeat(512)), 0);
      disk.write(disk.open("/f", "update"), bytesOf("b".repeat(512)), 512);
    });
    const [a, b] = ["a".repeat(512), "b".repeat(512)];
    for (const text of [a + a, a + b, b + a, b + b]) expect(kept.has(text)).toBe(true);
  });

  it("may undo a truncation that was not synced, and no other", () => {
    const prepare = (sync: boolean) => (disk: FaultyDisk) => {
      const file = create(disk, "/f", "long text");
      disk.sync(file);
      disk.syncFolder("/");
      disk.truncate(file, 4);
      if (sync) disk.sync(file);
    };
    expect(new Set(outcomes("/f", prepare(false)).keys())).toEqual(
      new Set(["long text", "long", "long\0\0\0\0\0"]),
    );
    expect(new Set(outcomes("/f", prepare(true)).keys())).toEqual(new Set(["long"]));
  });

  it("keeps a prefix of a folder's changes, and a rename whole or not at all", () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const disk = newDisk(seed);
      disk.close(create(disk, "/1"));
      disk.syncFolder("/");
      disk.rename("/1", "/2");
      disk.close(create(disk, "/3"));
      disk.remove("/2");
      seen.add([...disk.powerCut().files().keys()].join(" "));
    }
    expect(seen).toEqual(new Set(["/1", "/2", "/2 /3", "/3"]));
  });

  it("ends every process, and their open files with them", () => {
    const disk = newDisk();
    const file = create(disk, "/f", "text");
    const other = disk.sibling();
    const after = disk.powerCut();
    expect(() => disk.write(file, bytesOf("more"))).toThrow(CrashError);
    expect(() => other.list("/")).toThrow(CrashError);
    expect(errnoIn(() => after.close(file))).toBe("EBADF");
  });
});

describe("a crash at a call", () => {
  it("happens at that call, and ends everything after it, for this process alone", () => {
    const disk = newDisk();
    disk.crashAtNthCall(2);
    disk.makeFolder("/a");
    expect(() => disk.makeFolder("/b")).toThrow(CrashError);
    expect(() => disk.list("/")).toThrow(CrashError);
    expect(disk.isCrashed()).toBe(true);
    expect(disk.calls).toBe(2);
    expect(disk.sibling().kind("/a")).toBe("folder");
  });

  it("leaves the call's effect done, not done, or done in part", () => {
    const seen = new Set<string | undefined>();
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const disk = newDisk(seed);
      const file = create(disk, "/f");
      disk.crashAtNthCall(1);
      expect(() => disk.write(file, bytesOf("abc"))).toThrow(CrashError);
      seen.add(contentOf(disk.sibling(), "/f"));
    }
    expect(seen).toEqual(new Set(["", "a", "ab", "abc"]));
  });
});

describe("injected trouble", () => {
  it("fails the Nth call once, or until healed, without effect", () => {
    for (const code of ["EIO", "ENOSPC", "EACCES", "EROFS"] satisfies Errno[]) {
      const disk = newDisk();
      disk.failCall(2, code);
      disk.makeFolder("/a");
      expect(errnoIn(() => disk.makeFolder("/b"))).toBe(code);
      disk.makeFolder("/b");
      disk.failCall(1, code, "until-healed");
      expect(errnoIn(() => disk.makeFolder("/c"))).toBe(code);
      expect(errnoIn(() => disk.list("/"))).toBe(code);
      disk.heal();
      expect(disk.list("/")).toEqual(["a", "b"]);
    }
  });

  it("closes a file even if closing fails", () => {
    const disk = newDisk();
    const file = create(disk, "/f");
    disk.failCall(1, "EIO");
    expect(errnoIn(() => disk.close(file))).toBe("EIO");
    expect(disk.openFiles()).toBe(0);
  });

  it("may drop for ever what a failed sync should have written", () => {
    const kept = outcomes("/f", (disk) => {
      const file = create(disk, "/f");
      disk.syncFolder("/");
      disk.write(file, bytesOf("lost?"));
      disk.failCall(1, "EIO");
      expect(errnoIn(() => disk.sync(file))).toBe("EIO");
      disk.write(file, bytesOf(" kept"));
      disk.sync(file);
      expect(contentOf(disk, "/f")).toBe("lost? kept");
    });
    expect(new Set(kept.keys())).toEqual(new Set(["lost? kept", "\0\0\0\0\0 kept"]));
  });

  it("takes the bytes that fit on a full disk, and then none", () => {
    const disk = newDisk();
    disk.capacityBytes = 10;
    const file = create(disk, "/f", "1234567");
    expect(disk.write(file, bytesOf("89abc"))).toBe(3);
    expect(errnoIn(() => disk.write(file, bytesOf("x")))).toBe("ENOSPC");
    expect(errnoIn(() => disk.open("/g", "create"))).toBe("ENOSPC");
    expect(disk.write(disk.open("/f", "update"), bytesOf("overwrite!"), 0)).toBe(10);
    disk.truncate(file, 9);
    expect(disk.write(file, bytesOf("xyz"))).toBe(1);
  });

  it("changes nothing on a read-only disk", () => {
    const disk = newDisk();
    const file = create(disk, "/f", "text");
    disk.readOnly = true;
    const changes = [
      () => disk.write(file, bytesOf("x")),
      () => disk.truncate(file, 0),
      () => disk.open("/f", "append"),
      () => disk.open("/g", "create"),
      () => disk.rename("/f", "/g"),
      () => disk.remove("/f"),
      () => disk.makeFolder("/a"),
    ];
    expect(changes.map(errnoIn)).toEqual(changes.map(() => "EROFS"));
    expect(contentOf(disk, "/f")).toBe("text");
    disk.close(disk.open("/f", "read"));
  });

  it("lets nobody into a forbidden folder", () => {
    const disk = newDisk();
    disk.makeFolder("/a");
    disk.close(create(disk, "/a/f"));
    disk.forbid("/a");
    expect(errnoIn(() => disk.list("/a"))).toBe("EACCES");
    expect(errnoIn(() => disk.open("/a/f", "read"))).toBe("EACCES");
    expect(disk.kind("/a")).toBe("folder");
    disk.allowAll();
    expect(disk.list("/a")).toEqual(["f"]);
  });

  it("makes reads and writes short, but never empty", () => {
    const disk = newDisk(7, 1);
    const file = create(disk, "/f");
    for (let i = 0; i < 50; i++) {
      const count = disk.write(file, bytesOf("some text"));
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThan(9);
      const got = disk.read(file, new Uint8Array(9), 0);
      expect(got).toBeGreaterThan(0);
      expect(got).toBeLessThan(9);
    }
  });

  it("lets others work while a process stands still", () => {
    const disk = newDisk();
    const other = disk.sibling();
    disk.pauseAtNthCall(2, () => other.makeFolder("/b"));
    disk.makeFolder("/a");
    expect(errnoIn(() => disk.makeFolder("/b"))).toBe("EEXIST");
  });

  it("does the same for the same seed", () => {
    const run = (seed: number) => {
      const disk = newDisk(seed, 0.5);
      const file = create(disk, "/f", "a".repeat(3000));
      disk.syncFolder("/");
      disk.write(file, bytesOf("b".repeat(3000)));
      return contentOf(disk.powerCut(), "/f");
    };
    for (let seed = 1; seed <= 50; seed++) expect(run(seed)).toBe(run(seed));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => run(seed))).size).toBeGreaterThan(10);
  });
});

describe("fake processes", () => {
  it("know each other's death in one place, and nothing of another", () => {
    const processes = new FakeProcesses();
    const [a, b, far] = [processes.start(), processes.start(), processes.start("elsewhere")];
    const owner = a.me();
    expect(a.me().nonce).not.toBe(owner.nonce);
    expect(b.isDead(owner)).toBe("alive");
    a.end();
    expect(b.isDead(owner)).toBe("dead");
    expect(b.isDead(b.me())).toBe("alive");
    expect(far.isDead(owner)).toBe("unknown");
  });

  it("sleep without waiting", () => {
    const processes = new FakeProcesses();
    const process = processes.start();
    process.sleepMs(250);
    processes.pass(50);
    expect(process.monotonicMs()).toBe(300);
  });
});
