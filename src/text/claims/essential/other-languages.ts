/**
 * How do other languages say what must not be forgotten? Fewer words than for English, under the same rule: every
 * pattern names its verb, so that nothing is labelled that is only mentioned. Accents are folded away; ß, ø and æ stay.
 *
 * Long because it is a table of words.
 */
import type { EssentialWords } from "./words.ts";

/** Stems of illnesses that are spelt alike in most languages of Europe. */
const ILLNESS =
  "(?:dia?bet\\p{L}*|epilep\\p{L}*|asthma\\p{L}*|astma\\p{L}*|asma\\p{L}*|hemofil\\p{L}*|hamophil\\p{L}*|hypertoni\\p{L}*|hipertens\\p{L}*|hypertension|ipertens\\p{L}*|migran\\p{L}*|migrain\\p{L}*|emicrani\\p{L}*|depressi\\p{L}*|depresi\\p{L}*|depressao|demen[tcz]\\p{L}*|parkinson|alzheimer|leukam\\p{L}*|leucem\\p{L}*|anami\\p{L}*|anemi\\p{L}*|colit\\p{L}*|crohn|zoliaki\\p{L}*|celia[ck]\\p{L}*|coeliaqu\\p{L}*|c(?:o)?eliak\\p{L}*)";
const DRUG =
  "(?:insulin\\p{L}*|warfarin\\p{L}*|metformin\\p{L}*|levothyroxin\\p{L}*|levotiroxin\\p{L}*|ramipril\\p{L}*|marcumar|antidepress\\p{L}*|statin\\p{L}*|cortiso\\p{L}*|kortiso\\p{L}*)";
const DOSE = "(?:\\d+(?:[.,]\\d+)? ?(?:mg|mcg|milli?gram\\p{L}*|mi[ck]rogram\\p{L}*))";
const SOME = (most: number): string => `(?:[\\p{L}\\p{N}.,'-]+ ){0,${most}}?`;
const DAY = "(?:[\\p{L}.]+ ){0,3}?\\d+\\p{L}*";

const GERMAN: EssentialWords = {
  named: ["ich heiße", "ich heisse", "mein (?:voller |vor|nach)?name ist", "nenn(?:t|en sie)? mich"],
  identity: [
    `ich (?:bin|wurde) (?:am|im) ${DAY}${SOME(4)}geboren|geboren (?:bin ich|wurde ich) (?:am|im)`,
    `(?:mein geburtstag|mein geburtsdatum) ist (?:am |der )?${DAY}|ich habe am ${DAY}${SOME(3)}geburtstag`,
    "ich spreche (?:fließend |fliessend |nur |gut |auch )*(?:deutsch|englisch|franzosisch|spanisch|italienisch|turkisch|polnisch|russisch|arabisch|niederlandisch|portugiesisch|danisch|schwedisch)",
    "meine muttersprache ist",
  ],
  home: [
    "(?:ich|wir) (?:wohne|wohnen|lebe|leben) (?:\\p{Ll}+ ){0,4}?(?:in|bei)",
    "(?:ich komme|wir kommen|ich stamme) aus",
    "mein (?:wohnort|heimatort) ist|meine heimatstadt ist",
  ],
  gap: 0,
  harm: [
    "(?:bin|ist|sind) (?:\\p{L}+ )?allergisch",
    "(?:bin|ist|sind|reagiere|reagiert) (?:gegen|auf) (?!nichts|kein)(?:[\\p{L}-]+ ){1,3}allergisch",
    "(?:habe|hat|haben|meine|seine|ihre) (?:eine? |starke |schwere )*\\p{L}*allergien?",
    "(?:vertrage|vertragt|vertragen) (?:gar |uberhaupt |absolut )*(?:keine?n?|nichts)",
    "\\p{L}*intoleran(?:t|z)",
    `(?:habe|hat|leide an|leidet an|bin|ist) (?:eine? |seit \\p{L}+ |typ-?[12]-?)*(?:${ILLNESS}|\\p{L}*diabetiker(?:in)?|bluthochdruck|einen herzschrittmacher|herzkrank|blind|gehorlos)`,
    `(?:gegen|wegen) (?:den |die |das |meinen? |meine )*(?:${ILLNESS}|bluthochdruck)`,
    "(?:mein |der )?notfallkontakt ist|im notfall",
    "blutgruppe (?:ist|lautet)|meine blutgruppe",
    "gerichtliche\\p{L}* \\p{L}+|patientenverfugung|vorsorgevollmacht",
    "^(?:bitte )?(?:gib|gebt|verwende|benutze|schick|sende|teile?|verrate?|nimm|lasst?) (?:\\p{L}+ ){1,5}?(?:nie|niemals)",
    "^(?:bitte )?niemals (?!wieder|war)\\p{L}+|^(?:bitte )?auf keinen fall \\p{L}+|unter keinen umstanden|(?:darf|durfen|darfst) (?:niemals|auf keinen fall)",
  ],
  treatment: [
    `(?:nehme|nimmt|spritze|spritzt|brauche|braucht) ${SOME(6)}(?:${DRUG}|${DOSE}|blutverdunner|medikamente?)`,
  ],
  unless: ["^(?:wenn|falls|ob)", "(?:wurde gern|mochte|will|nicht mehr|fruher|vielleicht|nicht allergisch)"],
  passing: ["diese woche|diesen monat|bis|vorubergehend|zurzeit|im moment|heute|morgen fruh"],
};

const FRENCH: EssentialWords = {
  named: ["je m'appelle", "mon (?:nom|prenom)(?: complet)? est", "appelle(?:z)?-moi"],
  identity: [
    `je suis nee? le ${DAY}|je suis nee? en \\d+|mon anniversaire (?:est|c'est|tombe) (?:le )?${DAY}|ma date de naissance est`,
    "je parle (?:couramment |aussi |seulement |un peu )*(?:le |l'|d')?(?:francais|anglais|allemand|espagnol|italien|portugais|arabe|russe|chinois|japonais|breton|neerlandais)",
    "ma langue maternelle est",
  ],
  home: [
    "(?:j'habite|nous habitons|on habite|je vis|nous vivons) (?:\\p{Ll}+ ){0,4}?(?:a|en|au|aux|dans le|dans la|pres de)",
    "je (?:viens|suis originaire) (?:de|du|d')",
    "(?:ma ville(?: natale)?|mon pays|mon adresse) est",
  ],
  gap: 1,
  harm: [
    "(?:suis|est|sont|es) (?:\\p{L}+ )?allergiques?",
    "(?:ai|a|ont|mon|ma|son|sa|mes) (?:une |des |\\p{L}+ )?allergies?",
    "(?:suis|est|sont) (?:\\p{L}+ )?intolerante?s?|intolerance (?:au|a la|a l'|aux)",
    `(?:j'ai|a|suis|est|souffre d[eu']|souffre d'|mon|ma) (?:du |de la |de l'|un |une |l')?(?:${ILLNESS}|stimulateur cardiaque|tension|sourde?|aveugle)`,
    "contacte?s? d'urgence|en cas d'urgence|personne a prevenir",
    "groupe sanguin est|mon groupe sanguin",
    "ordonnance restrictive|mandat de protection|directives anticipees|decision de justice",
    "^(?:s'il (?:te|vous) plait )?ne \\p{L}+ jamais|^jamais de|en aucun cas|sous aucun pretexte|ne (?:dois|doit|doivent|faut) jamais",
  ],
  treatment: [
    `(?:prends|prend|prenons) ${SOME(6)}(?:${DRUG}|${DOSE}|anticoagulants?|medicaments?)|pour (?:mon|ma|son|sa) ${ILLNESS}`,
  ],
  unless: ["^(?:si|quand)", "(?:voudrais|aimerais|ne suis plus|n'est plus|peut-etre|avant|pas allergique)"],
  passing: ["cette semaine|ce mois-ci|jusqu'|temporairement|pour l'instant|en ce moment|aujourd'hui"],
};

const SPANISH: EssentialWords = {
  named: ["me llamo", "mi nombre(?: completo)? es", "(?:llamame|diganme|dime)"],
  identity: [
    `naci (?:el ${DAY}|en (?:el )?\\d+)|mi cumpleanos es (?:el )?${DAY}|cumplo anos el ${DAY}|mi fecha de nacimiento es`,
    "hablo (?:\\p{L}+ )?(?:espanol|ingles|frances|aleman|italiano|portugues|chino|japones|arabe|ruso|catalan|gallego|euskera)",
    "mi (?:lengua materna|idioma materno|primer idioma) es",
  ],
  home: [
    "(?:vivo|vivimos|resido|residimos) (?:\\p{Ll}+ ){0,4}?(?:en|cerca de)",
    "soy (?:originari[oa] )?de",
    "mi (?:ciudad(?: natal)?|pais|direccion) es",
  ],
  gap: 5,
  harm: [
    "(?:soy|es|son|somos) (?:\\p{L}+ )?alergic[oa]s?",
    "(?:tengo|tiene|tenemos|mi|su) (?:una |\\p{L}+ )?alergias?",
    "(?:soy|es|son) (?:\\p{L}+ )?intolerantes?|intolerancia (?:a|al)",
    `(?:tengo|tiene|padezco|padece|sufro de|sufre de|soy|es|estoy|esta) (?:de )?(?:una? )?(?:${ILLNESS}|marcapasos|presion alta|tension alta|sord[oa]|cieg[oa]|celiac[oa])`,
    "contactos? de emergencia|en caso de emergencia",
    "(?:mi|su) (?:tipo de sangre|grupo sanguineo)",
    "orden (?:de alejamiento|judicial)|poder notarial|testamento vital",
    "^(?:por favor )?nunca (?!he|ha|hemos|mas|habia|fui|tuve|me )\\p{L}+|bajo ninguna circunstancia|en ningun caso|(?:debes?|deben|puedes?) nunca",
  ],
  treatment: [
    `(?:tomo|toma|tomamos|me inyecto) ${SOME(6)}(?:${DRUG}|${DOSE}|microgramos|anticoagulantes?|medicamentos?|medicacion)`,
  ],
  unless: [
    "^(?:si|cuando)(?= )",
    "(?:quisiera|me gustaria|quiero vivir|ya no|antes|quiza|no soy alergic[oa])",
  ],
  passing: ["esta semana|este mes|hasta|temporalmente|por ahora|de momento|hoy|manana por"],
};

const ITALIAN: EssentialWords = {
  named: ["mi chiamo", "il mio nome(?: completo)? e", "chiamami"],
  identity: [
    `sono nat[oa] (?:il ${DAY}|nel \\d+)|il mio compleanno e (?:il )?${DAY}|la mia data di nascita e`,
    "parlo (?:\\p{L}+ )?(?:italiano|inglese|francese|tedesco|spagnolo|portoghese|russo|arabo|cinese|giapponese)",
    "la mia (?:lingua madre|madrelingua) e",
  ],
  home: [
    "(?:vivo|viviamo|abito|abitiamo|risiedo) (?:\\p{Ll}+ ){0,4}?(?:a|in|ad|vicino a)",
    "(?:vengo da|sono originari[oa] di)",
    "la mia citta(?: natale)? e",
  ],
  gap: 1,
  harm: [
    "(?:sono|e|siamo) (?:\\p{L}+ )?allergic(?:[oaie]|he)",
    "(?:ho|ha|abbiamo|mia|sua) (?:un'|una |\\p{L}+ )?allergi[ae]",
    "(?:sono|e) (?:\\p{L}+ )?intollerant[ei]|intolleranza (?:al|alla|a)",
    `(?:ho|ha|soffro di|soffre di|sono|e) (?:il |la |l'|un |una )?(?:${ILLNESS}|pacemaker|pressione alta|sord[oa]|ciec[oa]|celiac[oa])`,
    "contatt[oi] di emergenza|in caso di emergenza",
    "(?:il mio|il suo) gruppo sanguigno",
    "ordinanza restrittiva|ordine del tribunale|testamento biologico",
    "^(?:per favore )?non \\p{L}+ mai|in nessun caso|per nessun motivo|non (?:devi|deve|dovete|devono) mai",
  ],
  treatment: [
    `(?:prendo|prende|assumo|assume) ${SOME(6)}(?:${DRUG}|${DOSE}|anticoagulanti|farmac[oi]|medicin[ae])`,
  ],
  unless: ["^(?:se|quando)(?= )", "(?:vorrei|non sono piu|non piu|forse|una volta|non sono allergic[oa])"],
  passing: ["questa settimana|questo mese|fino a|temporaneamente|per ora|al momento|oggi"],
};

const PORTUGUESE: EssentialWords = {
  named: ["(?:eu )?me chamo|chamo-me", "(?:o )?meu nome(?: completo)? e"],
  identity: [
    `(?:eu )?nasci (?:em|no dia) ${DAY}|(?:o )?meu aniversario e (?:em |no dia |dia )*${DAY}|(?:a )?minha data de nascimento e`,
    "(?:eu )?falo (?:\\p{L}+ )?(?:portugues|ingles|frances|alemao|espanhol|italiano|japones|russo|arabe)",
    "(?:a )?minha lingua materna e",
  ],
  home: [
    "(?:moro|moramos|vivo|vivemos|resido) (?:\\p{Ll}+ ){0,4}?(?:em|no|na|nos|perto de)",
    "(?:eu )?sou (?:natural )?d[eoa]",
    "(?:a )?minha cidade(?: natal)? e",
  ],
  gap: 1,
  harm: [
    "(?:sou|e|somos) (?:\\p{L}+ )?alergic[oa]s?",
    "(?:tenho|tem|temos|minha|sua) (?:uma |\\p{L}+ )?alergias?",
    "(?:sou|e) (?:\\p{L}+ )?intolerantes?|intolerancia (?:a|ao)",
    `(?:tenho|tem|sofro de|sofre de|sou|e|estou|esta) (?:uma? )?(?:${ILLNESS}|marca-?passo|pressao alta|surd[oa]|ceg[oa])`,
    "contatos? de emergencia|contactos? de emergencia|em caso de emergencia",
    "(?:meu|seu) tipo sanguineo",
    "medida protetiva|ordem judicial|procuracao",
    "^(?:por favor )?nunca (?!mais|fui|tive|vi|estive|me )\\p{L}+|em hipotese alguma|em caso algum|de jeito nenhum",
  ],
  treatment: [
    `(?:tomo|toma|tomamos|uso|usa) ${SOME(6)}(?:${DRUG}|${DOSE}|anticoagulantes?|remedios?|medicamentos?)`,
  ],
  unless: ["^(?:se|quando)(?= )", "(?:gostaria|queria|nao sou mais|ja nao|talvez|antes|nao sou alergic[oa])"],
  passing: ["esta semana|este mes|ate|temporariamente|por enquanto|de momento|hoje"],
};

const DUTCH: EssentialWords = {
  named: ["ik heet", "mijn (?:volledige )?naam is", "noem me"],
  identity: [
    `ik ben geboren op ${DAY}|ik ben (?:op )?${DAY}${SOME(3)}geboren|mijn (?:verjaardag|geboortedatum) is (?:op )?${DAY}|ik ben jarig op ${DAY}`,
    "ik spreek (?:\\p{L}+ )?(?:nederlands|engels|frans|duits|spaans|italiaans|turks|arabisch|fries)",
    "mijn moedertaal is",
  ],
  home: ["(?:ik woon|wij wonen|we wonen) (?:\\p{Ll}+ ){0,4}?(?:in|bij)", "ik kom uit", "mijn woonplaats is"],
  gap: 1,
  harm: [
    "(?:ben|is|zijn) (?:\\p{L}+ )?allergisch",
    "(?:heb|heeft|hebben|mijn) (?:een |\\p{L}+ )?\\p{L}*allergie(?:en)?",
    "\\p{L}*intolerant(?:ie)?",
    `(?:heb|heeft|lijd aan|ben|is) (?:een |de )?(?:${ILLNESS}|hoge bloeddruk|pacemaker|doof|blind)`,
    "(?:mijn )?noodcontact|in geval van nood|bij nood",
    "(?:mijn|zijn|haar) bloedgroep",
    "contactverbod|gerechtelijk bevel|wilsverklaring",
    "^nooit (?!meer|geweest|gedacht)\\p{L}+|onder geen beding|in geen geval|mag nooit|mogen nooit",
  ],
  treatment: [
    `(?:slik|slikt|neem|neemt|gebruik|gebruikt|spuit) ${SOME(6)}(?:${DRUG}|${DOSE}|bloedverdunners?|medicijnen?)`,
  ],
  unless: ["^(?:als|of)", "(?:zou graag|niet meer|vroeger|misschien|niet allergisch|wil graag)"],
  passing: ["deze week|deze maand|tot|tijdelijk|voorlopig|op dit moment|vandaag"],
};

const SWEDISH: EssentialWords = {
  named: ["jag heter", "mitt (?:fullstandiga )?namn ar", "kalla mig"],
  identity: [
    `jag (?:ar|blev) fodd den ${DAY}|jag fyller ar den ${DAY}|min fodelsedag ar (?:den )?${DAY}`,
    "jag (?:talar|pratar) (?:\\p{L}+ )?(?:svenska|engelska|tyska|franska|spanska|finska|norska|danska|arabiska)",
    "mitt modersmal ar",
  ],
  home: ["(?:jag|vi) bor (?:\\p{Ll}+ ){0,4}?(?:i|pa|nara)", "jag kommer fran", "min hemstad ar"],
  gap: 1,
  harm: [
    "(?:ar) (?:\\p{L}+ )?allergisk[at]?",
    "(?:har|min) (?:en |\\p{L}+ )?\\p{L}*allergi(?:er)?|tal inte \\p{L}+",
    "\\p{L}*intolerant|\\p{L}*intolerans",
    `(?:har|lider av|ar) (?:en |ett )?(?:${ILLNESS}|hogt blodtryck|pacemaker|dov|blind)`,
    "nodkontakt|i nodfall|vid nodfall",
    "min blodgrupp",
    "besoksforbud|domstolsbeslut|framtidsfullmakt",
    "^aldrig (?!mer|varit)\\p{L}+|under inga omstandigheter|far aldrig",
  ],
  treatment: [`(?:tar|ater|anvander) ${SOME(6)}(?:${DRUG}|${DOSE}|blodfortunnande|medicin(?:er)?)`],
  unless: ["^(?:om|nar)", "(?:skulle vilja|inte langre|tidigare|kanske|inte allergisk)"],
  passing: ["den har veckan|denna manad|tills|tillfalligt|just nu|idag|for tillfallet"],
};

const NORTHERN = (words: {
  readonly name: string;
  readonly born: string;
  readonly speaks: string;
}): EssentialWords => ({
  named: [words.name, "(?:mit|mitt) (?:fulde |fulle )?navn er", "kald meg|kald mig"],
  identity: [words.born, words.speaks, "(?:mit modersmal|morsmalet mitt) er"],
  home: ["(?:jeg|vi) bor (?:\\p{Ll}+ ){0,4}?(?:i|pa|nær)", "jeg (?:kommer|er) fra"],
  gap: 1,
  harm: [
    "er (?:\\p{L}+ )?allergisk[e]?",
    "(?:har|min|mine) (?:en |\\p{L}+ )?\\p{L}*allergi(?:er)?|taler ikke \\p{L}+|taler ikke",
    "\\p{L}*intolerant|\\p{L}*intoleran[sc]e?",
    `(?:har|lider av|lider af|er) (?:en |et )?(?:${ILLNESS}|høyt blodtrykk|for højt blodtryk|forhøjet blodtryk|pacemaker|døv|blind)`,
    "(?:nødkontakt|nødstilfælde|nødstilfelle|nødsfall)",
    "(?:min )?blodtypen? (?:min )?er",
    "(?:tilhold|besøksforbud|rettskjennelse|kendelse|fremtidsfullmakt|fremtidsfuldmagt)",
    "^aldri[g]? (?!mer|mere|vært|været)\\p{L}+|under ingen omstendigheter|under ingen omstændigheder|ma aldri[g]?",
  ],
  treatment: [
    `(?:tar|tager|bruker|bruger) ${SOME(6)}(?:${DRUG}|${DOSE}|blodfortyndende|blodfortynnende|medisiner?|medicin)`,
  ],
  unless: [
    "^(?:hvis|om|nar)",
    "(?:ville gerne|skulle gjerne|ikke lenger|ikke længere|tidligere|maske|kanskje)",
  ],
  passing: ["denne uken|denne uge|denne maneden|indtil|inntil|midlertidig|i dag|for tiden"],
});

const DANISH = NORTHERN({
  name: "jeg hedder",
  born: `jeg er født (?:den |i )${DAY}|min fødselsdag er (?:den )?${DAY}|jeg har fødselsdag den ${DAY}`,
  speaks: "jeg taler (?:\\p{L}+ )?(?:dansk|engelsk|tysk|fransk|spansk|svensk|norsk|arabisk)",
});
const NORWEGIAN = NORTHERN({
  name: "jeg heter",
  born: `jeg er født (?:den |i )?${DAY}|bursdagen min er (?:den )?${DAY}|jeg har bursdag (?:den )?${DAY}`,
  speaks: "jeg snakker (?:\\p{L}+ )?(?:norsk|engelsk|tysk|fransk|spansk|svensk|dansk|arabisk)",
});

const FINNISH: EssentialWords = {
  named: ["(?:minun )?nimeni on", "olen nimeltani"],
  identity: [
    `olen syntynyt ${DAY}|synnyin ${DAY}|syntymapaivani on ${DAY}`,
    "puhun (?:\\p{L}+ )?(?:suomea|englantia|ruotsia|saksaa|ranskaa|venajaa|espanjaa|viroa)",
    "aidinkieleni on",
  ],
  home: ["(?:asun|asumme)(?: (?:nykyaan|edelleen|yksin))?", "olen kotoisin", "kotikaupunkini on"],
  gap: 0,
  harm: [
    "(?:olen|on|olemme) (?:\\p{L}+ )?allergi(?:nen|sia|set)",
    "(?:minulla|hanella|meilla) on (?:\\p{L}+ )?(?:\\p{L}*allergia|diabetes|epilepsia|astma|verenpainetauti|migreeni|keliakia)",
    "\\p{L}*intolerantti|\\p{L}*intoleranssi|olen (?:diabeetikko|kuuro|sokea|keliaakikko)",
    "hatayhteyshenkilo\\p{L}*|hatatapauksessa",
    "veriryhmani on",
    "lahestymiskielto\\p{L}*|hoitotahto\\p{L}*|edunvalvontavaltuutus\\p{L}*",
    "^ala koskaan \\p{L}+|^alkaa koskaan|missaan tapauksessa",
  ],
  treatment: [
    `(?:syon|kaytan|otan|ottaa|kayttaa) ${SOME(6)}(?:${DRUG}|${DOSE}|verenohennus\\p{L}*|laakettai?|laakkeita)`,
  ],
  unless: ["^(?:jos|kun)", "(?:haluaisin|en ole enaa|ei ole enaa|ehka|ennen)"],
  passing: ["talla viikolla|tassa kuussa|asti|saakka|toistaiseksi|tanaan|valiaikaisesti"],
};

const RUSSIAN: EssentialWords = {
  named: ["меня зовут", "мое (?:полное )?имя", "моя фамилия"],
  identity: [
    `я родил(?:ся|ась) ${DAY}|(?:мои|у меня) день рождения ${DAY}|моя дата рождения`,
    "я (?:говорю|разговариваю) (?:на|по|по-)? ?(?:свободно )?(?:по-|на )?(?:русск|английск|немецк|французск|испанск|итальянск|китайск|украинск|арабск)\\p{L}+",
    "мои родной язык|мои роднои язык",
  ],
  home: ["(?:я|мы) (?:\\p{Ll}+ ){0,2}?(?:живу|живем) (?:\\p{Ll}+ ){0,3}?(?:в|во|под)", "я (?:родом )?из"],
  gap: 1,
  harm: [
    "у (?:меня|нас|него|нее|\\p{L}+ \\p{L}+|\\p{L}+) (?:\\p{L}+ )?аллерги[яи]",
    "(?:я|он|она) аллерги(?:к|чка)|непереносимость",
    "у (?:меня|него|нее|\\p{L}+ \\p{L}+) (?:\\p{L}+ )?(?:диабет|эпилепсия|астма|гипертония|мигрень|кардиостимулятор|высокое давление|деменция|целиакия)",
    "(?:я|он|она) (?:диабетик|глухо[йи]|глухая|слепо[йи]|слепая)",
    "экстренн\\p{L}+ контакт\\p{L}*|в экстренном случае|в случае (?:чп|чрезвычайн\\p{L}+)",
    "(?:моя )?группа крови",
    "судебный запрет|судебныи запрет|решени[ею] суда|доверенност\\p{L}+",
    "^никогда не \\p{L}+(?:и|ите|й|йте)|ни в коем случае|ни при каких обстоятельствах",
  ],
  treatment: [
    "(?:принимаю|принимает|пью|пьет|колю|колет) (?:[\\p{L}\\p{N}.,-]+ ){0,6}?(?:инсулин|варфарин|метформин|таблетки|лекарств\\p{L}+|\\d+ ?мг|\\d+ ?мкг)",
  ],
  unless: ["^(?:если|когда)", "(?:хотел бы|хотела бы|хочу жить|больше не|раньше|может быть|нет аллерги)"],
  passing: ["на этой неделе|в этом месяце|до|временно|пока|сегодня|сейчас"],
};

const CHINESE: EssentialWords = {
  unspaced: true,
  named: [],
  identity: [
    "我叫(?!他|她|了|你|外卖|车)",
    "我的(?:名字|姓名)(?:是|叫)",
    "我姓",
    "我的?生日(?:是|在)",
    "我(?:是|在)?.{0,6}出生",
    "我的母语是",
    "我会[说讲](?:中|英|法|德|日|韩|粤|俄|西班牙|普通)",
    "我(?:现在|一直)?住在.{1,10}[市省区县州国京海都津庆]",
  ],
  home: [],
  gap: 0,
  harm: [
    "对.{1,10}(?<!不)过敏",
    "(?:我|他|她|有).{0,6}(?:糖尿病|癫痫|哮喘|高血压|心脏病|贫血|抑郁症|不耐受|偏头痛|痴呆|血友病)",
    "紧急联系人",
    "我的?血型",
    "(?:绝对|千万|永远)(?:不要|不能|不许|别)",
    "(?:限制令|法院(?:判决|命令)|监护权)",
  ],
  treatment: ["(?:吃|服用|注射|打).{0,8}(?:胰岛素|华法林|二甲双胍|毫克|降压药|琥珀酸亚铁|抗凝药|抗抑郁药)"],
  unless: ["^(?:如果|要是|假如)", "(?:希望|也许|可能|不再|以前|不过敏)"],
  passing: ["这周|本周|这个月|暂时|直到|今天|目前"],
};

const JAPANESE: EssentialWords = {
  unspaced: true,
  named: [],
  identity: [
    "私の名前は",
    "(?:私は|僕は|俺は).{1,12}(?:と申します|といいます|と言います)",
    "(?:私の)?誕生日は\\d|私の誕生日は|私は.{1,12}生まれ",
    "母語は|母国語は",
    "[市区町村都道府県京阪].{0,12}(?:に住んでい|に住んでる|で暮らし)",
    "[都道府県市]出身です",
  ],
  home: [],
  gap: 0,
  harm: [
    "アレルギー(?:なの|があ|がひど|です|持ち|だから)",
    "(?:糖尿病|てんかん|喘息|ぜんそく|高血圧|心臓病|貧血|うつ病|片頭痛|認知症|花粉症|不耐症)(?:で|が|を|なの|です|と)",
    "緊急連絡先",
    "血液型は",
    "(?:絶対に|決して).{1,16}(?:ないで|するな|しないこと|してはいけ|禁止)",
    "(?:接近禁止|裁判所の|後見人|親権)",
  ],
  treatment: [
    "(?:インスリン|ワーファリン|ワルファリン|メトホルミン|血圧の薬|抗うつ薬|ミリグラム|mg|ロスバスタチン.{0,6}ミリ).{0,12}(?:飲|打|服用|出してもら|使)",
    "フェキソフェナジン.{0,6}飲",
  ],
  unless: ["^(?:もし)", "(?:かもしれ|だったら|たいです|以前は|ではない|じゃない)"],
  passing: ["今週|今月|まで|一時的|今日|今のところ"],
};

/** Written with Latin letters. */
export const LATIN: readonly EssentialWords[] = [
  ...[GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE],
  ...[DUTCH, SWEDISH, DANISH, NORWEGIAN, FINNISH],
];
export const OTHER_SCRIPTS: readonly EssentialWords[] = [RUSSIAN, CHINESE, JAPANESE];
