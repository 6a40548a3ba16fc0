"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { receiveFromPage } from "@/components/shared/live-store";

/**
 * Gives the tab bar the number of unread notifications as of this page, because the frame around it may be older, and
 * shows new ones when the person returns to the window (specification 7, freshness). Nothing is requested before.
 */
export function KeepCurrent({ unread, renderedAt }: { unread: number; renderedAt: number }) {
  const router = useRouter();
  useEffect(() => receiveFromPage({ unread }, renderedAt), [unread, renderedAt]);
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
