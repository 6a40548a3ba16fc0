import { adoptTransfersOf } from "./adopt-transfer";
import { selectByProviderId } from "./payee-store";
import { providerOf, providersOf } from "./providers";
import { HOLDS_MONEY } from "./rules";
import { adoptPayouts } from "./settle-payout";
import type { PayoutContext } from "./types";

/**
 * Asks the providers what became of donations before they go back: books that were restored from a dump do not know
 * what was moved and paid after it (trust 47). What they have is booked. Returns the donations of which that worked. A
 * wallet's payouts cannot be listed (operations.md, Backup and restore).
 * @throws ProviderUnavailable
 */
export async function askMoved(context: PayoutContext, donationIds: readonly string[]): Promise<string[]> {
  const isPaidRight = new Map<string, boolean>();
  const asked: string[] = [];
  for (const donationId of donationIds) {
    if (await askOne(context, donationId, isPaidRight)) asked.push(donationId);
  }
  return asked;
}

/** `isPaidRight`: of each account that was asked about, whether all its payouts are in the books. */
async function askOne(
  context: PayoutContext,
  donationId: string,
  isPaidRight: Map<string, boolean>,
): Promise<boolean> {
  let isRight = true;
  for (const name of providersOf(context).filter((each) => HOLDS_MONEY[each])) {
    const provider = providerOf(context, { provider: name });
    const { made, problem } = await adoptTransfersOf(context, provider, donationId, null);
    if (problem !== null) return false;
    for (const { account } of made) {
      const known = isPaidRight.get(account) ?? (await askPayouts(context, account));
      isPaidRight.set(account, known);
      isRight &&= known;
    }
  }
  return isRight;
}

async function askPayouts(context: PayoutContext, providerAccountId: string): Promise<boolean> {
  const account = await selectByProviderId(context.db, providerAccountId);
  if (!account) return false;
  const { left } = await adoptPayouts(context, { ...account, providerAccountId });
  return left.length === 0;
}
