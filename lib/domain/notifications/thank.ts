import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { isBlockedBetween, lockPresent } from "@/lib/domain/users/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import type { Thanks } from "./schema";
import { lockDonation, notifyOfThanks, setThanks } from "./thanks-store";

/**
 * Thanks the donor of the donation that one of the viewer's notifications is about. Another emoji replaces the first
 * one and does not notify again. The answer says nothing about the donor: it is the same for one who is anonymous or
 * erased (D36).
 * @throws AppError NOT_FOUND, also for someone else's; DONATION_RETURNED when all of it went back
 */
export async function thank(db: Db, viewer: Pick<Viewer, "id">, { id, emoji }: Thanks): Promise<void> {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  const at = now();
  await db.transaction(async (tx) => {
    const donation = await lockDonation(tx, viewer.id, id);
    if (!donation) throw new AppError("NOT_FOUND");
    const present = await lockPresent(tx, [viewer.id, donation.donorId]);
    if (!present.has(viewer.id)) throw new AppError("NOT_FOUND");
    if (!donation.isReceived) throw new AppError("DONATION_RETURNED");
    await setThanks(tx, donation, { emoji, at });
    const isHeard =
      present.has(donation.donorId) && !(await isBlockedBetween(tx, viewer.id, donation.donorId));
    if (isHeard) await notifyOfThanks(tx, donation, { emoji, at });
  });
}
