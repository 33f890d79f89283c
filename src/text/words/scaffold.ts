/**
 * Which words of a question say how to answer, and not what it is about? "Can you *recommend* a *good* place …"
 *
 * These words weigh little in a query. In a fact they are ordinary words.
 */
import { irregularForms } from "./irregular.ts";

const SAID_HOW =
  `list order mention item items summary summarize summarise comprehensive provide tell explain recommend
  recommendation recommendations suggest suggestion suggestions advice advise walk throughout conversation
  conversations discussion discussions session sessions chat chats across different various aspect aspects
  brought bring give show describe help please want wants like need needs looking know think consider
  considering planning plan plans best good great thing things something anything way ways kind type types sort
  able get make go going remember recall remind many much number total include including overall idea ideas tips
  options option choose find ideal specific several new try trying
  liste nenne zeige erkläre erzähle empfiehl empfehlen vorschlag vorschläge bitte gib finde
  liste montre explique raconte recommande conseille propose donne trouve
  lista muestra explica cuéntame recomienda sugiere dame encuentra`.split(/\s+/);
const SCAFFOLD = new Set(SAID_HOW.flatMap((word) => [word, ...irregularForms(word)]));

export function isScaffold(word: string): boolean {
  return SCAFFOLD.has(word);
}
