// What does a maintenance run change, or what did it leave alone? One line per fact: what, its words, and why.
import { shorten } from "../format.ts";
import { Chip, Words } from "./fact.tsx";

const TONES: Readonly<Record<string, "good" | "warn" | "bad">> = {
  archived: "warn",
  suppressed: "warn",
  pruned: "bad",
  erased: "bad",
  confirmed: "good",
  restored: "good",
};

interface Line {
  readonly fact: string;
  readonly what: string;
  readonly content: string;
  readonly why: string;
}

export function Changes({
  lines,
  plain = false,
}: {
  readonly lines: readonly Line[];
  readonly plain?: boolean;
}) {
  return (
    <ul class="changes">
      {lines.map(({ fact, what, content, why }) => (
        <li key={`${fact} ${what} ${why}`}>
          <Chip tone={plain ? "plain" : (TONES[what] ?? "plain")}>{what}</Chip>
          <div>
            <Words text={shorten(content, 160)} />
            <p class="muted">{why}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
