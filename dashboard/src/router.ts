// Which view is shown? The address says it: every view, every fact and every search has an address that can be
// bookmarked.
import { computed, signal } from "@preact/signals";

export const VIEWS = [
  "overview",
  "memories",
  "conversations",
  "graph",
  "ageing",
  "review",
  "upkeep",
  "audit",
  "access",
] as const;
export type View = (typeof VIEWS)[number];

/** Only the owner may see what is in these. */
export const OWNERS_ONLY: ReadonlySet<View> = new Set(["conversations", "review", "audit", "access"]);

export interface Route {
  readonly view: View;
  /** What the view shows: a fact's id. */
  readonly id: string | undefined;
  readonly params: URLSearchParams;
}

const address = signal(location.pathname + location.search);

export const route = computed<Route>(() => {
  const { pathname, searchParams } = new URL(address.value, location.origin);
  const [, first = "", id] = pathname.split("/");
  const view = VIEWS.find((one) => one === first) ?? "overview";
  return {
    view,
    id: id === undefined || id === "" ? undefined : decodeURIComponent(id),
    params: searchParams,
  };
});

export function pathOf(
  view: View,
  id?: string,
  params: Readonly<Record<string, string | undefined>> = {},
): string {
  const base = view === "overview" ? "/" : `/${view}`;
  const path = id === undefined ? base : `${base}/${encodeURIComponent(id)}`;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== "") query.set(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (to === location.pathname + location.search) return;
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  address.value = to;
}

window.addEventListener("popstate", () => {
  address.value = location.pathname + location.search;
});

/** Links within the page stay in the page; with a modifier key the browser handles them. */
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (link === null || link === undefined || link.target !== "" || link.origin !== location.origin) return;
  if (/\.\w+$/.test(link.pathname) || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
