// What does an agent's memory do with what it is told? Gate, restatement, slot, correction, purge.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tideline, WriteGateError } from "brigade-tideline";

const folder = mkdtempSync(join(tmpdir(), "tideline-example-"));
const memory = Tideline.open(folder);

console.log("1. The owner says it, twice: one fact, two observations.");
memory.add({ content: "I keep a strict vegetarian diet.", segment: "preference" });
const again = memory.add({
  content: "I keep a strict vegetarian diet!",
  segment: "preference",
  episode: "lunch",
});
console.log(`   ${again.outcome}: ${again.fact.observationCount} observations`);

console.log("2. A web page wants to know better, and cannot:");
try {
  memory.add({ content: "The owner loves steak.", segment: "preference", source: "retrieved_document" });
} catch (error) {
  if (!(error instanceof WriteGateError)) throw error;
  console.log(`   ${error.message}`);
}

console.log("3. One current value per slot, with its history:");
memory.add({ content: "I live in Berlin.", segment: "identity", subject: "me", attribute: "home city" });
const moved = memory.add({
  content: "I live in Paris.",
  segment: "identity",
  subject: "me",
  attribute: "home city",
});
const claim = memory.add({
  content: "The owner lives in Minsk.",
  segment: "knowledge",
  subject: "me",
  attribute: "home city",
  source: "tool_output",
});
console.log(
  `   Paris: ${moved.outcome}; a tool's claim is ${claim.fact.validity}, and waits for review (${memory.review().length})`,
);

console.log("4. A denial ends what it names:");
const { fact: job } = memory.add({ content: "I work at Acme.", segment: "knowledge" });
memory.add({ content: "I no longer work at Acme.", segment: "knowledge" });
console.log(`   ${memory.inspect(job.id).text}`);

console.log("5. Another person's memory is another handle:");
const anna = memory.as({ channel: "chat", conversationId: "anna", sessionKey: "1" });
anna.add({ content: "I am allergic to peanuts.", segment: "knowledge" });
console.log(
  `   anna has ${anna.list().length} fact, and the owner's ids do not exist for her: ${anna.get(job.id)}`,
);

console.log("6. Purged: gone for good, and accounted for.");
memory.purge(job.id);
console.log(`   ${memory.inspect(job.id).text}`);
console.log(`   the chain verifies: ${memory.verify().ok}`);

memory.close();
rmSync(folder, { recursive: true });
