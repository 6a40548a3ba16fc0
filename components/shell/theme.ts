import { inBrowser } from "@/components/shared/stored";

/** The key in localStorage (specification 2); `true` for dark. */
const THEME_KEY = "dark-mode";

/** `--background` of each theme, for the browser's own frame. */
export const THEME_COLORS = { light: "#fbf8f2", dark: "#131915" };

/**
 * Runs before the first paint, so that a dark screen does not flash. Off by default; storage may be forbidden.
 */
export const THEME_SCRIPT = `try{if(localStorage.getItem("${THEME_KEY}")==="true"){document.documentElement.classList.add("dark");const m=document.createElement("meta");m.name="theme-color";m.content="${THEME_COLORS.dark}";document.head.prepend(m)}}catch{}`;

/** Shows the stored theme. */
export function restoreTheme(): void {
  if (inBrowser.read(THEME_KEY) === "true" && !isDark()) showTheme(true);
}

/** Stores the theme in this browser; where that is forbidden, the choice lasts as long as the page. */
export function storeTheme(dark: boolean): void {
  inBrowser.store(THEME_KEY, String(dark));
}

export function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

/** Applies a theme. The page's own meta tag has the light colour; a tag before it wins. */
export function showTheme(dark: boolean): void {
  document.documentElement.classList.toggle("dark", dark);
  document.querySelector(`meta[name="theme-color"][content="${THEME_COLORS.dark}"]`)?.remove();
  if (!dark) return;
  const tag = document.createElement("meta");
  tag.name = "theme-color";
  tag.content = THEME_COLORS.dark;
  document.head.prepend(tag);
}
