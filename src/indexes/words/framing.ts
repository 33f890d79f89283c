/**
 * Which English words say how something is asked or stated, and not what?
 *
 * Personal facts and questions are framed with the same few words: "I prefer", "can you recommend", "looking for
 * ideas". The vector lane counts these words for next to nothing, in facts and in queries, because otherwise every
 * preference would resemble every request. They are not dropped: a text of nothing else still has a vector.
 */
const FRAMING = new Set(
  `recommend recommends recommended recommendation recommendations suggest suggests suggested suggestion suggestions
  advice advise tip tips idea ideas option options choice choices choose best good great better nice perfect ideal
  suitable help helps helpful need needs needed want wants wanted wish like likes liked love loves loved enjoy enjoys
  enjoyed prefer prefers preferred preferring preference preferences favorite favourite avoid avoids avoided avoiding
  dislike dislikes disliked hate hates hated find finds finding found look looks looking seek seeking plan plans
  planning planned consider considering considered think thinking thought know knows tell give gives gave get gets
  getting got make makes making made go goes going went gone come comes try tries trying tried use uses using used
  take takes taking took way ways thing things something anything everything someone anyone please thanks thank
  strongly strong really truly always never often usually sometimes generally typically one ones new few several many
  much lot lots upcoming next soon interested certain specific particular particularly based especially rather instead
  due feel feels feeling felt say says said kind kinds type types sort list wondering wonder share mean yes now all
  another either neither whether though although since unless within without among across against under upon per via
  itself himself herself themselves ourselves yourself theyll theyd youd youll aint`.split(/\s+/),
);

export function isFraming(word: string): boolean {
  return FRAMING.has(word);
}
