import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { isBlockedBetween, isVisibleTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import { presentPost } from "./present";
import type { Post } from "./schema";
import { type PostRow, selectPlace, selectPosts, selectRequest } from "./store";

export { selectDeliveries as listDeliveries, selectProof as findProof } from "./store";

const VISITOR = { id: "", isOperator: false };

/**
 * The posts about a request that somebody may read, the newest first: what is for its donors only to its donors and the
 * owner, and none between people of whom one blocked the other. Null when there is no such request, it was deleted, or
 * it is hidden from the reader (D57).
 */
export async function listPosts(db: Db, requestId: string, reader: Reader): Promise<Post[] | null> {
  return (await readable(db, requestId, reader))?.posts.map(presentPost) ?? null;
}

/**
 * What a message says of a post: it and what was posted about the request since, as far as the reader may read it. Null
 * when that is nothing.
 */
export async function findNews(db: Db, postId: string, reader: Reader) {
  const place = isUuid(postId) ? await selectPlace(db, postId) : null;
  const found = place && (await readable(db, place.requestId, reader, place.createdAt));
  if (!found || found.posts.length === 0) return null;
  return {
    requestId: place.requestId,
    title: found.title,
    posts: found.posts.map(({ id, kind, text }) => ({ id, kind, note: text })),
  };
}

async function readable(
  db: Db,
  requestId: string,
  reader: Reader,
  since?: Date,
): Promise<{ title: string; posts: PostRow[] } | null> {
  const request = isUuid(requestId) ? await selectRequest(db, requestId) : null;
  const { viewer } = reader;
  if (!request || !isVisibleTo(viewer ?? VISITOR, request)) return null;
  const isBlocked = viewer !== null && (await isBlockedBetween(db, viewer.id, request.ownerId));
  const posts = isBlocked ? [] : await selectPosts(db, requestId, { reader, ...(since && { since }) });
  return { title: request.item, posts };
}
