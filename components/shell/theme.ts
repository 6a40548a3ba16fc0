/** Where the choice is kept in the browser (specification 2); `true` for dark. */
const THEME_KEY = "dark-mode";

/** `--background` of either theme, for what the browser paints around the page. */
export const THEME_COLORS = { light: "#fbf8f2", dark: "#131915" };

/** Runs before the first paint, so that nobody is blinded. Off by default; storage can be forbidden. */
export const THEME_SCRIPT = `try{if(localStorage.getItem("${THEME_KEY}")==="true"){document.documentElement.classList.add("dark");const m=document.createElement("meta");m.name="theme-color";m.content="${THEME_COLORS.dark}";document.head.prepend(m)}}catch{}`;

/** Keeps the choice of a theme in this browser. */
export function storeTheme(dark: boolean): void {
  try {
    localStorage.setItem(THEME_KEY, String(dark));
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
}

export function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

/** Shows a theme. The page's own tag bears the light colour; one put before it counts instead. */
export function showTheme(dark: boolean): void {
  document.documentElement.classList.toggle("dark", dark);
  document.querySelector(`meta[name="theme-color"][content="${THEME_COLORS.dark}"]`)?.remove();
  if (!dark) return;
  const tag = document.createElement("meta");
  tag.name = "theme-color";
  tag.content = THEME_COLORS.dark;
  document.head.prepend(tag);
}
