"use client";

import { useLinkStatus } from "next/link";
import { useEffect, useSyncExternalStore } from "react";

let pendingLinks = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  pendingLinks += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a link to the feed was pressed and the feed is not there yet. */
export function useHomePending(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pendingLinks > 0,
    () => false,
  );
}

/** Inside a link to the feed: reports when it is pressed. */
export function HomePending() {
  const { pending } = useLinkStatus();

  useEffect(() => {
    if (!pending) return;
    count(1);
    return () => count(-1);
  }, [pending]);

  return null;
}
