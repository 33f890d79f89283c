// When was it? As a person says it, with the exact time on demand.
import { ago, dayOf, exactly } from "../format.ts";

export function Ago({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactly(at)}>
      {ago(at)}
    </time>
  );
}

export function Day({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactly(at)}>
      {dayOf(at)}
    </time>
  );
}
