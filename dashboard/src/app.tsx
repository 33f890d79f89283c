// What is always there? The navigation (views, whose memory, light or dark), and the door for those who need a token.
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Door, NotForAgents } from "./door.tsx";
import { Keys } from "./keys.tsx";
import { listen } from "./live.ts";
import { Brand, Icon, type IconName } from "./parts/icons.tsx";
import { Heading, Panel } from "./parts/panel.tsx";
import { Empty, Skeleton } from "./parts/state.tsx";
import { PageToasts } from "./parts/toast.tsx";
import { OWNERS_ONLY, route, type View } from "./router.ts";
import { findOut, isOwner, me, token, trouble } from "./session.ts";
import { Sidebar } from "./sidebar.tsx";
import { AccessView } from "./views/access.tsx";
import { AgeingView } from "./views/ageing.tsx";
import { AuditView } from "./views/audit.tsx";
import { ConversationsView } from "./views/conversations.tsx";
import { GraphView } from "./views/graph-lazy.tsx";
import { MemoriesView } from "./views/memories.tsx";
import { OverviewView } from "./views/overview.tsx";
import { ReviewView } from "./views/review.tsx";
import { UpkeepView } from "./views/upkeep.tsx";
import { titled } from "./words.ts";

const SHOWN: Readonly<Record<View, () => preact.JSX.Element>> = {
  overview: OverviewView,
  memories: MemoriesView,
  conversations: ConversationsView,
  graph: GraphView,
  ageing: AgeingView,
  review: ReviewView,
  upkeep: UpkeepView,
  audit: AuditView,
  access: AccessView,
};

export function App() {
  const secret = token.value;
  useEffect(() => void findOut(), [secret]);
  useEffect(() => listen(), []);
  if (me.value?.role === "agent") return <NotForAgents />;
  if (me.value !== undefined) return <Shell />;
  if (trouble.value !== undefined) return <Door error={trouble.value} />;
  return (
    <main class="splash">
      <Brand size={44} />
      <Skeleton lines={2} />
    </main>
  );
}

function Shell() {
  const { view } = route.value;
  const menuOpen = useSignal(false);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${titled(view)} · Tideline`;
    menuOpen.value = false;
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (!isFirst.current && !isTyping) main.current?.querySelector("h1")?.focus();
    isFirst.current = false;
    window.scrollTo(0, 0);
  }, [view, menuOpen]);
  const Current = SHOWN[view];
  return (
    <div class={menuOpen.value ? "shell menu-open" : "shell"}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <div class="topbar">
        <button
          type="button"
          class="icon-button"
          aria-label={menuOpen.value ? "Close menu" : "Open menu"}
          aria-expanded={menuOpen.value}
          aria-controls="sidebar"
          onClick={() => {
            menuOpen.value = !menuOpen.value;
          }}
        >
          <Icon name={menuOpen.value ? "cross" : "menu"} size={22} />
        </button>
        <Brand size={24} />
        <span class="brand-name">{titled(view)}</span>
      </div>
      <Sidebar view={view} />
      <main id="content" ref={main} tabIndex={-1} class={`content view-${view}`}>
        {isOwner.value || !OWNERS_ONLY.has(view) ? <Current /> : <NotForReaders view={view} />}
      </main>
      <PageToasts />
      <Keys />
    </div>
  );
}

/** For an address that somebody else sent, or that was kept from another token. */
function NotForReaders({ view }: { readonly view: View }) {
  return (
    <>
      <Heading title={titled(view)} />
      <Panel title="This token may not do that">
        <Empty
          icon={view as IconName}
          title="Only the owner can open this view. You are using a reader's token."
        />
      </Panel>
    </>
  );
}
