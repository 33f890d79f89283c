/**
 * Under which segment does a fact belong, if nobody said?
 *
 * A guess must not shorten a fact's life, and must not give it rights: it is for class 3 alone, it is one of the
 * segments that last at least as long as "knowledge", and never "correction", which would say something about another
 * fact. Words decide, in English; everything else is knowledge.
 */
import { DEFAULT_SEGMENT, type Essential, type Segment } from "../model/segment.ts";

const PREFERENCE =
  /^(?:i|we)(?: (?:really|also|still|always|usually|much|absolutely|strongly|generally|honestly))* (?:prefer|like|love|enjoy|hate|loathe|dislike|detest|adore|can't stand|cannot stand|don't like|do not like|can't bear|would rather|keep an? (?:strict )?\p{L}+ diet)(?!\p{L})|^(?:my|our) (?:favou?rite|preferred) |^(?:please |always |never )(?:use|answer|write|reply|call|speak)(?!\p{L})/iu;
const RELATIONSHIP =
  /^(?:my|our) (?:\p{L}+ )?(?:wife|husband|partner|spouse|son|daughter|stepson|stepdaughter|mother|father|mum|mom|dad|brother|sister|grandmother|grandfather|granny|grandma|grandpa|aunt|uncle|cousin|niece|nephew|boyfriend|girlfriend|fiancee?|friend|boss|manager|colleague|neighbou?r|landlord|landlady|doctor|dentist|therapist|teacher)(?!\p{L})/iu;

export function guessSegment(content: string, essential: Essential | undefined): Segment {
  if (essential === "identity") return "identity";
  const text = content.trim().replaceAll("’", "'");
  if (PREFERENCE.test(text)) return "preference";
  return RELATIONSHIP.test(text) ? "relationship" : DEFAULT_SEGMENT;
}
