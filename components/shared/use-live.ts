import { useCallback, useSyncExternalStore } from "react";
import type { Face } from "@/lib/domain/donors/schema";
import type { LiveNotification, LiveRequest } from "@/lib/domain/live/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { COMPLETION_EMOJIS } from "@/lib/ground/vocabulary";
import { type Latest, latestOf, listen, OWN } from "./live-store";

/** How many notifications are unread: as the server rendered it, or as it is now. `renderedAt` in milliseconds. */
export function useLiveUnread(unread: number, renderedAt: number): number {
  const last = useLatest(OWN, renderedAt) as Latest<LiveNotification> | null;
  return last?.unread ?? unread;
}

/** What a request has raised, in cents: as the server rendered it, or as it is now. `renderedAt` in milliseconds. */
export function useLiveRaised({ id, raised }: { id: string; raised: number }, renderedAt: number): number {
  const last = useLatest(id, renderedAt) as Latest<LiveRequest> | null;
  return last?.raised ?? raised;
}

/**
 * A request as the server rendered it, with what has moved since (specification, Seen live). `faces` of those who gave
 * is null where nothing has. `renderedAt` in milliseconds.
 */
export function useLiveRequest(
  rendered: FundingRequest,
  renderedAt: number,
): { request: FundingRequest; faces: readonly Face[] | null } {
  const last = useLatest(rendered.id, renderedAt) as Latest<LiveRequest> | null;
  if (last === null) return { request: rendered, faces: null };
  const { at, faces, raised, givers, isCompleted } = last;
  const { completionEmoji, completedAt } = rendered;
  const completion = isCompleted
    ? {
        completionEmoji: completionEmoji ?? COMPLETION_EMOJIS[0],
        completedAt: completedAt ?? new Date(at).toISOString(),
      }
    : { completionEmoji: null, completedAt: null };
  return { request: { ...rendered, raised, givers, isCompleted, ...completion }, faces };
}

function useLatest(key: string, renderedAt: number) {
  return useSyncExternalStore(
    useCallback((listener) => listen(key, renderedAt, listener), [key, renderedAt]),
    () => latestOf(key, renderedAt),
    () => null,
  );
}
