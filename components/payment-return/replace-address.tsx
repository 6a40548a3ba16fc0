"use client";

import { useEffect } from "react";

/**
 * Replaces the address of the page. The provider's says that the payer approved: opened again, it would try a refused
 * payment once more.
 */
export function ReplaceAddress({ href }: { href: string }) {
  useEffect(() => window.history.replaceState(null, "", href), [href]);
  return null;
}
