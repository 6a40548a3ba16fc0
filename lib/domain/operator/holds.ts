import { validate as isUuid } from "uuid";
import type { Db, Tx } from "@/db/client";
import { placeHold } from "@/lib/domain/holds/place-hold";
import type { HoldSubject } from "@/lib/domain/holds/types";
import { lockErased } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { hourOf } from "@/lib/ground/periods";
import type { HoldCause } from "@/lib/ground/vocabulary";
import { insertAuditEntry } from "./audit-store";
import { findHold, type HoldRecord, liftUndecided, lockCreditedDonation, selectHoldsOf } from "./holds-store";
import { sumOnTheWay } from "./money-store";
import { findPayment } from "./payments-store";
import { findPerson, requirePerson } from "./people-store";
import { findRequestOwner, lockRequest } from "./requests-store";
import type { Order } from "./schema";
import { type HoldTarget, type Operator, Refusal } from "./types";

type Target = { subject: HoldTarget; id: string; personId: string };

/** The end of a last day in `TIME_ZONE`; null for none. @throws Refusal when it has passed */
export function endOf(until: string | null): Date | null {
  if (until === null) return null;
  const end = hourOf(until, 24, env().timeZone);
  if (end <= now()) throw new Refusal(`${until} has passed.`, "passed");
  return end;
}

/**
 * Holds the money of a person, of a request or of one donation: nothing of it is moved or paid out until the hold is
 * lifted or ends. What left for the bank before cannot be stopped: `onTheWay`, in cents.
 * @throws Refusal when there is no such subject, it is held for this cause already, or the day has passed
 */
export async function holdMoney(
  db: Db,
  operator: Operator,
  { reference, cause, until, reason }: Order<"hold">,
) {
  return db.transaction(async (tx) => {
    const at = now();
    const endsAt = endOf(until);
    const target = await lockTarget(tx, reference);
    const before = await openHold(tx, target, cause);
    if (before && (before.endsAt === null || before.endsAt > at)) {
      throw new Refusal(`This ${target.subject} is held for this cause already: hold ${before.id}.`, "held");
    }
    await placeHold(tx, {
      subject: subjectOf(target),
      cause,
      at,
      decision: reason,
      by: operator.name,
      endsAt,
    });
    const hold = await openHold(tx, target, cause);
    if (!hold) throw new Error("a hold was not placed");
    await insertAuditEntry(tx, operator, {
      action: "place_hold",
      subject: target.subject,
      subjectId: target.id,
      after: { hold: hold.id, cause, endsAt },
      reason,
    });
    return { hold, onTheWay: await sumOnTheWay(tx, hold) };
  });
}

/**
 * Lifts a hold by its id. What it held moves within minutes, if nothing else holds it.
 * @throws Refusal when there is none, it is lifted already, or it follows a decision or a dispute
 */
export async function liftHoldOf(
  db: Db,
  operator: Operator,
  { holdId, reason }: Order<"lift_hold">,
): Promise<HoldRecord> {
  return db.transaction(async (tx) => {
    const hold = await findHold(tx, holdId);
    if (!hold) throw new Refusal("No hold has that id.", "unknown");
    if (hold.decisionId !== null) {
      throw new Refusal(`Decision ${hold.decisionId} placed this hold: lift the decision.`);
    }
    if (hold.cause === "dispute") {
      throw new Refusal("This hold ends with its dispute: ask the provider about the payment instead.");
    }
    if (hold.cause === "ownership") {
      throw new Refusal('Two addresses claim this account: "contested decide" gives it to one of them.');
    }
    return lift(tx, operator, { hold, reason });
  });
}

/**
 * An operator's yes to a person's first payout (PAYOUT_REVIEW): lifts the hold `first_payout`.
 * @throws Refusal when there is no such account, or nothing of it waits for a yes
 */
export async function approvePayouts(
  db: Db,
  operator: Operator,
  { reference, reason }: Order<"approve_payouts">,
): Promise<HoldRecord> {
  return db.transaction(async (tx) => {
    const person = await requirePerson(tx, reference);
    const hold = await openHold(
      tx,
      { subject: "person", id: person.id, personId: person.id },
      "first_payout",
    );
    if (!hold) throw new Refusal("No first payout of theirs waits for a yes.");
    return lift(tx, operator, { hold, reason });
  });
}

async function lift(
  tx: Tx,
  operator: Operator,
  { hold, reason }: { hold: HoldRecord; reason: string },
): Promise<HoldRecord> {
  const { cause, subject, subjectId } = hold;
  if (!(await liftUndecided(tx, hold.id, { liftedAt: now(), liftedBy: operator.name }))) {
    throw new Refusal("This hold is lifted already, or a decision has taken it over.");
  }
  await insertAuditEntry(tx, operator, {
    action: cause === "first_payout" ? "approve_payouts" : "lift_hold",
    subject,
    subjectId,
    before: { hold: hold.id, cause, lifted: false },
    after: { hold: hold.id, cause, lifted: true },
    reason,
  });
  return (await findHold(tx, hold.id)) ?? hold;
}

/**
 * What money can be held of, by a username, an e-mail address or an id.
 * @throws Refusal when there is none
 */
export async function findTarget(db: Db, reference: string): Promise<Target> {
  const person = await findPerson(db, reference);
  if (person) return { subject: "person", id: person.id, personId: person.id };
  const payment = await findPayment(db, reference);
  if (payment?.kind === "donation")
    return { subject: "donation", id: payment.id, personId: payment.recipientId ?? "" };
  const owner = isUuid(reference) ? await findRequestOwner(db, reference) : null;
  if (owner === null) throw new Refusal("No person, request or donation has that name or id.", "unknown");
  return { subject: "request", id: reference, personId: owner };
}

/** The subject of a hold, locked: nothing of it is planned to be moved until the transaction ends. */
async function lockTarget(tx: Tx, reference: string): Promise<Target> {
  const target = await findTarget(tx, reference);
  const { subject, id } = target;
  if (subject === "person" && (await lockErased(tx, id))) {
    throw new Refusal("This account is erased: nothing is owed to it.");
  }
  if (subject === "donation" && !(await lockCreditedDonation(tx, id))) {
    throw new Refusal("This donation was not credited: there is nothing to hold.");
  }
  if (subject === "request") await lockRequest(tx, id);
  return target;
}

async function openHold(tx: Tx, target: Target, cause: HoldCause): Promise<HoldRecord | null> {
  const held = await selectHoldsOf(tx, target.personId);
  const isOpen = (hold: HoldRecord) => hold.cause === cause && hold.liftedAt === null;
  return held.find((hold) => isOpen(hold) && hold.subjectId === target.id) ?? null;
}

function subjectOf({ subject, id }: Target): HoldSubject {
  if (subject === "person") return { userId: id };
  return subject === "request" ? { requestId: id } : { donationId: id };
}
