"use client";

import { useEffect } from "react";
import { hearFromPage } from "@/components/shared/live-store";

/** Gives the tab bar the number of unread notifications as of this page: the frame around it may be older. */
export function UnreadNow({ unread, renderedAt }: { unread: number; renderedAt: number }) {
  useEffect(() => hearFromPage({ unread }, renderedAt), [unread, renderedAt]);
  return null;
}
