import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { ensureLink, findLink, findOwner, findToken, type OpenLink, revokeLink } from "./link-store";
import { newLinkToken, readLinkToken } from "./link-token";
import type { GiftLink } from "./schema";

/**
 * The link by which others give to one's request without an account (giving.md): the same until it is revoked.
 * @throws AppError GUEST_GIVING_OFF, NOT_FOUND, FORBIDDEN
 */
export async function makeGiftLink(db: Db, viewer: Pick<Viewer, "id">, requestId: string): Promise<GiftLink> {
  if (!env().guestGiving) throw new AppError("GUEST_GIVING_OFF");
  await assertOwn(db, viewer, requestId);
  const token = await ensureLink(db, { requestId, token: newLinkToken(), createdAt: now() });
  // Revoked in this moment.
  if (token === null) throw new AppError("NOT_FOUND");
  return { url: `${env().appUrl}/g/${token}` };
}

/**
 * Revokes it: the address is dead at once. A payment that was begun before is credited.
 * @throws AppError NOT_FOUND, FORBIDDEN
 */
export async function revokeGiftLink(db: Db, viewer: Pick<Viewer, "id">, requestId: string): Promise<void> {
  await assertOwn(db, viewer, requestId);
  await revokeLink(db, requestId, now());
}

/** The path of a request's gift link, for visitors; null where its owner shares none. */
export async function giftPathOf(db: Db, requestId: string): Promise<string | null> {
  const token = env().guestGiving ? await findToken(db, requestId) : null;
  return token && `/g/${token}`;
}

/** The link with a token; null for one that does not work, or while nobody gives without an account. */
export async function findGiftLink(db: Db, typed: string): Promise<OpenLink | null> {
  const token = env().guestGiving ? readLinkToken(typed) : null;
  return token === null ? null : findLink(db, token);
}

async function assertOwn(db: Db, viewer: Pick<Viewer, "id">, requestId: string): Promise<void> {
  const request = isUuid(requestId) ? await findOwner(db, requestId) : null;
  if (!request) throw new AppError("NOT_FOUND");
  if (request.ownerId !== viewer.id) throw new AppError(request.isActive ? "FORBIDDEN" : "NOT_FOUND");
}
