import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { decisions, users } from "@/db/schema";
import { decide, liftDecision } from "@/lib/domain/operator/decide";
import type { Order } from "@/lib/domain/operator/schema";
import { Refusal } from "@/lib/domain/operator/types";
import type { PayoutContext } from "@/lib/domain/payouts/types";
import { addPerson } from "./people";

/** A person with the role of an operator, as the audit names them. */
export async function addOperator(db: Db, username?: string): Promise<{ id: string; name: string }> {
  const { id, username: name } = await addPerson(db, username === undefined ? {} : { username });
  await db.update(users).set({ operatorSince: new Date() }).where(eq(users.id, id));
  return { id, name };
}

/** A decision with all it needs. */
export const aDecision = (
  kind: Order<"decide">["kind"],
  id: string,
  measure: Order<"decide">["measure"],
  changes: Partial<Order<"decide">> = {},
): Order<"decide"> => ({
  kind,
  id,
  measure,
  ground: "rules:2.1",
  facts: "The photo is on another site.",
  until: null,
  automatic: false,
  report: null,
  reason: "as reported",
  ...changes,
});

type OfRequest = { requestId: string; reason?: string };

/** Hides a request, by an operator made for it. `reason`: what its owner reads. */
export async function hide(context: PayoutContext, order: OfRequest) {
  return decideAlone(context, "hidden", order);
}

/** Returns the donations of a request, by an operator made for it. */
export async function returnAll(context: PayoutContext, order: OfRequest) {
  return decideAlone(context, "returned", order);
}

async function decideAlone(
  context: PayoutContext,
  measure: Order<"decide">["measure"],
  { requestId, reason }: OfRequest,
) {
  const order = aDecision("request", requestId, measure, reason === undefined ? {} : { facts: reason });
  return decide(context, await addOperator(context.db), order);
}

/** Lifts what is in force about a request. */
export async function show(context: PayoutContext, { requestId }: OfRequest) {
  const rows = await context.db
    .select({ id: decisions.id, liftedAt: decisions.liftedAt })
    .from(decisions)
    .where(eq(decisions.subjectId, requestId));
  const running = rows.find(({ liftedAt }) => liftedAt === null);
  if (!running) throw new Refusal("Nothing is in force.");
  return liftDecision(context, await addOperator(context.db), { decision: running.id, reason: "a mistake" });
}
