/**
 * Is a German, Spanish or French sentence a plain statement about the speaker's life? The plain forms only: "ich wohne
 * in …", "mi hermana es …", "je travaille chez …". Everything else in these languages, and every other language, is
 * left to a model.
 */
interface Plain {
  /** The sentence opens like this. */
  readonly states: RegExp;
  /** It asks, doubts, supposes, speaks to the listener or tells a mood. */
  readonly unless: RegExp;
}

const GERMAN: Plain = {
  states:
    /^(?:(?:seit|ab|am|im|jeden|jede|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|normalerweise|meistens) (?:\p{L}+ ){0,3})?(?:(?:ich|wir) (?:\p{L}+ )?(?:wohne|lebe|arbeite|studiere|lerne|spreche|heiße|heisse|habe|bin|esse|trinke|rauche|mag|liebe|hasse|bevorzuge|fahre|nehme|spiele|besitze|vertrage|unterrichte|leite|kenne|trage|gehe|komme|kaufe|ziehe|plane|will|möchte|wollen|möchten|wohnen|leben|arbeiten|haben|sind|ziehen|planen|fahren|heirate|heiraten)|(?:wohne|lebe|arbeite|habe|bin|gehe|fahre|spiele|trinke|esse|nehme|lerne) ich|(?:mein|meine|unser|unsere) (?:\p{L}+ ){1,4}?(?:ist|sind|heißt|heisst|hat|haben|wohnt|wohnen|arbeitet|lebt|studiert|war|wird|mag|kommt|geht|beginnt|kostet|beträgt))(?![\p{L}])/iu,
  unless:
    /[?]|(?<!\p{L})(?:wenn|falls|ob|vielleicht|würde|würden|könnte|könnten|hätte|hätten|wäre|wären|angenommen|eventuell|möglicherweise|glaube|denke|hoffe|du|dich|dir|dein\p{L}*|euch|ihnen)(?!\p{L})|(?<!\p{L})(?:bin|fühle mich|war) (?:\p{L}+ )?(?:müde|traurig|glücklich|gestresst|bereit|fertig|froh|sauer|nervös|unsicher|gespannt|verwirrt|dankbar|da|zurück|kaputt)(?!\p{L})|(?<!\p{L})habe (?:eine |keine )?(?:frage|fragen|ahnung|lust|angst|hunger|idee|das gefühl|verstanden)(?!\p{L})|(?<!\p{L})(?:möchte|will) (?:\p{L}+ ){0,2}(?:wissen|fragen|hören|sehen|verstehen)(?!\p{L})|^ich (?:das|dies|es)(?!\p{L})|^(?:ich|wir) \p{L}+ (?:das|dies|es|ihn|sie)(?!\p{L})(?! )/iu,
};
const SPANISH: Plain = {
  states:
    /^(?:(?:yo|nosotros|nosotras) )?(?:no )?(?:vivo|vivimos|trabajo|trabajamos|estudio|estudiamos|tengo|tenemos|soy|somos|hablo|hablamos|prefiero|preferimos|como|bebo|fumo|uso|nací|juego|jugamos|conduzco|me llamo|me mudé|nos mudamos|me caso|me gustan?|nos gustan?|me encantan?|odio|enseño|compré|planeo|planeamos|quiero|queremos|voy a|vamos a|siempre|nunca|toco|llevo)(?![\p{L}])|^(?:mi|mis|nuestro|nuestra|nuestros|nuestras) (?:\p{L}+ ){1,4}?(?:es|son|está|se llama|se llaman|tiene|tienen|vive|viven|trabaja|trabajan|estudia|era|cumple|cuesta|prefiere)(?![\p{L}])/iu,
  unless:
    /[?¿]|(?<!\p{L})(?:si|quizás?|tal vez|acaso|ojalá|podría|podríamos|sería|supongo|supongamos|creo|pienso|espero|tú|usted|te|tu|tus|contigo|podrías|puedes)(?!\p{L})|(?<!\p{L})(?:soy|estoy|tengo) (?:\p{L}+ )?(?:cansad\p{L}|triste|feliz|list\p{L}|segur\p{L}|sueño|hambre|sed|miedo|prisa|ganas|una duda|una pregunta|dudas|preguntas)(?!\p{L})|(?<!\p{L})(?:quiero|queremos|voy a|vamos a) (?:saber|ver|preguntar|entender|hablar|empezar|continuar|seguir|que)(?!\p{L})|^(?:no )?(?:tengo|quiero) (?:esto|eso|más)(?!\p{L})|^como (?:si|ya|dije|siempre)(?!\p{L})/iu,
};
const FRENCH: Plain = {
  states:
    /^(?:j['’](?:habite|ai|aime|adore|étudie|enseigne|utilise|évite|achète|apprends|emménage)|je (?:ne |n['’]|me |m['’])?(?:vis|travaille|suis|parle|préfère|mange|bois|fume|déteste|conduis|joue|m['’]appelle|appelle|prends|viens|fais|vais|déménage|marie|porte|possède|veux|prévois|pratique)|nous (?:avons|habitons|vivons|travaillons|sommes|préférons|allons|déménageons)|(?:mon|ma|mes|notre|nos) (?:\p{L}+ ){1,4}?(?:est|sont|s['’]appelle(?:nt)?|a|ont|habitent?|vit|vivent|travaillent?|était|aime|coûte|préfère|étudie))(?![\p{L}])/iu,
  unless:
    /[?]|(?<!\p{L})(?:si|peut-être|pourrais|pourrait|serait|serais|aurais|voudrais savoir|suppose|supposons|crois|pense|espère|tu|toi|te|ton|ta|tes|vous|votre|vos)(?!\p{L})|(?<!\p{L})s['’]il(?!\p{L})|(?<!\p{L})je suis (?:\p{L}+ )?(?:fatigué\p{L}*|triste|content\p{L}*|heureu\p{L}+|prêt\p{L}*|désolé\p{L}*|stressé\p{L}*|perdu\p{L}*|sûr\p{L}*|là|de retour|curieu\p{L}+|d['’]accord)(?!\p{L})|(?<!\p{L})j['’]ai (?:\p{L}+ )?(?:faim|soif|peur|froid|chaud|sommeil|hâte|une question|des questions|envie|besoin d['’]aide|compris)(?!\p{L})|(?<!\p{L})(?:veux|vais) (?:savoir|voir|comprendre|demander|essayer|commencer|continuer|te|vous|que)(?!\p{L})/iu,
};

const LANGUAGES: readonly Plain[] = [GERMAN, SPANISH, FRENCH];
const MIN_WORDS = 3;
const MAX_WORDS = 40;

export function isPlainElsewhere(content: string): boolean {
  const words = content.split(" ").length;
  if (words < MIN_WORDS || words > MAX_WORDS) return false;
  return LANGUAGES.some(({ states, unless }) => states.test(content) && !unless.test(content));
}
