"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/**
 * Shows new notifications when the person returns to the window (specification 7, freshness). Nothing is requested
 * before.
 */
export function RefreshOnFocus() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") router.refresh();
    };
    window.addEventListener("focus", refresh);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      window.removeEventListener("focus", refresh);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router]);
  return null;
}
