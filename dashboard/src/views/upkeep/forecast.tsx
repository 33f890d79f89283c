// What leaves next, when and by which rule, and what is kept although it has faded? For the owner only.
import type { Forecast } from "brigade-tideline";
import { counted } from "../../format.ts";
import { Words } from "../../parts/fact.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/state.tsx";
import { Ago } from "../../parts/time.tsx";
import { useRemote } from "../../remote.ts";
import { pathOf } from "../../router.ts";

const ROWS = 12;
const FATES: Readonly<Record<Forecast["leaving"][number]["what"], string>> = {
  archived: "archived",
  pruned: "pruned, its text kept for its days of grace",
  suppressed: "taken out of ranking",
  erased: "erased for good",
};

export function ForecastPanel() {
  const forecast = useRemote<Forecast>((from, signal) => from.call("forecast", {}, { signal }));
  return (
    <Panel title="What leaves next" hint="in the next 30 days, unless it is used">
      <Loaded of={forecast} lines={3}>
        {({ leaving, leavingCount, kept, keptCount }) => (
          <>
            {leavingCount === 0 ? <p class="muted">Nothing leaves.</p> : null}
            <ul class="rows">
              {leaving.slice(0, ROWS).map(({ fact, at, content, what, rule }) => (
                <li key={`${fact} ${what}`} class="row">
                  <div>
                    <a href={pathOf("memories", fact)}>
                      <Words text={content} />
                    </a>
                    <p class="muted">
                      <Ago at={at} />: {FATES[what]} ({rule})
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            <More count={leavingCount} />
            {keptCount === 0 ? null : <h3>Kept, although it has faded</h3>}
            <ul class="rows">
              {kept.slice(0, ROWS).map(({ fact, content, because, rule }) => (
                <li key={fact} class="row">
                  <div>
                    <a href={pathOf("memories", fact)}>
                      <Words text={content} />
                    </a>
                    <p class="muted">
                      Kept because {because} ({rule})
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            <More count={keptCount} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function More({ count }: { readonly count: number }) {
  return count > ROWS ? <p class="muted">and {counted(count - ROWS, "more step")}</p> : null;
}
