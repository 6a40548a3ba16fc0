import type { Db } from "@/db/client";
import { type Standing, standingOf } from "@/lib/domain/holds/standing-rules";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { isReady, payeeState } from "./rules";
import { selectStandingFacts } from "./standing-store";
import type { PayeeAccount } from "./types";

/** Whether a person can be paid, by what, who is waited for, and why not (trust 46); with their account with a bank. */
export async function findStanding(
  db: Db,
  userId: string,
): Promise<Standing & { bank: PayeeAccount | null }> {
  const at = now();
  const { bank, ...facts } = await selectStandingFacts(db, userId, at);
  const standing = standingOf(
    {
      ...facts,
      walletPays: env().walletPayouts,
      isBankReady: bank !== null && isReady(bank),
      state: payeeState(bank),
      waitsUntil: bank?.waitsUntil ?? null,
    },
    at,
  );
  return { ...standing, bank };
}
