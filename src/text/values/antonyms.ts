/**
 * Which words exclude each other? Opposites, and sets of which only one applies at a time (weekdays, colours).
 *
 * Written by hand, to tell apart sentences that are otherwise alike. A pair that is missing here is not an equality:
 * sameness never uses this table.
 */
const OPPOSITES = `
like/dislike likes/dislikes like/hate likes/hates love/hate loves/hates loved/hated enjoy/hate enjoys/hates
love/dislike loves/dislikes want/refuse wants/refuses accept/reject accepts/rejects accepted/rejected
accept/refuse accepts/refuses accepted/refused agree/disagree agrees/disagrees agreed/disagreed allow/forbid
allows/forbids allowed/forbidden allow/prohibit allowed/prohibited allow/deny allowed/denied approve/reject
approved/rejected approves/rejects approve/disapprove confirm/deny confirmed/denied admit/deny admitted/denied
win/lose wins/loses won/lost winning/losing find/lose found/lost gain/lose gained/lost start/stop starts/stops
started/stopped starting/stopping start/end starts/ends started/ended begin/end begins/ends began/ended start/finish
started/finished begin/finish open/close opens/closes opened/closed opening/closing open/closed open/shut enable/disable
enables/disables enabled/disabled activate/deactivate active/inactive include/exclude includes/excludes
included/excluded including/excluding increase/decrease increases/decreases increased/decreased
increasing/decreasing increase/reduce increased/reduced raise/lower raises/lowers raised/lowered raising/lowering
rise/fall rises/falls rose/fell rising/falling grow/shrink grows/shrinks grew/shrank growing/shrinking
expand/shrink expand/contract arrive/leave arrives/leaves arrived/left arriving/leaving arrive/depart come/go comes/goes
came/went coming/going enter/leave enters/leaves entered/left entering/leaving enter/exit stay/leave stays/leaves
stayed/left buy/sell buys/sells bought/sold buying/selling borrow/lend borrowed/lent give/take gives/takes gave/took
giving/taking give/receive gave/received send/receive sends/receives sent/received push/pull pushes/pulls pushed/pulled
pushing/pulling join/leave joins/leaves joined/left hire/fire hires/fires hired/fired marry/divorce married/divorced
married/single remember/forget remembers/forgets remembered/forgot succeed/fail succeeds/fails succeeded/failed pass/fail
passes/fails passed/failed attack/defend live/die lives/dies lived/died alive/dead build/destroy built/destroyed
create/delete creates/deletes created/deleted add/remove adds/removes added/removed adding/removing insert/delete
save/spend saves/spends saved/spent saving/spending keep/discard lock/unlock locks/unlocks locked/unlocked
connect/disconnect connected/disconnected attach/detach load/unload pack/unpack wrap/unwrap tie/untie cover/uncover
dress/undress dressing/undressing hide/show hides/shows hidden/shown hiding/showing reveal/conceal revealing/concealing
sit/stand sits/stands sat/stood sitting/standing sleep/wake sleeping/awake asleep/awake sleeping/waking laugh/cry
laughs/cries laughing/crying smile/frown smiling/frowning smiling/crying speak/listen talking/listening ask/answer
asks/answers asked/answered walk/run climb/descend climbing/descending ascending/descending lift/drop lifting/dropping
catch/throw catches/throws catching/throwing fill/empty filling/emptying full/empty freeze/melt heat/cool heating/cooling
praise/blame praise/criticize praised/criticized trust/distrust trusts/distrusts prefer/avoid prefers/avoids
eats/avoids eat/avoid drinks/avoids uses/avoids support/oppose supports/opposes supported/opposed upgrade/downgrade
upgraded/downgraded promote/demote promoted/demoted import/export imports/exports upload/download uploads/downloads
install/uninstall installed/uninstalled subscribe/unsubscribe subscribed/unsubscribed follow/unfollow sync/async
inhale/exhale float/sink floating/sinking land/launch boring/interesting bored/interested putting/taking
hot/cold warm/cool warm/cold hot/cool light/dark bright/dark bright/dim light/heavy big/small big/little large/small
huge/tiny tall/short long/short high/low higher/lower highest/lowest wide/narrow broad/narrow thick/thin fat/thin
deep/shallow fast/slow quick/slow faster/slower quickly/slowly early/late earlier/later first/last new/old newer/older
newest/oldest young/old younger/older youngest/oldest good/bad better/worse best/worst right/wrong correct/incorrect
true/false yes/no always/never often/seldom often/rarely frequently/rarely usually/rarely usually/never sometimes/never
all/none everyone/nobody everybody/nobody everyone/none everything/nothing somebody/nobody someone/nobody something/nothing
many/few more/less more/fewer most/least most/fewest maximum/minimum max/min major/minor majority/minority
easy/hard easy/difficult simple/complex simple/complicated hard/soft rough/smooth sharp/dull sharp/blunt wet/dry clean/dirty
clear/cloudy sunny/cloudy sunny/rainy sweet/sour sweet/bitter salty/sweet raw/cooked fresh/stale fresh/frozen ripe/unripe
happy/sad happy/unhappy glad/sad cheerful/sad angry/calm calm/nervous relaxed/stressed brave/afraid polite/rude kind/cruel
kind/unkind friendly/hostile friendly/unfriendly generous/stingy honest/dishonest loyal/disloyal patient/impatient
proud/ashamed humble/arrogant shy/outgoing introvert/extrovert introverted/extroverted lazy/diligent hardworking/lazy
smart/stupid clever/stupid wise/foolish strong/weak stronger/weaker healthy/sick healthy/ill healthy/unhealthy well/ill
rich/poor wealthy/poor expensive/cheap costly/cheap free/paid safe/dangerous safe/unsafe secure/insecure safe/risky
legal/illegal lawful/unlawful possible/impossible likely/unlikely certain/uncertain sure/unsure known/unknown
common/rare usual/unusual normal/abnormal regular/irregular formal/informal public/private open/private internal/external
inner/outer inside/outside indoors/outdoors indoor/outdoor interior/exterior in/out into/from on/off upon/under up/down
upstairs/downstairs upward/downward above/below over/under before/after with/without to/from for/against near/far
nearby/far close/far here/there left/right north/south east/west northern/southern eastern/western forward/backward
forwards/backwards front/back front/rear top/bottom upper/lower horizontal/vertical positive/negative plus/minus
optimistic/pessimistic optimist/pessimist present/absent visible/invisible available/unavailable online/offline
remote/onsite remotely/onsite local/remote local/global static/dynamic mutable/immutable synchronous/asynchronous
manual/automatic manually/automatically analog/digital temporary/permanent part-time/full-time single/multiple
together/apart together/alone alone/accompanied same/different similar/different equal/unequal identical/different
agree/refuse guilty/innocent married/unmarried employed/unemployed pregnant/childless vegetarian/carnivore
vegan/carnivore vegetarian/omnivore religious/atheist drunk/sober asleep/alert tired/energetic tired/rested hungry/full
thirsty/quenched busy/free busy/idle noisy/quiet loud/quiet loudly/quietly silent/noisy silently/loudly tight/loose
full/hungry male/female man/woman men/women boy/girl boys/girls father/mother dad/mum dad/mom son/daughter sons/daughters
brother/sister brothers/sisters husband/wife uncle/aunt nephew/niece grandfather/grandmother grandpa/grandma king/queen
prince/princess he/she his/her him/her himself/herself boyfriend/girlfriend teacher/student doctor/patient buyer/seller
employer/employee landlord/tenant parent/child parents/children adult/child adults/children friend/enemy friends/enemies
ally/enemy winner/loser expert/beginner senior/junior day/night morning/evening sunrise/sunset today/yesterday
today/tomorrow yesterday/tomorrow past/future ancient/modern sooner/later already/yet success/failure victory/defeat
profit/loss income/expense asset/liability advantage/disadvantage strength/weakness pro/con question/answer
cause/effect problem/solution heaven/hell war/peace love/hatred hope/despair joy/sorrow truth/lie birth/death
beginning/end start/finish entrance/exit arrival/departure input/output supply/demand lender/borrower singular/plural
required/optional mandatory/optional compulsory/voluntary necessary/unnecessary needed/unneeded relevant/irrelevant
useful/useless helpful/harmful careful/careless painful/painless harmless/harmful complete/incomplete finished/unfinished
perfect/imperfect mature/immature comfortable/uncomfortable satisfied/dissatisfied satisfied/unsatisfied
successful/unsuccessful lucky/unlucky fortunate/unfortunate fair/unfair able/unable aware/unaware familiar/unfamiliar
stable/unstable valid/invalid eligible/ineligible responsible/irresponsible reversible/irreversible
pleasant/unpleasant popular/unpopular reliable/unreliable usable/unusable wanted/unwanted solved/unsolved
resolved/unresolved paid/unpaid signed/unsigned sealed/unsealed vaccinated/unvaccinated
encrypted/unencrypted tested/untested documented/undocumented supported/unsupported
black/white beautiful/ugly pretty/ugly attractive/ugly curly/straight straight/curved straight/crooked bald/hairy
barefoot/shod naked/clothed dressed/naked empty/crowded crowded/deserted populated/deserted urban/rural city/country
domestic/foreign native/foreign gasoline/electric diesel/electric solid/liquid odd/even maximum/least ascending/falling
jumping/standing running/standing running/sitting walking/sitting sleeping/running sleeping/playing
eating/fasting driving/walking swimming/drowning facing/avoiding
`;

/** Of each set, only one applies to a thing at a time. */
const EXCLUSIVE = `
monday tuesday wednesday thursday friday saturday sunday
mondays tuesdays wednesdays thursdays fridays saturdays sundays
january february march april june july august september october november december
spring summer autumn winter
breakfast lunch dinner supper
red orange yellow green blue purple pink brown black white grey gray turquoise violet beige
north south east west
daily weekly monthly yearly hourly annually quarterly
small medium large
first second third fourth fifth sixth seventh
gold silver bronze
english german french spanish italian portuguese dutch polish russian chinese japanese korean arabic hindi turkish
cat dog horse cow sheep goat pig rabbit hamster parrot
cats dogs horses cows sheep goats pigs rabbits hamsters parrots
tea coffee milk juice water beer wine
vegan vegetarian pescatarian carnivore omnivore
windows macos linux
android ios
`;

/** Irregular verbs in two tenses. Regular ones are recognised by their endings. */
const TENSES = `
is/was are/were am/was has/had have/had do/did does/did go/went goes/went come/came comes/came see/saw sees/saw eat/ate
eats/ate drink/drank drinks/drank take/took takes/took make/made makes/made get/got gets/got give/gave gives/gave
know/knew knows/knew think/thought thinks/thought lead/led leads/led speak/spoke speaks/spoke write/wrote writes/wrote
run/ran runs/ran buy/bought buys/bought teach/taught teaches/taught keep/kept keeps/kept feel/felt feels/felt
own/owned meet/met meets/met drive/drove drives/drove fly/flew flies/flew ride/rode rides/rode wear/wore wears/wore
sleep/slept sleeps/slept sit/sat sits/sat stand/stood stands/stood
`;

const table = indexPairs(OPPOSITES);
const tenses = indexPairs(TENSES);
const exclusive = indexSets(EXCLUSIVE);

export function areOpposite(a: string, b: string): boolean {
  return (table.get(a)?.has(b) ?? false) || (a !== b && shareSet(a, b));
}

/** Are these one verb in two tenses? "lives" and "lived", "is" and "was". */
export function differInTense(a: string, b: string): boolean {
  if (tenses.get(a)?.has(b)) return true;
  return isPastOf(a, b) || isPastOf(b, a);
}

function isPastOf(past: string, present: string): boolean {
  if (!past.endsWith("ed") || past.length < 5) return false;
  const stem = past.slice(0, -2);
  const base = present.replace(/(?<=[^s])s$/, "");
  if (base === stem || base === `${stem}e`) return true;
  return base.replace(/(?:ie|y)$/, "i") === stem || `${base}${base.at(-1)}` === stem;
}

function shareSet(a: string, b: string): boolean {
  const sets = exclusive.get(a);
  return sets !== undefined && (exclusive.get(b)?.some((set) => sets.includes(set)) ?? false);
}

function indexPairs(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const map = new Map<string, Set<string>>();
  const note = (from: string, to: string) => map.set(from, (map.get(from) ?? new Set()).add(to));
  for (const pair of text.trim().split(/\s+/)) {
    const [a, b] = pair.split("/") as [string, string];
    note(a, b);
    note(b, a);
  }
  return map;
}

function indexSets(text: string): ReadonlyMap<string, readonly number[]> {
  const map = new Map<string, number[]>();
  for (const [i, line] of text.trim().split("\n").entries()) {
    for (const word of line.split(" ")) map.set(word, [...(map.get(word) ?? []), i]);
  }
  return map;
}
