import type { Db } from "@/db/client";
import { facesOf } from "@/lib/domain/donors/faces";
import { countUnreadOf } from "@/lib/domain/messages/queries";
import { listProgress } from "@/lib/domain/requests/queries";
import { KEPT_MS, LATE_MS, MOST_KEPT, notSeen, recentTops, type Top } from "./rules";
import type { LiveRequest } from "./schema";
import { selectBeginning, selectPeople, selectRequestIds, selectWindow } from "./store";

/** What a server remembers of its queries so far. Times in milliseconds of the database's clock. */
export type Watch = {
  /** The time of the last look. */
  at: number;
  /** From when on all changes are kept. */
  since: number;
  /** When requests changed, by their id, the last changed at the end. */
  changes: Map<string, number>;
  tops: Top[];
  seen: { entries: Set<string>; notices: Set<string> };
};

/** Who listens, and to what. Nothing else is read. */
export type Audience = {
  isListening: (userId: string) => boolean;
  isShown: (requestId: string) => boolean;
};

/** What a query found: requests as they are now, and how much of their notifications people have not read. */
export type News = { at: number; requests: LiveRequest[]; unread: Map<string, number> };

/** Begins to look: what changed in the last minutes is read once, for who resumes. */
export async function beginWatch(db: Db): Promise<Watch> {
  const begun = await selectBeginning(db);
  return {
    at: begun.at,
    since: Math.max(begun.at - KEPT_MS, begun.oldest ?? 0),
    changes: new Map(begun.changes.map(({ id, at }) => [id, at])),
    tops: [{ at: begun.at - LATE_MS, id: begun.settled }],
    seen: { entries: new Set(), notices: new Set() },
  };
}

/**
 * What changed since the last look, as everyone may see it, for those who listen. Reads the end of the ledger and of
 * the notifications, a few seconds more than since then, because what was written earlier may be committed later.
 */
export async function look(db: Db, watch: Watch, { isListening, isShown }: Audience): Promise<News> {
  const after = watch.tops[0]?.id ?? 0;
  const window = await selectWindow(db, { after, since: watch.at - LATE_MS });
  const { at, top, entries, notices } = window;
  const changing = selectRequestIds(db, notSeen(entries, watch.seen.entries));
  const notified = selectPeople(db, notSeen(notices, watch.seen.notices));
  const [changed, requests, unread] = await Promise.all([
    changing,
    changing.then((ids) => listLiveRequests(db, ids.filter(isShown))),
    notified.then((ids) => countUnreadAmong(db, ids.filter(isListening))),
  ]);
  watch.at = at;
  // After a failover the sequence may have gone back.
  watch.tops = recentTops(
    [...watch.tops.map((each) => ({ ...each, id: Math.min(each.id, top) })), { at, id: top }],
    at,
  );
  watch.seen = { entries: new Set(entries), notices: new Set(notices) };
  keep(watch, changed);
  return { at, requests, unread };
}

async function countUnreadAmong(db: Db, people: readonly string[]): Promise<Map<string, number>> {
  return people.length > 0 ? countUnreadOf(db, people) : new Map();
}

/**
 * What anyone may read of these requests now: who gave may be shown no more, and a request that is deleted is absent.
 */
export async function listLiveRequests(db: Db, ids: readonly string[]): Promise<LiveRequest[]> {
  if (ids.length === 0) return [];
  const [progress, faces] = await Promise.all([listProgress(db, ids), facesOf(db, ids)]);
  return progress.map((request) => ({ ...request, faces: faces[request.id] ?? [] }));
}

function keep(watch: Watch, changed: readonly string[]): void {
  const { changes, at } = watch;
  for (const id of changed) {
    changes.delete(id);
    changes.set(id, at);
  }
  watch.since = Math.max(watch.since, at - KEPT_MS);
  for (const [id, changedAt] of changes) {
    const isTooMany = changes.size > MOST_KEPT;
    if (!isTooMany && changedAt >= watch.since) break;
    changes.delete(id);
    if (isTooMany) watch.since = Math.max(watch.since, changedAt);
  }
}
