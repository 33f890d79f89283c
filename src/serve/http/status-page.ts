/**
 * What does the small page look like? It shows the state of the workspace, what is in it, and how to begin. Everything
 * from memory is inserted as text, never as markup.
 */
export const STATUS_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tideline</title>
<link rel="stylesheet" href="/status.css">
</head>
<body>
<main>
<h1>Tideline</h1>
<p id="state" role="status">Looking…</p>
<form id="key" hidden><label>Token <input id="token" type="password" autocomplete="off"></label> <button>Use it</button></form>
<dl id="counts"></dl>
<h2>Latest facts</h2>
<ol id="facts"></ol>
<h2>Connect</h2>
<p>The API is described in <a href="/openapi.json">openapi.json</a>. An editor connects with <code>tideline mcp</code>, or to <code>/mcp</code> on this address.</p>
</main>
<script src="/status.js" type="module"></script>
</body>
</html>
`;

export const STATUS_JS = `const show = (id) => document.getElementById(id);
const token = () => sessionStorage.getItem("tideline-token");
const ask = async (path) => {
  const headers = token() ? { authorization: "Bearer " + token() } : {};
  const answer = await fetch(path, { headers });
  const body = await answer.json();
  if (!answer.ok) throw body;
  return body;
};
const row = (name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
};
async function look() {
  try {
    const stats = await ask("/v1/stats");
    show("key").hidden = true;
    show("state").textContent = stats.facts === 0
      ? 'Nothing is remembered yet. Add a first fact: tideline add "I keep a strict vegetarian diet." --segment preference'
      : stats.facts + " facts, " + stats.events + " events, " + stats.forReview + " for review.";
    const counts = Object.entries(stats.bySegment).filter(([, count]) => count > 0);
    show("counts").replaceChildren(...counts.flatMap(([name, count]) => [row("dt", name), row("dd", count)]));
    const { facts } = await ask("/v1/memories?limit=1000");
    show("facts").replaceChildren(...facts.slice(-20).reverse().map((fact) => row("li", fact.content)));
  } catch (problem) {
    show("key").hidden = problem.code !== "unauthorized";
    show("state").textContent = problem.detail ?? "The server does not respond.";
  }
}
show("key").addEventListener("submit", (event) => {
  event.preventDefault();
  sessionStorage.setItem("tideline-token", show("token").value);
  look();
});
look();
setInterval(look, 5000);
`;

export const STATUS_CSS = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { opacity: 0.7; }
dd { margin: 0; font-variant-numeric: tabular-nums; }
li { overflow-wrap: anywhere; }
`;
