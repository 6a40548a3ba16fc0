import localFont from "next/font/local";

/**
 * Figtree, served from here. Its two alphabets are two families, so that a page loads only the one it needs. The first
 * is preloaded, and arrives with the style sheet. If it comes later than the first paint, that page keeps the system's
 * typeface: a swap would move the text where there is no Arial, to which Next.js fits the fallback.
 */
export const figtree = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree",
  display: "optional",
  fallback: ["ui-sans-serif", "system-ui", "sans-serif"],
});

export const figtreeExtended = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});
