import type { Db } from "@/db/client";
import { assertRunning } from "@/lib/domain/incidents/stops";
import { givingOff, remainingFor } from "@/lib/domain/requests/rules";
import { isBlockedBetween } from "@/lib/domain/users/guards";
import { effectiveTier } from "@/lib/domain/users/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { DonationTerms } from "./schema";
import { findRequestTerms } from "./store";

/**
 * Whether and how much this person, or without one a guest, can donate to a request (specification 5, Donation; D24,
 * D26; payouts.md, Not verified). `remaining` in cents, null for an open-ended request.
 * @throws AppError NOT_FOUND, OWN_REQUEST, GOAL_REACHED, GIVING_OFF, STOPPED
 */
export async function donationTerms(
  db: Db,
  viewer: Pick<Viewer, "id"> | null,
  requestId: string,
): Promise<DonationTerms & { item: string }> {
  await assertRunning(db, "giving");
  const request = await findRequestTerms(db, requestId);
  if (!request) throw new AppError("NOT_FOUND");
  if (request.ownerId === viewer?.id) throw new AppError("OWN_REQUEST");
  // Hidden, or one of both blocked the other: there is nothing (D57; safety.md, Block).
  const isBlocked = viewer !== null && (await isBlockedBetween(db, viewer.id, request.ownerId));
  if (!request.isActive || isBlocked) throw new AppError("NOT_FOUND");
  const remaining = remainingOf(request);
  if (remaining === 0) throw new AppError("GOAL_REACHED");
  const cause = givingOff(request);
  if (cause) throw new AppError("GIVING_OFF", { values: { cause } });
  return {
    valid: true,
    requestId: request.id,
    recipientId: request.ownerId,
    remaining,
    currency: env().currency,
    item: request.item,
  };
}

/** Whether a request still takes donations that were begun. One that was begun before giving was paused is taken. */
export async function takesDonations(db: Db, requestId: string): Promise<boolean> {
  return (await findRemaining(db, requestId)) !== 0;
}

/** The same as `remainingOf`; 0 where there is nothing. Visitors are not shown the tier of an anonymous owner (D38). */
export async function findRemaining(db: Db, requestId: string): Promise<number | null> {
  const request = await findRequestTerms(db, requestId);
  return request?.isActive ? remainingOf(request) : 0;
}

/** What a request still takes, in cents: 0 when its goal is reached, null if it takes more than that. */
export function remainingOf(
  request: NonNullable<Awaited<ReturnType<typeof findRequestTerms>>>,
): number | null {
  return remainingFor(request, effectiveTier(request.ownerTier, request.ownerTierExpiry, now()));
}
