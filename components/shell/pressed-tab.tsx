"use client";

import type { ComponentType, ReactNode } from "react";
import { LeaderboardSkeleton } from "@/components/leaderboard/leaderboard-skeleton";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";
import { LoadingRegion } from "@/components/shared/loading-region";
import { Card } from "@/components/ui/card";
import { Skeleton, Skeletons } from "@/components/ui/skeleton";
import { Narrow } from "./narrow";
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
  const Shape = pending && SKELETONS[pending];
  return (
    <>
      {Shape && (
        <div className="relative">
          {/* As after the scroll to the top, which comes later: the browser keeps the place on this page. */}
          <div className="absolute inset-x-0" style={{ top: window.scrollY }}>
            <Shape />
          </div>
        </div>
      )}
      <div className={pending === null ? undefined : "invisible"}>{children}</div>
    </>
  );
}

/** The feed's shape while it is read. */
function FeedSkeleton() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-3">
        <Card className="flex items-center gap-3">
          <Skeletons of={["size-11 rounded-full", "h-5 flex-1", "h-8 w-24"]} />
        </Card>
        <div className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {["a", "b", "c", "d"].map((key) => (
            <Card key={key} className="flex flex-col gap-3">
              <div className="flex items-center gap-3">
                <Skeletons of={["size-9 rounded-full", "h-5 w-32"]} />
              </div>
              <Skeletons of={["h-40", "h-6 w-3/4", "h-12", "h-8 w-48", "h-2.5", "h-8 w-32", "h-11"]} />
            </Card>
          ))}
        </div>
      </div>
    </LoadingRegion>
  );
}

/** The shape of the form and of its preview while limits are read. */
function RequestSkeleton() {
  return (
    <LoadingRegion>
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="flex flex-col gap-5">
          <Skeletons of={["h-9 w-56", "h-6", "h-44", "h-20", "h-20", "h-44", "h-12"]} />
        </div>
        <Skeleton className="mt-20 hidden h-72 lg:block" />
      </div>
    </LoadingRegion>
  );
}

/** The shape of the notifications while they are read. */
function NotificationsSkeleton() {
  return (
    <LoadingRegion>
      <Narrow>
        <Skeleton className="mb-6 h-9 w-48" />
        <div className="space-y-2">
          {["a", "b", "c", "d", "e"].map((key) => (
            <div key={key} className="flex gap-3 rounded-xl border bg-card p-3">
              <Skeleton className="size-10 rounded-full" />
              <div className="flex-1 space-y-2">
                <Skeletons of={["h-5", "h-5 w-2/3", "h-4 w-32"]} />
              </div>
            </div>
          ))}
        </div>
      </Narrow>
    </LoadingRegion>
  );
}
