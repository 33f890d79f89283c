// Which day is shown? From the first day to today; playing it shows memory growing and fading.
import { useEffect, useRef, useState } from "preact/hooks";
import { longDayOf } from "../../format.ts";
import { Icon } from "../../parts/icons.tsx";
import type { GraphModel } from "./model.ts";

const PLAY_MS = 14_000;

export function TimeSlider({
  model,
  onDay,
}: {
  readonly model: GraphModel;
  readonly onDay: (day: number) => void;
}) {
  const last = Math.ceil(model.dayOf(Date.now()));
  const [day, setDay] = useState(last);
  const [playing, setPlaying] = useState(false);
  const tell = useRef(onDay);
  tell.current = onDay;
  useEffect(() => tell.current(day), [day]);
  useEffect(() => {
    if (!playing) return;
    let from = day >= last ? 0 : day;
    let before = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      from += ((now - before) / PLAY_MS) * last;
      before = now;
      setDay(Math.min(last, from));
      if (from >= last) setPlaying(false);
      else frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  const shown = longDayOf(model.timeOf(Math.min(day, model.dayOf(Date.now()))));
  return (
    <div class="time-slider">
      <button
        type="button"
        class="icon-button"
        aria-label={playing ? "Pause" : "Play from the beginning"}
        onClick={() => setPlaying(!playing)}
      >
        <Icon name={playing ? "pause" : "play"} size={17} />
      </button>
      <label>
        <span class="sr-only">As memory stood on</span>
        <input
          type="range"
          min={0}
          max={last}
          step="any"
          value={day}
          aria-valuetext={shown}
          onInput={(event) => {
            setPlaying(false);
            setDay(Number(event.currentTarget.value));
          }}
        />
      </label>
      <span class="time-shown">{day >= last ? "today" : shown}</span>
    </div>
  );
}
