// What does a learned embedder add? A tiny service on loopback stands in for a real one: it speaks the protocol, and
// its model knows two topics. Then it fails, and memory goes on without it, and says so.
import { createServer } from "node:http";
import { MemoryStore, OpenAiEmbedder, Tideline } from "brigade-tideline";

const TOPICS = [
  ["eat", "diet", "vegetarian", "nourishment"],
  ["live", "flat", "rent", "abode"],
];
let isDown = false;
const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  if (isDown) return response.writeHead(503).end();
  const { input } = JSON.parse(Buffer.concat(pieces).toString());
  const embed = (text) => [
    ...TOPICS.map((words) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : 0)),
    0.1,
  ];
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ data: input.map((text, index) => ({ index, embedding: embed(text) })) }));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const embedder = new OpenAiEmbedder({
  baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
  model: "two-topics",
  dimensions: 3,
  retries: 0,
  thresholds: { same: 0.999, related: 0.9 },
});
const memory = await Tideline.connect(new MemoryStore(), { embedder });
await memory.addMany([
  { content: "I keep a strict vegetarian diet.", segment: "preference" },
  { content: "The rent of my flat is 1,400 euros.", segment: "knowledge" },
]);

console.log("1. Facts get their vectors in the background:");
const status = await memory.embedPending();
console.log(`   ${status.model}: ${status.embedded} embedded, ${status.waiting} waiting`);

console.log("2. A query that shares no word with the fact finds it:");
for (const query of ["nourishment", "my abode"]) {
  const [hit] = await memory.recall(query);
  console.log(`   ${query}: ${hit?.fact.content} (${hit?.lanes.join(", ")})`);
  if (hit === undefined) throw new Error(`nothing was found for "${query}"`);
}

console.log("3. The service is down: the other lanes answer, and the answer says so.");
isDown = true;
const hits = await memory.recall("how high is the rent?");
console.log(`   ${hits[0]?.fact.content}`);
console.log(`   degraded: ${hits.degraded[0]?.lane}, ${hits.degraded[0]?.code}`);
await memory.add({ content: "I moved to Rome.", segment: "knowledge" });
console.log(`   adding goes on; ${(await memory.stats()).embedding.waiting} fact waits for its vector`);
if (hits.degraded.length === 0) throw new Error("a degraded answer must say so");

await memory.close();
server.closeAllConnections();
server.close();
