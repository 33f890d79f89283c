/** How does a person read what a purge or a shred took, and what are they asked before? */
import type { ForgetResult } from "../../../memory/forget.ts";
import type { ShredResult } from "../../../memory/shred.ts";
import { deed } from "./deed.ts";
import { counted, type Style, safe, table } from "./terminal.ts";

/** What a purge took, or a shred: that shows the words only before. */
type Erased = Pick<ShredResult, "preview" | "facts" | "cleared" | "kept" | "turns">;

export function purged({ preview, facts, cleared, kept, turns }: Erased, style: Style): string {
  const part = (title: string, some: Erased["facts"] | Erased["kept"]): readonly string[] => {
    const rows = some.map((fact) => [fact.id, fact.why, fact.content ?? ""]);
    return rows.length === 0 ? [] : [style.warn(title), table(["ID", "WHY", "FACT"], rows, style, ["WHY"])];
  };
  return [
    ...part(preview ? `Would be erased (${facts.length}):` : `Erased for good (${facts.length}):`, facts),
    ...part("Kept, but without their reason for archiving, which quotes it:", cleared),
    ...part("Kept unchanged, because they are of a higher class; they may still hold these words:", kept),
    ...(turns.length === 0
      ? []
      : [
          `${deed("Erased", { isDryRun: preview })} ${counted(turns.length, "turn")} of conversations that hold these words.`,
        ]),
  ].join("\n");
}

export function shredded(result: ShredResult, style: Style): string {
  const { preview, whole, certificate, note } = result;
  const took =
    whole === undefined
      ? purged(result, style)
      : `${deed("Erased", { isDryRun: preview })} everything of the origin: ${counted(whole, "fact")}.`;
  const proof =
    certificate === undefined
      ? []
      : [`Certificate ${certificate.shred}. Keep it: the same command with --json shows it again.`];
  return [took, ...proof, style.warn(safe(note))].filter((line) => line !== "").join("\n");
}

export function forgotten({ mentions, certificates, ...result }: ForgetResult, style: Style): string {
  const { whole, preview, note } = result;
  const all =
    whole === undefined
      ? []
      : [`${deed("Erased", { isDryRun: preview })} everything of the origin: ${counted(whole, "fact")}.`];
  const others = mentions.map(({ id, why, content }) => [id, why, content]);
  const open =
    others.length === 0
      ? []
      : [
          style.warn("Of others, and kept. Decide with --mentions <id>, or --mentions all:"),
          table(["ID", "WHY", "FACT"], others, style, ["WHY"]),
        ];
  const proofs = certificates.map(({ shred }) => `Certificate ${shred}. Keep it: --json shows it.`);
  return [purged(result, style), ...all, ...open, ...proofs, style.warn(safe(note))].join("\n");
}

export function shredQuestion({ whole, facts, turns, destroysKeys, note }: ShredResult): string {
  const what =
    whole === undefined
      ? `the text of ${counted(facts.length, "fact")}${turns.length === 0 ? "" : ` and ${counted(turns.length, "turn")}`}`
      : `everything of this origin (${counted(whole, "fact")})`;
  return `${note}\nErase ${what} for good${destroysKeys ? ", and destroy the keys" : ""}?`;
}
