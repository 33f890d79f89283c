// Which words does the table hold? Those of everyday talk about oneself, in the order of their frequency.
//
// GloVe's list is ordered by frequency in news and encyclopaedia text, so its upper ranks are full of the names of
// politicians, players and agencies, while "smoothie" comes late. A word is therefore judged by its rank and by
// where it stands: nearer to names and newswire, or nearer to food, home, work, health and leisure. Given names
// and family names stay out on purpose: their vectors say "a person", and Anna is not almost Bert.
const PLAIN_WORD = /^[a-z]{2,}$/;
/** Beyond these ranks there is mostly junk: of any kind, and of what no dictionary has. */
const RAREST = 150_000;
const EVERYDAY_CANDIDATES = 97_000;
const EVERYDAY_COUNT = 20_300;
/** Forms of other words are held themselves if they are this common; the others are found by their base. */
const OWN_FORM_RANK = 4_000;
/** How much standing apart from everyday talk counts against a word, beside the logarithm of its rank. */
const APARTNESS_WEIGHT = 7;

/** A place so far from everyday talk is a person of that name first: Wilson, not Vancouver. */
const NAME_APARTNESS = 0.15;

const list = (text) => text.split(/\s+/).filter(Boolean);

const GIVEN_NAMES =
  list(`john mary anna maria david michael james robert linda peter paul laura sarah kevin brian
  ahmed mohammed ali carlos juan jose pierre hans yuki wei olga ivan giovanni rosa emma julia susan karen steve tony`);
const FAMILY_NAMES =
  list(`smith johnson williams jones garcia miller davis rodriguez martinez wang liu singh kumar
  kim nguyen muller schmidt ivanov rossi tanaka cohen murphy hernandez yeltsin netanyahu chirac annan mccain`);
export const NAMES = new Set([...GIVEN_NAMES, ...FAMILY_NAMES]);
const NEWSWIRE = list(
  `afp dlrs xinhua gmt eds worldsources reuters nasdaq dodgers sox nfl nba fc hezbollah imf asean`,
);
const EVERYDAY =
  list(`food eat kitchen work house dog music travel health learn book garden happy blue run friend
  school doctor money car exercise sleep paint sweet family`);

/** Words of today that a list of 2014 ranks too low or does not have. */
const MODERN =
  list(`airbnb airdrop airfryer airpods allergen app apps audiobook audiobooks backend bbq bestie bikepacking binge biking
  bitcoin blockchain blog blogs bluetooth bouldering brainfog broadband brunch burnout carpool charcuterie chatbot chatbots
  checkup chromebook cohousing commute commuter covid coworker coworkers coworking crossfit cryptocurrency crypto cubicle
  dashcam daycare decaf deck declutter decluttering desktop detox diy doorbell doula drone dropbox ebike ebikes ebook
  ebooks ecommerce email emails emoji emojis endo escooter escooters escrow espresso facetime fanfic fiance fiancee fitbit
  fitness flatmate flatmates flexitarian fodmap freelance freelancer freelancing frontend gamer gaming geocaching gig
  github glamping gluten google granola guac gymnastics hashtag headset hoodie hotspot houseplant houseplants hummus
  hydroponic ibuprofen influencer instagram introvert introverted extrovert extroverted ipad iphone jetlag jigsaw jumpsuit
  kale keto kickboxing kimchi kombucha kubernetes lactose laptop leggings linkedin linux lockdown macbook macrame manicure
  matcha meetup meme memes microbrewery microchip microwave mindfulness minimalism minimalist mocktail moisturizer monorepo
  montessori motherboard nanny netflix newsletter nonbinary nordic online onboarding onesie opioid paleo pandemic
  paracetamol password paypal pedicure pescatarian photoshop pickleball pilates playdate playlist playlists playstation
  podcast podcasts powerpoint preschool probiotic python quarantine quinoa ramen rebooking reddit refactor refactoring
  rideshare rooftop router roomie roommate salsa sciatica screenshot screenshots seatbelt selfie selfies shawarma skincare
  skype slackline smartphone smartphones smartwatch smoothie smoothies snapchat sneaker sneakers snorkeling snowboarding
  soundbar sourdough spandex spinning spotify spreadsheet sriracha stairlift staycation streaming stroller startup sudoku
  sunblock sunscreen tablet takeout tapas tattoo taser tempeh terabyte tesla thermostat thrifting tiktok tinder tofu
  toolkit trampoline treadmill twitter uber unfollow upcycle upcycled upcycling vape vaping vegan veganism vegans vaccine
  venmo videogame vlog vlogs voicemail wasabi webcam webinar webinars website websites wetsuit whatsapp wheelchair wifi
  windsurfing wordpress workaholic workout workouts xbox yoga youtube zoom zucchini zumba`);

/**
 * `glove.words` by frequency, `glove.vectorOf(word)`; `wordnet.has(word)` for common words,
 * `isPerson` and `isPlace` for names. By frequency: the everyday words, and what a dictionary has.
 */
export function chooseWords(glove, wordnet, baseForms) {
  const candidates = glove.words.slice(0, RAREST).filter((word) => PLAIN_WORD.test(word));
  const rankOf = new Map(candidates.map((word, rank) => [word, rank]));
  const apartness = apartnessIn(glove, rankOf);
  const modern = new Set(MODERN);
  // "Plumbing" is a word of its own: it is far more common than "plumb".
  const isForm = (word, rank) =>
    rank >= OWN_FORM_RANK && baseForms(word).some((base) => (rankOf.get(base) ?? RAREST) < rank);
  const fitting = candidates.filter(
    (word, rank) => !NAMES.has(word) && !modern.has(word) && !isForm(word, rank),
  );
  const everyday = new Set(
    fitting
      .filter((word) => rankOf.get(word) < EVERYDAY_CANDIDATES)
      .map((word) => ({ word, score: Math.log(rankOf.get(word) + 100) + APARTNESS_WEIGHT * apartness(word) }))
      .sort((a, b) => a.score - b.score)
      .slice(0, EVERYDAY_COUNT)
      .map(({ word }) => word),
  );
  const isName = (word) => {
    if (wordnet.has(word)) return !everyday.has(word) && wordnet.isPerson(word) && apartness(word) > 0;
    if (wordnet.isPerson(word)) return !wordnet.isPlace(word) || apartness(word) > NAME_APARTNESS;
    const isKnown = wordnet.isProper(word) || baseForms(word).some((base) => wordnet.has(base));
    return !isKnown && apartness(word) > 0;
  };
  const chosen = fitting.filter((word) => (everyday.has(word) || wordnet.has(word)) && !isName(word));
  // Behind the first quarter: neither common nor rare.
  const middle = Math.floor(chosen.length / 4);
  return [...chosen.slice(0, middle), ...modern, ...chosen.slice(middle)];
}

/** How far a word stands from everyday talk, on the side of names and newswire. */
function apartnessIn(glove, rankOf) {
  const unit = (word) => normalised(glove.vectorOf(word));
  const centre = (words) => normalised(sum(words.filter((word) => rankOf.has(word)).map(unit)));
  const apart = [GIVEN_NAMES, FAMILY_NAMES, NEWSWIRE].map(centre);
  const everyday = centre(EVERYDAY);
  return (word) => {
    const vector = unit(word);
    return Math.max(...apart.map((one) => dot(one, vector))) - dot(everyday, vector);
  };
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
