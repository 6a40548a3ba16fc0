"use client";

import type { ReactNode } from "react";
import { FeedSkeleton } from "@/components/feed/feed-skeleton";
import { useHomePending } from "./home-pending";

/**
 * The content of the shell, wide on wide screens (D48); a form or a text goes into `Narrow`. The feed's skeleton is
 * here and not in a loading.tsx: React would send that first for every feed longer than a few kilobytes, and show the
 * pictures a third of a second later.
 */
export function ShellMain({ children }: { children: ReactNode }) {
  const pending = useHomePending();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="px-safe mx-auto max-w-2xl pt-4 pb-[calc(88px+env(safe-area-inset-bottom))] outline-none lg:max-w-5xl"
    >
      {pending && <FeedSkeleton />}
      <div hidden={pending}>{children}</div>
    </main>
  );
}
