// Which icons are used? Lines on a 24-unit square, drawn for this page; decoration only, with words beside them.
const PATHS = {
  overview: "M3 13c3 0 3-3 6-3s3 3 6 3 3-3 6-3M3 18c3 0 3-3 6-3s3 3 6 3 3-3 6-3M12 7V3M9 5l3-2 3 2",
  memories: "M4 6h16M4 12h16M4 18h10",
  conversations: "M4 5h12v8H9l-4 3v-3H4zM18 9h2v8h-1v3l-4-3h-4v-2",
  graph:
    "M6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 5.4l8 1.3M6.4 7l2.2 10M16.8 8.7 10.2 17.4",
  ageing: "M3 20V4M3 20h18M4 7c5 0 5 10 16 11",
  review: "M12 4v16M6 20h12M4 8h16M7 8l-3 6a3 3 0 0 0 6 0L7 8ZM17 8l-3 6a3 3 0 0 0 6 0l-3-6Z",
  upkeep: "M20 14.5A8.5 8.5 0 1 1 9.5 4 6.6 6.6 0 0 0 20 14.5Z",
  audit: "M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7",
  access: "M8 15a4 4 0 1 1 0-8 4 4 0 0 1 0 8ZM11 14l8 7M15 17.5l2-2.3M17.5 19.7l2-2.3",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  repeat: "M4 11V9a3 3 0 0 1 3-3h11l-3-3M20 13v2a3 3 0 0 1-3 3H6l3 3",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6l7-3Z",
  pencil: "M4 20l1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3",
  tag: "M4 4h8l8 8-8 8-8-8V4ZM8.5 9.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z",
  pin: "M9 4h6l-1 6 3 3H7l3-3-1-6ZM12 13v7",
  check: "M5 12l5 5L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  archive: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  "eye-off":
    "M4 4l16 16M10 5a10 10 0 0 1 2 0c6 0 10 7 10 7a18 18 0 0 1-3 4M6 7c-3 2-4 5-4 5s4 7 10 7a9 9 0 0 0 4-1",
  scale: "M12 4v16M6 20h12M4 8h16M7 8l-3 6a3 3 0 0 0 6 0L7 8ZM17 8l-3 6a3 3 0 0 0 6 0l-3-6Z",
  arrow: "M5 12h14M13 6l6 6-6 6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  log: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4 6.6 6.6 0 0 0 20 14.5Z",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  wrench: "M14 7a4 4 0 0 1 6-1l-3 3 1 1 3-3a4 4 0 0 1-5 5l-8 8a2 2 0 0 1-3-3l8-8a4 4 0 0 1 1-2Z",
  up: "M7 11l4-8c2 0 3 1 3 3v3h4a2 2 0 0 1 2 2l-1 7a2 2 0 0 1-2 2H7v-9ZM7 11H4v9h3",
  down: "M7 13l4 8c2 0 3-1 3-3v-3h4a2 2 0 0 0 2-2l-1-7a2 2 0 0 0-2-2H7v9ZM7 13H4V4h3",
  promote: "M12 19V6M6 11l6-6 6 6",
  demote: "M12 5v13M6 13l6 6 6-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.5 9.5A2.5 2.5 0 1 1 12 12v2M12 17v.1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  play: "M7 4l13 8-13 8V4Z",
  pause: "M8 5v14M16 5v14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
  filter: "M4 5h16l-6 8v6l-4-2v-4L4 5Z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

const WAVE = "c3.7 0 3.7-3 7.3-3s3.7 3 7.4 3 3.6-3 7.3-3";

export function Brand({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      class="brand-mark"
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="32" height="32" rx="8" class="brand-ground" />
      <path d={`M5 13${WAVE}`} class="brand-wave" />
      <path d={`M5 19.5${WAVE}`} class="brand-wave two" />
      <path d={`M5 26${WAVE}`} class="brand-wave three" />
    </svg>
  );
}
