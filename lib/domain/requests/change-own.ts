import type { Db, Tx } from "@/db/client";
import { preparePhoto } from "@/lib/domain/photos/prepare-photo";
import { attachPhoto, discardPhotoOf } from "@/lib/domain/photos/request-photo";
import { photoUrlOf, readPhotoUrl } from "@/lib/domain/photos/rules";
import type { PhotoContext } from "@/lib/domain/photos/types";
import { checkMade } from "@/lib/domain/safety/review";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { lockOwn } from "./lock-own";
import { placeOf } from "./place";
import { readWritten } from "./queries";
import type { EmojiChoice, FundingRequest, RequestChanges } from "./schema";
import { hasBegunDonations, updateRequest } from "./store";

type Owner = Pick<Viewer, "id">;

/**
 * Changes the text or the photo of the caller's own request until the first donation begins (safety.md, Owner's own;
 * D56). The lock makes a new donation wait, so that it is either seen here or given to what it shows.
 * @throws AppError VALIDATION_ERROR for an unknown town;
 * NOT_FOUND, FORBIDDEN, NOT_ACTIVE once completed, HAS_DONATIONS, PHOTO_INVALID; ProviderUnavailable
 */
export async function editRequest(
  context: PhotoContext,
  viewer: Owner,
  { id, photoUrl: sent, ...texts }: RequestChanges & { id: string },
): Promise<FundingRequest> {
  const { db } = context;
  // Encoded before the transaction, because that is slow, and only for who may change the request.
  const shown = await db.transaction((tx) => lockEditable(tx, viewer, id));
  const place = texts.placeId === undefined ? {} : await placeOf(db, texts.placeId);
  // By its id: a retry names what it uploaded, which is shown by an address with its size since.
  const isShown = ({ photoUrl }: { photoUrl: string | null }) =>
    sent === undefined || idOf(sent) === idOf(photoUrl);
  const photo = sent != null && !isShown(shown) ? await preparePhoto(context, viewer, sent, id) : null;
  return db.transaction(async (tx) => {
    const isNew = !isShown(await lockEditable(tx, viewer, id)) && (photo !== null || sent === null);
    if (isNew) await discardPhotoOf(tx, id, now());
    if (isNew && photo) await attachPhoto(tx, photo.id, { requestId: id });
    await updateRequest(tx, id, {
      ...(texts.item !== undefined && { item: texts.item }),
      ...(texts.description !== undefined && { description: texts.description }),
      ...(texts.category !== undefined && { category: texts.category }),
      ...place,
      ...(isNew && { photoUrl: photo && photoUrlOf(photo) }),
    });
    await checkMade(tx, id, now());
    return readWritten(tx, id);
  });
}

const idOf = (photoUrl: string | null) => photoUrl && readPhotoUrl(photoUrl)?.id;

async function lockEditable(tx: Tx, viewer: Owner, id: string) {
  const request = await lockOwn(tx, viewer, id);
  if (request.isCompleted) throw new AppError("NOT_ACTIVE");
  if (await hasBegunDonations(tx, id)) throw new AppError("HAS_DONATIONS");
  return request;
}

/**
 * Pauses giving to the caller's own request, resumes it, or closes the request for good: it keeps what was given and
 * frees its place among the open ones (D8). Payments begun before are credited.
 * @throws AppError NOT_FOUND, FORBIDDEN, NOT_ACTIVE to pause a completed one, CLOSED to pause or resume a closed one
 */
export async function changeGiving(
  db: Db,
  viewer: Owner,
  { id, to }: { id: string; to: "paused" | "resumed" | "closed" },
): Promise<FundingRequest> {
  return db.transaction(async (tx) => {
    const { isCompleted, closedAt } = await lockOwn(tx, viewer, id);
    if (to !== "closed" && closedAt !== null) throw new AppError("CLOSED");
    if (to === "paused" && isCompleted) throw new AppError("NOT_ACTIVE");
    if (to === "closed") await updateRequest(tx, id, { closedAt: closedAt ?? now() });
    else await updateRequest(tx, id, { pausedAt: to === "paused" ? now() : null });
    return readWritten(tx, id);
  });
}

/**
 * Sets the emoji of the caller's own completed request (D22).
 * @throws AppError NOT_FOUND, FORBIDDEN, NOT_COMPLETED
 */
export async function chooseCompletionEmoji(
  db: Db,
  viewer: Owner,
  { id, emoji }: EmojiChoice,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { isCompleted } = await lockOwn(tx, viewer, id);
    if (!isCompleted) throw new AppError("NOT_COMPLETED");
    await updateRequest(tx, id, { completionEmoji: emoji });
  });
}
