// Whose memory is it? Two users, a room where they talk, and one session of a kiosk: four memories in one folder.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Tideline } from "brigade-tideline";

const folder = mkdtempSync(join(tmpdir(), "tideline-example-"));
const memory = Tideline.open(folder);

console.log("1. A user is somebody whom your program has authenticated. Sessions do not matter:");
const anna = memory.user("anna");
anna.add({ content: "I am Anna Weber.", segment: "identity" });
anna.add({ content: "I am severely allergic to peanuts." });
console.log(`${anna.beforeTurn("What can I eat in the canteen?")}`);

console.log("2. Another user has another memory, and no argument leads from one to the other:");
const bert = memory.user("bert");
assert.equal(bert.beforeTurn("What is Anna allergic to?"), undefined);
assert.throws(() => bert.user("anna"), { code: "not-allowed" });

console.log("3. In a room nobody knows who speaks: what is said there is hearsay, and is remembered:");
const team = memory.as({ channel: "chat", conversationId: "team" });
const { fact } = team.add({ content: "The team meets on Mondays at nine.", actor: "Anna" });
console.log(`   class ${fact.authority}: ${team.recall("When does the team meet?")[0]?.fact.content}`);
assert.throws(() => team.add({ content: "I am Anna.", segment: "identity", source: "owner_message" }));

console.log("4. A session ends, and the next one begins with an empty memory:");
const kiosk = (sessionKey) => memory.as({ channel: "kiosk", conversationId: "lobby", sessionKey });
kiosk("morning").add({ content: "The visitor asked for the lift." });
console.log(
  `   ${kiosk("morning").list().length} fact in the morning, ${kiosk("evening").list().length} in the evening`,
);

console.log("5. The user's agent works on the user's memory, in its own voice:");
const agent = anna.confined({ client: "researcher" });
agent.add({ content: "The canteen serves satay on Fridays." });
console.log(`   ${anna.list({ by: "researcher" }).map((one) => `class ${one.authority}, ${one.content}`)}`);

console.log("6. The host sees who is here, and forgets somebody as a whole:");
for (const { origin, facts } of memory.origins().origins)
  console.log(`   ${JSON.stringify(origin)}: ${facts}`);
const { facts } = memory.forgetOrigin({ user: "bert" }, { preview: true });
memory.forgetOrigin({ user: "anna" });
console.log(
  `   anna is gone: ${memory.origins({ match: "anna" }).total} origins of that name; bert has ${facts} facts`,
);

memory.close();
rmSync(folder, { recursive: true });
