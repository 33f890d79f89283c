// Searches the documentation in the browser. A section is found if it has every word that was typed, as the beginning of
// one of its words; titles count most. If none has them all, as with a question in a sentence, the sections with most of
// them are shown, and the rarer a word is, the more it counts. The index is fetched when somebody first types.
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

/** How much of what was asked the section has, each word weighed by how few sections have it; less than half is 0. */
function shareOf(section, weights) {
  let has = 0;
  let all = 0;
  for (const [word, weight] of weights) {
    const begins = (one) => one.startsWith(word);
    all += weight;
    if (section.all.some(begins)) has += weight * (section.inTitle.some(begins) ? 1.5 : 1);
  }
  return has * 2 < all ? 0 : has;
}

function weightsOf(asked, known) {
  return [...new Set(asked)].map((word) => {
    const having = known.filter(({ all }) => all.some((one) => one.startsWith(word))).length;
    return [word, having === 0 ? 0 : Math.log(1 + known.length / having)];
  });
}

function best(known, scored) {
  return known
    .map((section) => ({ section, score: scored(section) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST);
}

input.addEventListener("input", async () => {
  sections ??= index();
  const known = await sections;
  const asked = wordsIn(input.value);
  const whole = asked.length === 0 ? [] : best(known, (section) => scoreOf(section, asked));
  const weights = whole.length === 0 && asked.length > 1 ? weightsOf(asked, known) : [];
  const found = weights.length === 0 ? whole : best(known, (section) => shareOf(section, weights));
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
  if (asked.length > 0 && found.length === 0) list.append("Nothing has these words.");
});
