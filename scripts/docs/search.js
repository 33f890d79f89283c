// Searches the documentation in the browser. A section is found if it has every word that was typed, as the beginning of
// one of its words; titles count most. The index is fetched when somebody first types.
const root = document.currentScript.dataset.root;
const input = document.getElementById("search");
const list = document.getElementById("found");
const MOST = 20;
let sections;

const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

async function index() {
  const rows = await (await fetch(`${root}search.json`)).json();
  return rows.map(([page, title, at, words]) => ({
    ...{ page, title, at },
    inTitle: wordsIn(title),
    all: [...new Set([...wordsIn(page), ...wordsIn(title), ...wordsIn(words)])],
  }));
}

function scoreOf(section, asked) {
  let score = 0;
  for (const word of asked) {
    const begins = (one) => one.startsWith(word);
    if (!section.all.some(begins)) return 0;
    score += 1 + (section.inTitle.includes(word) ? 10 : section.inTitle.some(begins) ? 5 : 0);
  }
  return score - section.inTitle.length / 100;
}

input.addEventListener("input", async () => {
  sections ??= index();
  const known = await sections;
  const asked = wordsIn(input.value);
  const found = known
    .map((section) => ({ section, score: asked.length === 0 ? 0 : scoreOf(section, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
  list.replaceChildren(
    ...found.map(({ section }) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = root + section.at;
      link.textContent = section.title === section.page ? section.page : `${section.page}: ${section.title}`;
      item.append(link);
      return item;
    }),
  );
  list.hidden = asked.length === 0;
  if (asked.length > 0 && found.length === 0) list.append("Nothing has all of these words.");
});
