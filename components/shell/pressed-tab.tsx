"use client";

import type { ComponentType, ReactNode } from "react";
import { FeedSkeleton } from "@/components/feed/feed-skeleton";
import { LeaderboardSkeleton } from "@/components/leaderboard/leaderboard-skeleton";
import { NotificationsSkeleton } from "@/components/notifications/notifications-skeleton";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";
import { RequestSkeleton } from "@/components/requests/request-skeleton";
import { type Tab, usePendingTab } from "./tab-pending";

const SKELETONS: Record<Tab, ComponentType> = {
  "/": FeedSkeleton,
  "/request": RequestSkeleton,
  "/leaderboard": LeaderboardSkeleton,
  "/profile": ProfileSkeleton,
  "/notifications": NotificationsSkeleton,
};

/**
 * The content of a screen, or the skeleton of the tab that was pressed on it. The tabs have no loading.tsx: React shows
 * what replaces a boundary's skeleton no sooner than 0.3 s after it, and would send the skeleton first with every page
 * longer than a few kilobytes.
 */
export function PressedTab({ children }: { children: ReactNode }) {
  const pending = usePendingTab();
  const Skeleton = pending && SKELETONS[pending];
  return (
    <>
      {Skeleton && (
        <div className="relative">
          {/* As after the scroll to the top, which comes later: the browser keeps the place on this page. */}
          <div className="absolute inset-x-0" style={{ top: window.scrollY }}>
            <Skeleton />
          </div>
        </div>
      )}
      <div className={pending === null ? undefined : "invisible"}>{children}</div>
    </>
  );
}
