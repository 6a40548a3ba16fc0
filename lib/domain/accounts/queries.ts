import type { Db } from "@/db/client";
import type { UserChanges } from "./schema";
import { findPayout, findSecret } from "./store";

export { findByEmail, findByGoogleId } from "./store";

/** The id of the account with a username or e-mail address; null if there is none. */
export async function findAccountId(db: Db, login: string): Promise<string | null> {
  return (await findSecret(db, login))?.id ?? null;
}

/** Whether changes would replace how a person is paid. */
export async function changesPayout(db: Db, userId: string, changes: UserChanges): Promise<boolean> {
  const { paymentMethod, paypalEmail, visaCardToken } = changes;
  const sent = Object.entries({ paymentMethod, paypalEmail, visaCardToken }).filter(
    ([, value]) => value !== undefined,
  );
  if (sent.length === 0) return false;
  const current: Record<string, unknown> = (await findPayout(db, userId)) ?? {};
  return sent.some(([detail, value]) => (current[detail] ?? null) !== value);
}
