import type { Db } from "@/db/client";
import { effectiveTier } from "@/lib/domain/users/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { ListedSession } from "./schema";
import { findLiveSession, selectLiveSids, selectSessionsOf } from "./store";
import { sidOf } from "./token";
import type { SessionUser } from "./types";

export { findProof } from "./store";

/** The person of a session token; null if the session has ended, or demo people may not sign in here (D41). */
export async function findSessionUser(db: Db, token: string): Promise<SessionUser | null> {
  const at = now();
  const row = await findLiveSession(db, sidOf(token), at);
  if (!row || (row.isDemo && !env().demoLogins)) return null;
  const { subscriptionTier, subscriptionExpiry, since, expires, usedAt, isDemo: _, ...viewer } = row;
  return {
    viewer: { ...viewer, tier: effectiveTier(subscriptionTier, subscriptionExpiry, at) },
    since,
    expires,
    usedAt,
  };
}

/** The viewer of a session token; null if the session has ended. */
export async function findViewerBySession(db: Db, token: string): Promise<Viewer | null> {
  return (await findSessionUser(db, token))?.viewer ?? null;
}

/** Which of these sessions, by their stored ids, have not ended. */
export async function liveAmong(db: Db, sids: readonly string[]): Promise<Set<string>> {
  return new Set(await selectLiveSids(db, sids, now()));
}

/** A person's live sessions, the last used first; `token` is the caller's own, null where somebody else asks. */
export async function listSessions(db: Db, userId: string, token: string | null): Promise<ListedSession[]> {
  const current = token === null ? null : sidOf(token);
  const rows = await selectSessionsOf(db, userId, now());
  return rows.map(({ sid, createdAt, lastUsedAt, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    current: sid === current,
  }));
}
