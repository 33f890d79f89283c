// Dark or light? As the system is set, unless the person has chosen here.
import { effect, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "tideline-theme";

function stored(): Theme {
  const value = localStorage.getItem(KEY);
  return THEMES.find((one) => one === value) ?? "system";
}

export const theme = signal<Theme>(stored());
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
/** What is shown now; follows the system too. */
export const isDark = signal(false);

export function applyTheme(): void {
  const show = () => {
    isDark.value = theme.value === "dark" || (theme.value === "system" && systemDark.matches);
    document.documentElement.dataset.theme = isDark.value ? "dark" : "light";
  };
  systemDark.addEventListener("change", show);
  effect(() => {
    localStorage.setItem(KEY, theme.value);
    show();
  });
}
