"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** When this browser first saw each server time. The two clocks may differ. */
const firstSeen = new Map<number, number>();

function ageOf(renderedAt: number): number {
  const seen = firstSeen.get(renderedAt) ?? Date.now();
  firstSeen.set(renderedAt, seen);
  return Date.now() - seen;
}

type Props = {
  /** When the server rendered this, in milliseconds by its own clock. */
  renderedAt: number;
  /** The maximum age on arrival. */
  seconds: number;
};

/**
 * Refreshes what is older than allowed (specification 9, Data cache): the router shows pages from the history and
 * the header whatever their age. A page that stays open is not refreshed, nor on return to the window.
 */
export function RefreshWhenStale(props: Props) {
  // The key checks again for each new pathname.
  return <RefreshOnArrival key={usePathname()} {...props} />;
}

function RefreshOnArrival({ renderedAt, seconds }: Props) {
  const router = useRouter();

  useEffect(() => {
    const refreshIfStale = () => {
      if (ageOf(renderedAt) > seconds * 1_000) router.refresh();
    };
    refreshIfStale();
    // The browser may restore a whole page.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && refreshIfStale();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, [renderedAt, seconds, router]);

  return null;
}
