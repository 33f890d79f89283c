// What does the log do? Append, read, verify, erase: on a folder that is gone afterwards.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FactStore, isTidelineError } from "brigade-tideline";

const folder = mkdtempSync(join(tmpdir(), "tideline-example-"));
const store = new FactStore(folder, { onNotice: (notice) => console.log(`! ${notice.message}`) });

/** A fact as the event that adds it. Ids, rules and figures in the head, words in the body. */
function added(fact, content) {
  const now = Date.now();
  return {
    type: "added",
    v: 1,
    at: now,
    fact,
    createdAt: now,
    segment: "preference",
    tier: "long",
    kind: "preference",
    layer: "semantic",
    source: "owner_message",
    authority: 3,
    importance: 0.7,
    decayRate: 0.02,
    confidence: 1,
    body: { content },
  };
}

console.log("1. Two facts, in one append that is all or nothing:");
const head = store.append("owner", 0, [
  added("diet", "I keep a strict vegetarian diet."),
  added("pin", "My PIN is 4711."),
]);
for (const { seq, event } of store.read("owner", 0).events) console.log(`   ${seq}  ${event.body.content}`);

console.log("2. Another person's memory is another stream:");
const anna = { channel: "chat", conversationId: "anna", sessionKey: "1" };
store.append(anna, 0, [added("allergy", "I am allergic to peanuts.")]);
console.log(
  `   owner has ${store.read("owner", 0).events.length} events, anna ${store.read(anna, 0).events.length}`,
);

console.log("3. Whoever decided on old news is told so, and nothing is written:");
try {
  store.append("owner", 1, [added("late", "I was too late.")]);
} catch (error) {
  if (!isTidelineError(error, "stream-moved")) throw error;
  console.log(`   ${error.code}: ${error.message}`);
}

console.log("4. Erased: the words are in no file any more, and the chain still verifies:");
const why = { rule: "owner-asked" };
store.erase("owner", head.seq, { type: "erased", v: 1, at: Date.now(), why, erases: [2], facts: ["pin"] });
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const text = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")).join("\n");
console.log(`   "4711" in ${files.length} files: ${text.includes("4711")}`);
console.log(`   verify against the head noted in step 1: ${store.verify("owner", { head }).ok}`);

console.log("5. The log itself, as it stands in the folder:");
for (const line of text.split("\n").filter((one) => one.includes('"fact":"pin"')))
  console.log(`   ${line.slice(0, 100)}…`);

store.close();
rmSync(folder, { recursive: true });
