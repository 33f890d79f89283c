// Where can one go? The views, whose memory is shown, and how the page looks.
import type { Origin, OriginsPage, Stats } from "brigade-tideline";
import { count } from "./format.ts";
import { openKeys } from "./keys.tsx";
import { type Connection, connection } from "./live.ts";
import { Brand, Icon, type IconName } from "./parts/icons.tsx";
import { useRemote } from "./remote.ts";
import { OWNERS_ONLY, pathOf, VIEWS, type View } from "./router.ts";
import {
  chooseOrigin,
  keepsWorkspace,
  me,
  origin,
  originName,
  sameOrigin,
  token,
  useToken,
} from "./session.ts";
import { THEMES, type Theme, theme } from "./theme.ts";
import { titled } from "./words.ts";

export function Sidebar({ view }: { readonly view: View }) {
  const stats = useRemote<Stats>((from, signal) => from.stats({ signal }));
  const isOwner = me.value?.role === "owner";
  return (
    <nav id="sidebar" class="sidebar" aria-label="Views">
      <a class="brand" href="/">
        <Brand />
        <span class="brand-name">Tideline</span>
      </a>
      <OriginSwitch />
      <ul class="views">
        {VIEWS.filter((one) => isOwner || !OWNERS_ONLY.has(one)).map((one) => (
          <li key={one}>
            <a href={pathOf(one)} aria-current={one === view ? "page" : undefined}>
              <Icon name={one as IconName} />
              <span>{titled(one)}</span>
              {one === "review" ? <Waiting count={stats.data?.forReview ?? 0} /> : null}
            </a>
          </li>
        ))}
      </ul>
      <div class="sidebar-foot">
        <ConnectionSign state={connection.value} />
        <ThemeSwitch />
        <div class="foot-row">
          <button type="button" class="quiet" onClick={openKeys}>
            <kbd>?</kbd> Keys
          </button>
          {token.value === undefined ? null : (
            <button type="button" class="quiet" onClick={() => useToken(undefined)}>
              Sign out
            </button>
          )}
          <span class="muted version">{me.value?.version}</span>
        </div>
      </div>
    </nav>
  );
}

function Waiting({ count: waiting }: { readonly count: number }) {
  if (waiting === 0) return null;
  return (
    <span class="waiting">
      {count(waiting)}
      <span class="sr-only"> waiting</span>
    </span>
  );
}

function OriginSwitch() {
  const list = useRemote<OriginsPage>((from, signal) =>
    keepsWorkspace.value ? from.origins({}, { signal }) : Promise.resolve({ origins: [], total: 0 }),
  );
  const known = (list.data?.origins ?? []).map((one) => one.origin);
  const all: readonly Origin[] = known.some((one) => sameOrigin(one, origin.value))
    ? known
    : [origin.value, ...known];
  return (
    <div class="origin">
      <label for="origin">Whose memory</label>
      {all.length < 2 ? (
        <bdi id="origin" class="origin-name">
          {originName(origin.value)}
        </bdi>
      ) : (
        <select
          id="origin"
          value={JSON.stringify(origin.value)}
          onChange={(event) => chooseOrigin(JSON.parse(event.currentTarget.value) as Origin)}
        >
          {all.map((one) => (
            <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
              {originName(one)}
            </option>
          ))}
          {list.data?.next === undefined ? null : (
            <option disabled>and {count(list.data.total - known.length)} more: find them in Access</option>
          )}
        </select>
      )}
    </div>
  );
}

const STATES: Readonly<Record<Connection, string>> = {
  live: "Live: changes appear by themselves",
  connecting: "Connecting…",
  lost: "The server does not answer. The page keeps trying.",
  off: "Not live: only an owner's token can receive events",
};
const SHORT_STATES: Readonly<Record<Connection, string>> = {
  live: "Live",
  connecting: "Connecting…",
  lost: "No answer, trying again",
  off: "Not live",
};

function ConnectionSign({ state }: { readonly state: Connection }) {
  return (
    <p class={`connection ${state}`} title={STATES[state]} role="status">
      <i aria-hidden="true" />
      {SHORT_STATES[state]}
    </p>
  );
}

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: "screen", light: "sun", dark: "moon" };

function ThemeSwitch() {
  return (
    <fieldset class="theme-switch">
      <legend class="sr-only">Appearance</legend>
      {THEMES.map((one) => (
        <label key={one} title={titled(one)}>
          <input
            type="radio"
            name="theme"
            value={one}
            checked={theme.value === one}
            onChange={() => {
              theme.value = one;
            }}
          />
          <Icon name={THEME_ICONS[one]} size={16} />
          <span class="sr-only">{titled(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}
