// What share of one is it? A bar with its number beside it: the bar is for the eye, the number for everybody.
export function Meter(props: {
  readonly value: number;
  readonly label: string;
  readonly shown?: string;
  /** A line on the bar that marks a threshold. */
  readonly mark?: number | undefined;
  readonly tone?: "accent" | "good" | "warn" | "bad";
}) {
  const share = Math.max(0, Math.min(1, props.value));
  return (
    <span class="meter">
      <span class="meter-label">{props.label}</span>
      <span class={`meter-bar ${props.tone ?? "accent"}`} aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
        {props.mark === undefined ? null : <i style={{ left: `${Math.min(1, props.mark) * 100}%` }} />}
      </span>
      <span class="meter-value">{props.shown ?? props.value.toFixed(2)}</span>
    </span>
  );
}
