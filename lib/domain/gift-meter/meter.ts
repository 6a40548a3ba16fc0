import type { Db } from "@/db/client";
import { spanOfYear } from "@/lib/domain/donations/queries";
import { lockPresent } from "@/lib/domain/users/guards";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { giftLimits } from "@/lib/ground/gift-limits";
import { periodStarts } from "@/lib/ground/periods";
import { seal, unseal } from "@/lib/ground/sealed";
import { type GiftMeter, type GiftMeterChange, type SealedMeter, sealedMeterSchema } from "./schema";
import {
  deleteMeter,
  lockMeter,
  putMeter,
  selectCountry,
  selectDays,
  selectLargeGivers,
  selectMeter,
  sumAsked,
} from "./store";

type Owner = Pick<Viewer, "id">;

const PURPOSE = "gift meter";
const EMPTY: SealedMeter = { limit: null, elsewhere: [], told: null };

export const sealMeter = (meter: SealedMeter): string => seal(PURPOSE, JSON.stringify(meter));

/** What is sealed; null where it was sealed with another AUTH_SECRET. */
export function openMeter(sealed: string): SealedMeter | null {
  const plain = unseal(PURPOSE, sealed);
  return plain === null ? null : sealedMeterSchema.parse(JSON.parse(plain));
}

/** The calendar year of now, where the platform is. */
export function yearNow(): number {
  return Number(periodStarts(now(), env().timeZone).monthly.slice(0, 4));
}

/**
 * What somebody received in this calendar year, for them alone (firsts.md, Giftenmeter): what was credited in it, less
 * what went back, beside what they added. Nothing is counted while it is off. Cents.
 */
export async function giftMeterOf(db: Db, { id }: Owner, year = yearNow()): Promise<GiftMeter> {
  const row = await selectMeter(db, id);
  const known = await limitsOf(db, id, year);
  const opened = row && openMeter(row.sealed);
  const { limit: own, elsewhere } = opened ?? EMPTY;
  const span = spanOfYear(year);
  const days = row ? await selectDays(db, id, { ...span, timeZone: env().timeZone }) : [];
  const counted = [...days, ...elsewhere].filter(({ date }) => date.startsWith(`${year}-`));
  const byMonth = Array.from({ length: 12 }, (_, month) =>
    sumOf(counted.filter(({ date }) => Number(date.slice(5, 7)) === month + 1)),
  );
  const limit = own ?? known?.benefit ?? null;
  return {
    on: row !== null,
    year,
    limit,
    limitIsOwn: own !== null,
    received: sumOf(days),
    elsewhere,
    unreadable: row !== null && opened === null,
    left: row === null || limit === null ? null : limit - sumOf(counted),
    byMonth,
    givers: row && known ? await selectLargeGivers(db, id, { ...span, above: known.tax }) : [],
  };
}

/** What a new goal may be without passing the limit, beside what the open requests ask for; null without a limit. */
export async function leftToAsk(db: Db, owner: Owner, meter?: GiftMeter): Promise<number | null> {
  const { left } = meter ?? (await giftMeterOf(db, owner));
  return left === null ? null : left - (await sumAsked(db, owner.id));
}

/** What was received in a year by the day, for the municipality; null while the meter is off. Cents. */
export async function receivedByDay(db: Db, { id }: Owner, year: number) {
  const row = await selectMeter(db, id);
  if (!row) return null;
  const days = await selectDays(db, id, { ...spanOfYear(year), timeZone: env().timeZone });
  const { elsewhere } = openMeter(row.sealed) ?? EMPTY;
  return { days, elsewhere: elsewhere.filter(({ date }) => date.startsWith(`${year}-`)) };
}

/** Switches the meter on or off, which deletes it, and changes what it counts with. @throws AppError UNAUTHENTICATED */
export async function changeGiftMeter(db: Db, owner: Owner, change: GiftMeterChange): Promise<GiftMeter> {
  await db.transaction(async (tx) => {
    if ((await lockPresent(tx, [owner.id])).size === 0) throw new AppError("UNAUTHENTICATED");
    const row = await lockMeter(tx, owner.id);
    if (!change.on) return deleteMeter(tx, owner.id);
    const meter = {
      ...((row && openMeter(row.sealed)) ?? EMPTY),
      ...(change.limit !== undefined && { limit: change.limit }),
      ...(change.elsewhere && { elsewhere: change.elsewhere }),
    };
    await putMeter(tx, { userId: owner.id, sealed: sealMeter(meter), at: now() });
  });
  return giftMeterOf(db, owner);
}

/** The limits of where somebody is paid, or of where the platform is. They are in euros. */
async function limitsOf(db: Db, userId: string, year: number) {
  if (env().currency !== "eur") return null;
  const country = (await selectCountry(db, userId)) ?? COUNTRY_OF_ZONE[env().timeZone] ?? null;
  return giftLimits(country, year);
}

const COUNTRY_OF_ZONE: Record<string, string> = { "Europe/Amsterdam": "NL" };

const sumOf = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);
