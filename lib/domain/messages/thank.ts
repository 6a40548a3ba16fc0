import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { isBlockedBetween, lockPresent } from "@/lib/domain/users/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { lockDonation, notifyOfThanks, setThanks } from "./notification-store";
import type { Thanks } from "./schema";
import { writeGuestMail } from "./write-messages";

/**
 * Thanks the donor of the donation that one of the viewer's notifications is about. Another emoji replaces the first
 * one and does not notify again. A guest gets a mail. The answer says nothing about the donor: it is the same for
 * one who is anonymous or erased (D36).
 * @throws AppError NOT_FOUND, also for someone else's; DONATION_RETURNED when all of it went back
 */
export async function thank(db: Db, viewer: Pick<Viewer, "id">, { id, emoji }: Thanks): Promise<void> {
  if (!isUuid(id)) throw new AppError("NOT_FOUND");
  const at = now();
  await db.transaction(async (tx) => {
    const donation = await lockDonation(tx, viewer.id, id);
    if (!donation) throw new AppError("NOT_FOUND");
    const { donorId, guestId, donationId } = donation;
    const present = await lockPresent(tx, donorId === null ? [viewer.id] : [viewer.id, donorId]);
    if (!present.has(viewer.id)) throw new AppError("NOT_FOUND");
    if (!donation.isReceived) throw new AppError("DONATION_RETURNED");
    await setThanks(tx, donation, { emoji, at });
    if (guestId !== null) await writeGuestMail(tx, { kind: "gift_thanked", cause: donationId, guestId, at });
    if (donorId === null || !present.has(donorId) || (await isBlockedBetween(tx, viewer.id, donorId))) return;
    await notifyOfThanks(tx, { ...donation, donorId }, { emoji, at });
  });
}
