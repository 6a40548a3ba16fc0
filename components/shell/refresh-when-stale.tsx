"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect } from "react";

/** When this browser first saw what the server made at a moment. The two clocks need not agree. */
const seenAt = new Map<number, number>();

function ageOf(madeAt: number): number {
  const seen = seenAt.get(madeAt) ?? Date.now();
  seenAt.set(madeAt, seen);
  return Date.now() - seen;
}

const JUST_MADE_SECONDS = 1;

type Props = {
  /** The moment on the server's clock when it made what this stands in, in milliseconds. */
  madeAt: number;
  /** How old it may be when somebody comes to it. */
  seconds: number;
  /** A path where nothing old is shown at all. */
  always?: string;
};

/**
 * Asks the server again where something older would be shown (specification 9, Data cache). The router shows a page on the way back, and the
 * header on every way, however old they are. A page that just stays open asks for nothing, nor does coming back to the window.
 */
export function RefreshWhenStale({ madeAt, seconds, always }: Props) {
  const pathname = usePathname();
  // A new pathname is somebody coming: that looks anew.
  return <Look key={pathname} madeAt={madeAt} seconds={pathname === always ? JUST_MADE_SECONDS : seconds} />;
}

function Look({ madeAt, seconds }: Omit<Props, "always">) {
  const router = useRouter();

  useEffect(() => {
    const look = () => {
      if (ageOf(madeAt) > seconds * 1_000) router.refresh();
    };
    look();
    // The browser itself can bring back a whole page as it was left.
    const restored = ({ persisted }: PageTransitionEvent) => persisted && look();
    window.addEventListener("pageshow", restored);
    return () => window.removeEventListener("pageshow", restored);
  }, [madeAt, seconds, router]);

  return null;
}
