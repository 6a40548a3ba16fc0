"use client";

import { useLayoutEffect } from "react";
import { restoreTheme, THEME_SCRIPT } from "./theme";

/** Shows the theme of this browser before the first paint. */
export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  // A page that the server could not draw, such as one that is not found, is drawn by React, which runs no scripts.
  useLayoutEffect(restoreTheme, []);
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {THEME_SCRIPT}
    </script>
  );
}
