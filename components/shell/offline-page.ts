import type { Locale } from "@/lib/ground/vocabulary";
import { LANGUAGE_KEY } from "./language-key";
import { THEME_COLORS, THEME_SCRIPT } from "./theme";

type Texts = { title: string; text: string; retry: string };

/** The colours of both themes, copied from globals.css, which the page cannot load. */
const STYLE = `
:root{color-scheme:light;--background:oklch(0.98 0.008 88);--foreground:oklch(0.25 0.02 160);--muted-foreground:oklch(0.46 0.02 150);--primary:oklch(0.41 0.085 158);--primary-foreground:oklch(0.985 0.01 100)}
.dark{color-scheme:dark;--background:oklch(0.205 0.012 160);--foreground:oklch(0.94 0.012 95);--muted-foreground:oklch(0.745 0.018 130);--primary:oklch(0.77 0.12 157);--primary-foreground:oklch(0.2 0.04 160)}
*{box-sizing:border-box;margin:0}
body{min-height:100dvh;display:flex;flex-direction:column;background:var(--background);color:var(--foreground);font:1rem/1.5 Figtree,ui-sans-serif,system-ui,sans-serif;text-wrap:pretty;overflow-wrap:break-word}
header{display:flex;align-items:center;gap:0.5rem;max-width:42rem;width:100%;margin:0 auto;padding:calc(1rem + env(safe-area-inset-top)) 1rem 1rem;color:var(--primary);font-size:1.25rem;font-weight:700;letter-spacing:-0.025em}
main{flex:1;display:grid;place-content:center;padding:2rem 1.5rem 6rem}
section{max-width:28rem;display:flex;flex-direction:column;align-items:center;gap:1rem;text-align:center}
section[hidden]{display:none}
header svg{width:1.75rem;height:1.75rem}
section svg{width:3rem;height:3rem;color:var(--muted-foreground)}
h1{font-size:1.5rem;line-height:1.3;text-wrap:balance}
p{color:var(--muted-foreground)}
button{min-height:2.75rem;padding:0.5rem 1rem;border:0;border-radius:0.75rem;background:var(--primary);color:var(--primary-foreground);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
`;

/** Lucide's hand-heart, the product's mark, and its cloud-off, the icon of every fault screen. */
const MARK = drawing(
  2.2,
  '<path d="M11 14h2a2 2 0 0 0 0-4h-3c-.6 0-1.1.2-1.4.6L3 16"/><path d="m14.45 13.39 5.05-4.694C20.196 8 21 6.85 21 5.75a2.75 2.75 0 0 0-4.797-1.837.276.276 0 0 1-.406 0A2.75 2.75 0 0 0 11 5.75c0 1.2.802 2.248 1.5 2.946L16 11.95"/><path d="m2 15 6 6"/><path d="m7 20 1.6-1.4c.3-.4.8-.6 1.4-.6h4c1.1 0 2.1-.4 2.8-1.2l4.6-4.4a1 1 0 0 0-2.75-2.91"/>',
);
const CLOUD = drawing(
  1.5,
  '<path d="m2 2 20 20"/><path d="M5.782 5.782A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.307-.193"/><path d="M21.532 16.5A4.5 4.5 0 0 0 17.5 10h-1.79A7.008 7.008 0 0 0 10 5.07"/>',
);

/**
 * Shows the language of the last screen, otherwise the browser's, and reloads when the server answers: a device
 * reports itself online before it can reach anything.
 */
const SCRIPT = `
let last = null;
try { last = localStorage.getItem("${LANGUAGE_KEY}") } catch {}
const sections = [...document.querySelectorAll("section")];
const wished = [last, ...navigator.languages].map((each) => String(each).slice(0, 2));
const lang = wished.find((each) => sections.some((section) => section.lang === each)) ?? sections[0].lang;
const shown = sections.find((section) => section.lang === lang);
document.documentElement.lang = lang;
document.title = shown.querySelector("h1").textContent + " · " + document.title;
shown.hidden = false;
shown.querySelector("button").addEventListener("click", () => location.reload());
// At its own address there is nothing to come back to.
let pause = 1000, timer = location.pathname === "/offline" ? 0 : setTimeout(check, pause);
addEventListener("online", () => { pause = 1000; check() });
function check() {
  clearTimeout(timer);
  fetch("/api/health", { cache: "no-store" }).then(() => location.reload(), () => {
    pause = Math.min(pause * 2, 30000);
    timer = setTimeout(check, pause);
  });
}
`;

type Page = { appName: string; nonce: string; texts: (readonly [Locale, Texts])[] };

/**
 * The page that the service worker shows without a network: one document in every language that loads nothing else.
 * The first language is the default.
 */
export function offlinePage({ appName, nonce, texts }: Page): string {
  const sections = texts.map(
    ([locale, { title, text, retry }]) =>
      `<section lang="${locale}" hidden>${CLOUD}<h1>${escaped(title)}</h1><p>${escaped(text)}</p><button type="button">${escaped(retry)}</button></section>`,
  );
  return `<!doctype html>
<html lang="${texts[0]?.[0] ?? ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${THEME_COLORS.light}">
<meta name="robots" content="noindex">
<title>${escaped(appName)}</title>
<style>${STYLE}</style>
<script nonce="${nonce}">${THEME_SCRIPT}</script>
</head>
<body>
<header>${MARK}${escaped(appName)}</header>
<main>${sections.join("\n")}</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

function drawing(strokeWidth: number, paths: string): string {
  return `<svg aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
