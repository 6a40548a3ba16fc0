"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { takeDonated } from "@/components/shared/donated";

/**
 * After a donation that was paid without leaving this document, once its page is shown: the router still has the feed,
 * the leaderboard and the person's figures as they were (specification 4, Card donation flow).
 */
export function RefreshOthers() {
  const router = useRouter();
  useEffect(() => {
    if (takeDonated()) router.refresh();
  }, [router]);
  return null;
}
