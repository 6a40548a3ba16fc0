import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { sidOf } from "@/lib/domain/sessions/token";
import { effectiveTier } from "./rules";
import { findViewer } from "./store";
import type { Viewer } from "./types";

/** Who holds a session token; null if its session has ended. */
export async function findViewerBySession(db: Db, token: string): Promise<Viewer | null> {
  const at = now();
  const row = await findViewer(db, sidOf(token), at);
  if (!row) return null;
  const { subscriptionTier, subscriptionExpiry, ...viewer } = row;
  return { ...viewer, tier: effectiveTier(subscriptionTier, subscriptionExpiry, at) };
}
