"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Shows new notifications when somebody comes back to the window (specification 7, freshness); nothing is asked while they are away. */
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
