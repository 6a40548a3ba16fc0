import type { Db } from "@/db/client";
import { notifyOfLimit } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { giftMeterOf, openMeter, sealMeter, yearNow } from "./meter";
import { isMore, levelAt } from "./rules";
import { lockDue, setChecked } from "./store";

/** How often a meter is compared with its limit, and how many in a run. */
const EVERY = 15 * MINUTE;
const BATCH = 200;

/**
 * Notifies people whose count came near their limit or reached it, once a year each, in the application alone: a mail
 * would tell others (firsts.md, Giftenmeter). Returns how many were compared.
 */
export async function watchMeters(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const at = now();
    const due = await lockDue(tx, new Date(at.getTime() - EVERY), BATCH);
    for (const { userId, sealed, isChanged } of due) {
      const meter = openMeter(sealed);
      if (meter === null) {
        // It stays as it is: AUTH_SECRET may come back, and only the person replaces what they wrote.
        await setChecked(tx, { userId, sealed, at });
        continue;
      }
      const { year, limit, left } = await giftMeterOf(tx, { id: userId }, yearNow());
      const told = meter.told?.year === year ? meter.told.level : "below";
      const level = limit === null || left === null ? "below" : levelAt(limit - left, limit);
      const isHigher = level !== "below" && isMore(level, told);
      // What its owner corrected since is told again when it comes true.
      const isUndone = isChanged && isMore(told, level);
      if (isHigher) await notifyOfLimit(tx, { userId, type: `limit_${level}`, createdAt: at });
      await setChecked(tx, {
        userId,
        sealed: isHigher || isUndone ? sealMeter({ ...meter, told: { year, level } }) : sealed,
        at,
      });
    }
    return due.length;
  });
}
