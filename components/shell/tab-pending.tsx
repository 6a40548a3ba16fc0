"use client";

import { useLinkStatus } from "next/link";
import { useEffect, useState, useSyncExternalStore } from "react";

const TABS = ["/", "/request", "/leaderboard", "/profile", "/notifications"] as const;
export type Tab = (typeof TABS)[number];

/** One entry for each pressed link, the last one last. */
const pending: { tab: Tab }[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The tab whose link was pressed and which is not there yet; null without one. A press on the screen before this one is
 * over, although that screen is still there when this one is first rendered.
 */
export function usePendingTab(): Tab | null {
  const [before] = useState(() => pending.at(-1));
  return useSyncExternalStore(
    subscribe,
    () => {
      const last = pending.at(-1);
      return last === undefined || last === before ? null : last.tab;
    },
    () => null,
  );
}

/** Inside a link: reports when it is pressed, if it leads to a tab. */
export function TabPending({ href }: { href: string }) {
  const { pending: isPending } = useLinkStatus();
  const tab = TABS.find((each) => each === href.split("?", 1)[0]);

  useEffect(() => {
    if (!isPending || !tab) return;
    const pressed = { tab };
    pending.push(pressed);
    for (const listener of listeners) listener();
    return () => {
      pending.splice(pending.indexOf(pressed), 1);
      for (const listener of listeners) listener();
    };
  }, [isPending, tab]);

  return null;
}
