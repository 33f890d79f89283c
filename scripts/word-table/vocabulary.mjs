// Which words does the table hold? Those of everyday talk about oneself, in the order of their frequency.
//
// GloVe's list is ordered by frequency in news and encyclopaedia text, so its upper ranks are full of the names of
// politicians, players and agencies, while "smoothie" comes late. A word is therefore judged by its rank and by
// where it stands: nearer to names and newswire, or nearer to food, home, work, health and leisure. Given names
// and family names stay out on purpose: their vectors say "a person", and Anna is not almost Bert.
const PLAIN_WORD = /^[a-z]{2,}$/;
/** Ranks below are mostly junk in any register. */
const CANDIDATES = 100_000;
/** Forms of other words are held themselves if they are this common; the others are found by their base. */
const OWN_FORM_RANK = 4_000;
/** How much standing apart from everyday talk counts against a word, beside the logarithm of its rank. */
const APARTNESS_WEIGHT = 7;

const list = (text) => text.split(/\s+/).filter(Boolean);

const GIVEN_NAMES =
  list(`john mary anna maria david michael james robert linda peter paul laura sarah kevin brian
  ahmed mohammed ali carlos juan jose pierre hans yuki wei olga ivan giovanni rosa emma julia susan karen steve tony`);
const FAMILY_NAMES =
  list(`smith johnson williams jones garcia miller davis rodriguez martinez wang liu singh kumar
  kim nguyen muller schmidt ivanov rossi tanaka cohen murphy hernandez yeltsin netanyahu chirac annan mccain`);
const NEWSWIRE = list(
  `afp dlrs xinhua gmt eds worldsources reuters nasdaq dodgers sox nfl nba fc hezbollah imf asean`,
);
const EVERYDAY =
  list(`food eat kitchen work house dog music travel health learn book garden happy blue run friend
  school doctor money car exercise sleep paint sweet family`);

/** Words of today that a list of 2014 ranks too low or does not have. */
const MODERN =
  list(`app apps airbnb allergen audiobook audiobooks binge biking blog blogs burnout chatbot coworking
  crossfit crypto decaf declutter decluttering ebook ebooks email emoji fitbit flexitarian freelancer freelancing
  glamping gluten google gamer gaming hashtag instagram introvert introverted extrovert extroverted keto kombucha
  laptop lactose linkedin matcha mindfulness minimalism minimalist moisturizer netflix newsletter online paleo pescatarian
  pilates playlist playlists podcast podcasts python quinoa rideshare screenshot selfie skincare smartphone
  smartphones smartwatch smoothie smoothies snorkeling spotify staycation streaming startup sudoku tablet tiktok
  twitter uber unfollow upcycled upcycling vegan veganism vegans videogame vlog vlogs whatsapp webinar webinars
  website websites wifi workout workouts youtube zumba`);

/** `glove.words` by frequency, `glove.vectorOf(word)`. The most fitting words, by frequency. */
export function chooseWords(glove, count, baseForms) {
  const candidates = glove.words.slice(0, CANDIDATES).filter((word) => PLAIN_WORD.test(word));
  const unit = new Map(candidates.map((word) => [word, normalised(glove.vectorOf(word))]));
  const centre = (words) =>
    normalised(sum(words.filter((word) => unit.has(word)).map((word) => unit.get(word))));
  const apart = [GIVEN_NAMES, FAMILY_NAMES, NEWSWIRE].map(centre);
  const everyday = centre(EVERYDAY);
  const apartness = (word) => {
    const vector = unit.get(word);
    return Math.max(...apart.map((one) => dot(one, vector))) - dot(everyday, vector);
  };
  const scored = candidates.map((word, rank) => ({
    word,
    rank,
    score: Math.log(rank + 100) + APARTNESS_WEIGHT * apartness(word),
  }));
  const names = new Set([...GIVEN_NAMES, ...FAMILY_NAMES]);
  const modern = new Set(MODERN);
  const rankOf = new Map(scored.map(({ word, rank }) => [word, rank]));
  // "Plumbing" is a word of its own: it is far more common than "plumb".
  const isForm = ({ word, rank }) =>
    rank >= OWN_FORM_RANK && baseForms(word).some((base) => (rankOf.get(base) ?? CANDIDATES) < rank);
  const chosen = scored
    .filter((one) => !names.has(one.word) && !modern.has(one.word) && !isForm(one))
    .sort((a, b) => a.score - b.score)
    .slice(0, count - modern.size)
    .sort((a, b) => a.rank - b.rank)
    .map(({ word }) => word);
  // Behind the middle: neither common nor rare.
  const middle = Math.floor(chosen.length / 2);
  return [...chosen.slice(0, middle), ...modern, ...chosen.slice(middle)];
}

export function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
}

export function normalised(vector) {
  const norm = Math.sqrt(dot(vector, vector)) || 1;
  return Float64Array.from(vector, (value) => value / norm);
}

function sum(vectors) {
  const total = new Float64Array(vectors[0].length);
  for (const vector of vectors) for (let i = 0; i < total.length; i++) total[i] += vector[i];
  return total;
}
