import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { isBlockedBetween, isVisibleTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import { type Page, type PageRequest, pageByTime } from "@/lib/ground/paging";
import { presentPost } from "./present";
import type { Post } from "./schema";
import { type PostRow, selectPlace, selectPosts, selectRequest, type Which } from "./store";

export { selectDeliveries as listDeliveries, selectProof as findProof } from "./store";

const VISITOR = { id: "", isOperator: false };

/** The most posts that a screen or a message shows, the latest. */
const MOST_SHOWN = 100;

/**
 * The posts about a request that somebody may read, the newest first: what is for its donors only to its donors and the
 * owner, and none between people of whom one blocked the other. Null when there is no such request, it was deleted, or
 * it is hidden from the reader (D57).
 * @throws AppError VALIDATION_ERROR for a cursor that this list never gave
 */
export async function listPosts(
  db: Db,
  requestId: string,
  reader: Reader,
  page: PageRequest = { limit: MOST_SHOWN },
): Promise<Page<Post> | null> {
  const request = await readable(db, requestId, reader);
  return request && pageByTime(page, request.select, ({ createdAt, id }) => [createdAt, id], presentPost);
}

/** What the owner of a request said last of what became of its money, as far as somebody may read it. */
export async function findDelivered(db: Db, requestId: string, reader: Reader): Promise<Post | null> {
  const request = await readable(db, requestId, reader);
  const [post] = (await request?.select({ kind: "delivered", after: null, limit: 1 })) ?? [];
  return post ? presentPost(post) : null;
}

/**
 * What a message says of a post: it and what was posted about the request since, as far as the reader may read it. Null
 * when that is nothing.
 */
export async function findNews(db: Db, postId: string, reader: Reader) {
  const place = isUuid(postId) ? await selectPlace(db, postId) : null;
  const request = place && (await readable(db, place.requestId, reader));
  if (!request) return null;
  const found = await request.select({ since: place.createdAt, after: null, limit: MOST_SHOWN });
  if (found.length === 0) return null;
  return {
    requestId: place.requestId,
    title: request.title,
    posts: found.map(({ id, kind, text }) => ({ id, kind, note: text })),
  };
}

/** A request that somebody may see, and how its posts are read. */
async function readable(db: Db, requestId: string, reader: Reader) {
  const request = isUuid(requestId) ? await selectRequest(db, requestId) : null;
  const { viewer } = reader;
  if (!request || !isVisibleTo(viewer ?? VISITOR, request)) return null;
  const isBlocked = viewer !== null && (await isBlockedBetween(db, viewer.id, request.ownerId));
  return {
    title: request.item,
    select: async (which: Which): Promise<PostRow[]> =>
      isBlocked ? [] : selectPosts(db, requestId, { reader, ...which }),
  };
}
