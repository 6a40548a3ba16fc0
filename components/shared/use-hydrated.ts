"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while the browser takes its page over; true from then on, and on every page that is made in the browser. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
