"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** When this browser first saw each server time. The two clocks may differ. */
const seenAt = new Map<number, number>();

function ageOf(madeAt: number): number {
  const seen = seenAt.get(madeAt) ?? Date.now();
  seenAt.set(madeAt, seen);
  return Date.now() - seen;
}

const JUST_MADE_SECONDS = 1;

type Props = {
  /** When the server rendered this, in milliseconds by its own clock. */
  madeAt: number;
  /** The maximum age on arrival. */
  seconds: number;
  /** A path on which nothing old is shown at all. */
  always?: string;
};

/**
 * Refreshes what is older than allowed (specification 9, Data cache): the router shows pages from the history and
 * the header whatever their age. A page that stays open is not refreshed, nor on return to the window.
 */
export function RefreshWhenStale({ madeAt, seconds, always }: Props) {
  const pathname = usePathname();
  // The key checks again for each new pathname.
  return <Look key={pathname} madeAt={madeAt} seconds={pathname === always ? JUST_MADE_SECONDS : seconds} />;
}

function Look({ madeAt, seconds }: Omit<Props, "always">) {
  const router = useRouter();

  useEffect(() => {
    const look = () => {
      if (ageOf(madeAt) > seconds * 1_000) router.refresh();
    };
    look();
    // The browser may restore a whole page.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && look();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, [madeAt, seconds, router]);

  return null;
}
