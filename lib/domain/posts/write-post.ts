import { validate as isUuid } from "uuid";
import type { Tx } from "@/db/client";
import { preparePhoto } from "@/lib/domain/photos/prepare-photo";
import { attachPhoto } from "@/lib/domain/photos/request-photo";
import type { PhotoContext } from "@/lib/domain/photos/types";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { notifyOfPost } from "./donors-store";
import { presentPost } from "./present";
import { MAX_POSTS, POSTS_WITHIN } from "./rules";
import type { NewPost, Post } from "./schema";
import { countSince, insertPost, lockPaidOut, lockRequest, selectPost } from "./store";

type Wanted = Pick<NewPost, "kind" | "leftover"> & { id: string; requestId: string };

/**
 * Posts something about the caller's own request, and tells those who gave to it (giving.md, Updates, thanks,
 * delivered). `id` is the operation's: a retry returns the same post. The photo is encoded before the transaction,
 * because that is slow. `leftover` in cents.
 * @throws AppError FORBIDDEN, NOT_FOUND, TOO_MANY, NOT_PAID_OUT, VALIDATION_ERROR, PHOTO_INVALID; ProviderUnavailable
 */
export async function writePost(
  context: PhotoContext,
  viewer: Pick<Viewer, "id">,
  { requestId, photoUrl: sent, ...input }: NewPost & { requestId: string },
  id: string,
): Promise<Post> {
  const wanted = { id, requestId, ...input };
  if (sent) await context.db.transaction((tx) => checkAllowed(tx, viewer, wanted));
  const photo = sent ? await preparePhoto(context, viewer, sent, id) : null;
  return context.db.transaction(async (tx) => {
    const { existing, isActive } = await checkAllowed(tx, viewer, wanted);
    if (existing) return presentPost(existing);
    const createdAt = now();
    const outcome = input.kind === "delivered" ? (input.outcome ?? "bought") : null;
    await insertPost(tx, { ...wanted, outcome, userId: viewer.id, createdAt });
    if (photo) await attachPhoto(tx, photo.id, { postId: id });
    if (isActive) await notifyOfPost(tx, { ...wanted, ownerId: viewer.id, createdAt });
    const written = await selectPost(tx, id);
    if (!written) throw new Error(`post ${id} vanished`);
    return presentPost(written);
  });
}

/** Locks the request and checks that its owner may post this, unless a retry finds it posted. @throws AppError */
async function checkAllowed(tx: Tx, viewer: Pick<Viewer, "id">, { id, requestId, kind, leftover }: Wanted) {
  const request = isUuid(requestId) ? await lockRequest(tx, requestId) : null;
  if (!request) throw new AppError("NOT_FOUND");
  if (request.userId !== viewer.id) throw new AppError(request.isActive ? "FORBIDDEN" : "NOT_FOUND");
  const { isActive } = request;
  const existing = await selectPost(tx, id);
  if (existing) return { existing, isActive };
  const since = new Date(now().getTime() - POSTS_WITHIN);
  if ((await countSince(tx, requestId, since)) >= MAX_POSTS) {
    throw new AppError("TOO_MANY", { values: { max: MAX_POSTS } });
  }
  if (kind === "delivered" && !(await lockPaidOut(tx, requestId))) throw new AppError("NOT_PAID_OUT");
  if (leftover && leftover > request.raised) {
    throw new AppError("VALIDATION_ERROR", { fields: { leftover: "amountInvalid" } });
  }
  return { existing: null, isActive };
}
