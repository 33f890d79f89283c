// How does a fact look in a list? Its words as text, whatever they contain, and the marks by which a person judges it.
import type { BriefFact } from "brigade-tideline/client";
import type { ComponentChildren } from "preact";
import { shorten } from "../format.ts";
import { pathOf } from "../router.ts";
import { isOwner } from "../session.ts";
import { CLASSES, isEndorsed, type Standing, standingOf, type Tone } from "../words.ts";
import { Icon } from "./icons.tsx";
import { Ago } from "./time.tsx";

export function Chip(props: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <span class={`chip ${props.tone ?? "plain"}`} title={props.title}>
      {props.children}
    </span>
  );
}

export function SegmentChip({ segment }: { readonly segment: string }) {
  return (
    <span class="chip segment">
      <i class={`dot seg-${segment}`} aria-hidden="true" />
      {segment}
    </span>
  );
}

/** Three bars for the class: how much its source may change. */
export function Trust({
  authority,
  named = false,
}: {
  readonly authority: number;
  readonly named?: boolean;
}) {
  const known = CLASSES[authority as 0 | 1 | 2 | 3];
  return (
    <span class={`trust class-${authority}`} title={`${known.name}: ${known.says}`}>
      <svg viewBox="0 0 14 12" width="14" height="12" aria-hidden="true" focusable="false">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={9 - bar * 3}
            width="3.5"
            height={bar * 3 + 3}
            rx="1"
            class={bar <= authority ? "on" : "off"}
          />
        ))}
      </svg>
      {named ? known.name : <span class="sr-only">{known.name}</span>}
    </span>
  );
}

export function StandingChip({ standing }: { readonly standing: Standing }) {
  return (
    <Chip tone={standing.tone} title={standing.says}>
      {standing.name}
    </Chip>
  );
}

/** Why words of somebody else count as the owner's own; nothing for any other fact. */
export function EndorsedChip({ fact }: { readonly fact: Pick<BriefFact, "authority" | "source"> }) {
  if (!isEndorsed(fact)) return null;
  return <Chip tone="good">{isOwner.value ? "endorsed by you" : "endorsed by the owner"}</Chip>;
}

/** Text from memory. Its writing direction and control characters do not affect the text around it. */
export function Words({ text, class: name = "words" }: { readonly text: string; readonly class?: string }) {
  return (
    <bdi class={name} dir="auto">
      {text}
    </bdi>
  );
}

const NAMED_CHARS = 60;

/** The name of a button that many facts have: what it says, and on which fact it acts. */
export function nameOf(says: string, { content }: Pick<BriefFact, "content">): string {
  return `${says} “${shorten(content, NAMED_CHARS)}”`;
}

const LIST_CHARS = 400;

export function FactMarks({ fact }: { readonly fact: BriefFact }) {
  const standing = standingOf(fact);
  return (
    <span class="marks">
      <SegmentChip segment={fact.segment} />
      <Trust authority={fact.authority} />
      <EndorsedChip fact={fact} />
      {standing.name === "current" ? null : <StandingChip standing={standing} />}
      {fact.pinned ? (
        <span class="mark" title="Pinned: it does not fade">
          <Icon name="pin" size={14} />
          <span class="sr-only">pinned</span>
        </span>
      ) : null}
      {fact.confirmedAt === undefined ? null : (
        <span class="mark good" title="Confirmed: it was said independently more than once">
          <Icon name="check" size={14} />
          <span class="sr-only">confirmed</span>
        </span>
      )}
      <span class="muted">
        <Ago at={fact.createdAt} />
      </span>
    </span>
  );
}

export function FactLine(props: {
  readonly fact: BriefFact;
  readonly current?: boolean;
  readonly href?: string;
  readonly aside?: ComponentChildren;
}) {
  const { fact, current = false, href = pathOf("memories", fact.id) } = props;
  const text = fact.content.length > LIST_CHARS ? `${fact.content.slice(0, LIST_CHARS)}…` : fact.content;
  return (
    <a
      class={current ? "fact-line current" : "fact-line"}
      href={href}
      aria-current={current ? "true" : undefined}
    >
      <Words text={text} />
      <FactMarks fact={fact} />
      {props.aside === undefined ? null : <span class="aside">{props.aside}</span>}
    </a>
  );
}
