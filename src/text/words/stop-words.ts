/**
 * Which words hold a sentence together but mean nothing by themselves? One list per language. They also reveal the
 * language.
 *
 * The lists hold function words only. For search, "not" is one of them: a question about allergies must find "not
 * allergic" too, and what a fact denies is judged where facts are compared.
 */
import { LANGUAGES, type Language } from "./stems.ts";
import { listsOf, listWords } from "./word-lists.ts";

const LISTS: Readonly<Record<Language, string>> = {
  en: `a an the and or but if then than so of to in on at for from by with about as into over after before is are
    was were be been being am do does did doing done have has had having i me my mine myself we us our ours you
    your yours he him his she her hers it its they them their theirs this that these those there here what which
    who whom whose when where why how can could would should will shall may might must not no nor too very just
    also any some such s t re ve ll d m im ive id ill dont doesnt didnt isnt arent wasnt werent cant couldnt
    wont wouldnt shouldnt hasnt havent hadnt youre youve hes shes theyre theyve weve thats whats lets out up down
    off again once only own same each few more most other both between during through because while until`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als so von zu zum zur in im
    an am auf für fur mit über uber aus nach vor bei bis durch gegen ohne um ist sind war waren bin bist sein
    seine seinen hat habe haben hatte hatten wird werden wurde wurden ich mich mir mein meine meinen meinem
    meiner wir uns unser unsere du dich dir dein deine deinen er ihn ihm sie ihr ihre ihren ihrem es dieser diese
    dieses diesem diesen jener da hier dort was welche welcher welches wer wen wem wessen wann wo warum wie kann
    konnte können muss müssen soll sollte will wollte darf nicht kein keine keinen keiner nur auch noch schon
    sehr mehr man sich gibt gern gerne`,
  fr: `le la les l un une des du de d et ou mais si alors que qu qui quoi dont où ou dans en sur sous à au aux par
    pour avec sans chez entre vers est sont était étaient être suis es sommes êtes ai as a avons avez ont avait
    je j me m moi mon ma mes nous notre nos tu te t toi ton ta tes vous votre vos il elle ils elles lui leur
    leurs son sa ses on se s ce c cet cette ces cela ça quel quelle quels quelles quand comment pourquoi ne n pas
    plus aussi très trop fait faire peut`,
  es: `el la los las un una unos unas de del al a en con sin por para sobre entre hasta desde y e o u pero si que
    qué quien quién quienes cual cuál cuando cuándo donde dónde como cómo es son era eran ser soy eres somos fue
    fueron está estan están estoy estaba ha han he hemos había yo me mi mis mí nosotros nos nuestro nuestra tú tu
    tus te usted él ella ellos ellas le les lo su sus se este esta estos estas ese esa eso esto aquí allí no ni
    muy más también ya hay`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla
    in nel nella nei con su sul sulla per tra fra e ed o ma se che chi cui quale quali quando dove come perché è
    sono era erano essere sei siamo ho hai ha abbiamo hanno aveva io mi mio mia miei mie noi ci nostro nostra tu ti
    tuo tua voi vi lui lei loro suo sua suoi sue si questo questa questi queste quello quella qui non né molto più
    anche già`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas com sem por pelo pela para sobre entre até e ou
    mas se que quem qual quais quando onde como porque é são era eram ser sou somos foi foram está estão estou
    estava tem têm tenho tinha há eu me meu minha meus minhas nós nosso nossa tu te teu tua você vocês ele ela eles
    elas lhe seu sua seus suas este esta isto esse essa isso aqui ali não nem muito mais também já`,
  nl: `de het een en of maar als dan dat die dit deze van te ten ter in op aan met voor naar bij uit over om door
    tegen zonder tot is zijn was waren ben bent word wordt werd heeft heb hebben had ik me mij mijn wij we ons onze
    jij je jouw u uw hij hem zij ze haar hun er hier daar wat welke wie wanneer waar waarom hoe kan kunnen moet wil
    zal niet geen ook nog al heel meer`,
  sv: `en ett den det de och eller men om så än av till i på för från med utan under över efter innan är var vara
    varit har hade ha jag mig min mitt mina vi oss vår vårt våra du dig din ditt dina ni er han honom hans hon
    henne hennes dem deras denna detta dessa här där vad vilken vilka vem när varför hur kan kunde ska skulle vill
    måste inte ingen inga också bara mycket mer att som`,
  da: `en et den det de og eller men hvis så end af til i på for fra med uden under over efter før er var være
    været har havde jeg mig min mit mine vi os vores du dig din dit dine i jer han ham hans hun hende hendes dem
    deres denne dette disse her der hvad hvilken hvem hvornår hvor hvorfor hvordan kan kunne skal skulle vil må
    ikke ingen også kun meget mere at som`,
  no: `en ei et den det de og eller men hvis så enn av til i på for fra med uten under over etter før er var være
    vært har hadde jeg meg min mitt mine vi oss vår vårt våre du deg din ditt dine dere han ham hans hun henne
    hennes dem deres denne dette disse her der hva hvilken hvem når hvor hvorfor hvordan kan kunne skal skulle vil
    må ikke ingen også bare mye mer å at som`,
  fi: `ja tai mutta jos niin kuin on ovat oli olivat olla olen olet olemme minä minun minut minulla minua me meidän
    sinä sinun te teidän hän hänen he heidän se sen ne niiden tämä tämän nämä tuo joka mikä mitä missä milloin miksi
    miten kuka kenen ei en et emme eivät myös vain hyvin enemmän että`,
  ru: `и или но если то чем что чтобы как так в во на с со к ко у о об от до из за по под над при для без через
    между это этот эта эти тот та те был была было были быть есть я меня мне мой моя мое моё мои мы нас нам наш
    наша ты тебя тебе твой вы вас вам ваш он его ему она её ее ей они их им не ни нет да же бы ли уже ещё еще
    только очень кто кого где когда куда почему какой какая какие который`,
};

/** The list of each language, in the order of `LANGUAGES`. */
const STOP_WORDS = LANGUAGES.map((language) => listWords(LISTS[language].split(/\s+/)));
const ANY_STOP_WORDS = STOP_WORDS.reduce((all, list) => all | list, 0);
const LIST_OF = new Map(LANGUAGES.map((language, place) => [language, STOP_WORDS[place] as number]));
const counts = new Int32Array(LANGUAGES.length);

/** The bit of a language's list of function words. */
export function stopWordsOf(language: Language): number {
  return LIST_OF.get(language) as number;
}

export function isStopWord(word: string, language: Language): boolean {
  return (listsOf(word) & stopWordsOf(language)) !== 0;
}

/** Is it a function word in any of the languages? */
export function isAnyStopWord(word: string): boolean {
  return (listsOf(word) & ANY_STOP_WORDS) !== 0;
}

/**
 * The language with the most function words in the text; the first listed if several have the same number; undefined if
 * there are none. `words` holds the word lists of each word, as bits.
 */
export function languageOf(words: readonly number[]): Language | undefined {
  counts.fill(0);
  for (let i = 0; i < words.length; i++) {
    const lists = words[i] as number;
    if ((lists & ANY_STOP_WORDS) === 0) continue;
    for (let place = 0; place < counts.length; place++)
      if ((lists & (STOP_WORDS[place] as number)) !== 0) (counts[place] as number)++;
  }
  let best = 0;
  for (let place = 1; place < counts.length; place++)
    if ((counts[place] as number) > (counts[best] as number)) best = place;
  return counts[best] === 0 ? undefined : LANGUAGES[best];
}
