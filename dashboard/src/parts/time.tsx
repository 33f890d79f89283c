// When was it? In everyday words, with the exact time on demand.
import type { Fact } from "brigade-tideline";
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

/** The times in which another value held; nothing if none did. */
export function Interludes({ of = [] }: { readonly of: Fact["interludes"] }) {
  return (
    <>
      {of.map(([from, to]) => (
        <span key={from}>
          , another value from <Day at={from} /> to <Day at={to} />
        </span>
      ))}
    </>
  );
}
