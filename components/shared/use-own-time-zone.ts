"use client";

import { useTimeZone } from "next-intl";
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The time zone of the person's device; the deployment's as long as only the server, which does not know it, has spoken. */
export function useOwnTimeZone(): string {
  const platform = useTimeZone() ?? "UTC";
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? platform,
    () => platform,
  );
}
