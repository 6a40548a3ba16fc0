"use client";

import type { ReactNode } from "react";
import { FeedSkeleton } from "@/components/feed/feed-skeleton";
import { useHomePending } from "./home-pending";

/**
 * The one column of the shell. The feed has its skeleton here and not in a loading.tsx: React would then draw that first wherever the feed is longer
 * than a few kilobytes, and show the feed's pictures a third of a second later.
 */
export function ShellMain({ children }: { children: ReactNode }) {
  const pending = useHomePending();
  return (
    <main
      id="main"
      tabIndex={-1}
      className="px-safe mx-auto max-w-2xl pt-4 pb-[calc(5.5rem+env(safe-area-inset-bottom))] outline-none"
    >
      {pending && <FeedSkeleton />}
      <div hidden={pending}>{children}</div>
    </main>
  );
}
