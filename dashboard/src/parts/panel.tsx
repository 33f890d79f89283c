// What is a section of a view? A heading and what belongs to it.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export function Panel(props: {
  readonly title: string;
  readonly hint?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class={`panel ${props.class ?? ""}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.hint === undefined ? null : <span class="muted">{props.hint}</span>}
        {props.actions === undefined ? null : <span class="actions">{props.actions}</span>}
      </header>
      {props.children}
    </section>
  );
}

export function Heading(props: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <header class="view-head">
      <h1 tabIndex={-1}>{props.title}</h1>
      <div class="view-lead">{props.children}</div>
    </header>
  );
}
