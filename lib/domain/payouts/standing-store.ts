import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { holds, payeeAccounts, users } from "@/db/schema";
import { pick } from "@/db/statement";
import { ways } from "@/lib/domain/holds/guards";
import type { StandingFacts, Way } from "@/lib/domain/holds/standing-rules";
import { heldUntil } from "./donation-store";
import { waitsFor } from "./hold-waits";
import { payeeColumns } from "./payee-store";
import type { PayeeAccount } from "./types";

type Row = Pick<StandingFacts, "method" | "hasAddress" | "holds" | "heldUntil"> & {
  bank: PayeeAccount | null;
};

/** What decides whether a person can be paid. Of their accounts with a bank the open one, else the last. */
export async function selectStandingFacts(db: Db, userId: string, at: Date): Promise<Row> {
  const { method, hasAddress } = ways;
  const [row] = await db
    .select({ method, hasAddress, heldUntil, bank: payeeColumns })
    .from(users)
    .leftJoin(
      payeeAccounts,
      and(
        eq(payeeAccounts.userId, users.id),
        eq(payeeAccounts.provider, "stripe"),
        isNull(payeeAccounts.abandonedAt),
      ),
    )
    .where(eq(users.id, userId))
    .orderBy(sql`${payeeAccounts.closedAt} is not null`, desc(payeeAccounts.createdAt))
    .limit(1);
  const running = await db
    .select({
      ...pick(holds, "cause", "endsAt", "decision"),
      way: sql<Way | null>`case ${payeeAccounts.provider} when 'stripe' then 'bank' when 'paypal' then 'paypal' end`,
    })
    .from(holds)
    .leftJoin(payeeAccounts, eq(payeeAccounts.id, holds.accountId))
    .where(
      and(
        eq(holds.userId, userId),
        isNull(payeeAccounts.closedAt),
        isNull(holds.liftedAt),
        or(isNull(holds.endsAt), gt(holds.endsAt, at)),
      ),
    );
  return {
    ...(row ?? { method: null, hasAddress: false, heldUntil: null, bank: null }),
    holds: running.map((hold) => ({ ...hold, isOwners: waitsFor(hold) === "owner" })),
  };
}
