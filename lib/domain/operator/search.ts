import { validate as isUuid } from "uuid";
import type { Db } from "@/db/client";
import { findDecision } from "./decisions-store";
import { findHold } from "./holds-store";
import { findMessage } from "./messages-store";
import { findPayment } from "./payments-store";
import { findPerson, selectPeopleNamed } from "./people-store";
import { findReport } from "./reports-store";
import { findRequestOwner } from "./requests-store";
import { findStep } from "./steps-store";

/** What an operator's search leads to: one thing, or people whose username begins so. */
export type Found =
  | { kind: "person"; username: string }
  | { kind: "payment" | "report" | "message"; id: string }
  | { kind: "people"; people: Awaited<ReturnType<typeof selectPeopleNamed>> };

const SHOWN = 20;

/**
 * What an operator searches for: a username or e-mail address, a receipt's number, the reference of a report, or the id
 * of anything, ours or the provider's. Without such a thing, people whose username begins so. Nothing private is shown
 * yet, so the audit does not note it.
 */
export async function search(db: Db, query: string): Promise<Found> {
  const text = query.trim().replace(/^@/, "");
  const person = await findPerson(db, text);
  if (person) return { kind: "person", username: person.username };
  const payment = await findPayment(db, text);
  if (payment) return { kind: "payment", id: payment.id };
  const report = await findReport(db, text);
  if (report) return { kind: "report", id: report.reference };
  const owner = await ownerOf(db, text);
  const found = owner && (await findPerson(db, owner));
  if (found) return { kind: "person", username: found.username };
  if (await findMessage(db, text)) return { kind: "message", id: text };
  return { kind: "people", people: text === "" ? [] : await selectPeopleNamed(db, text, SHOWN) };
}

/** Whose the request, the decision, the hold, or the call to a provider with an id is. */
async function ownerOf(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return (await findStep(db, id))?.personId ?? null;
  const found = await Promise.all([
    findRequestOwner(db, id),
    findDecision(db, id).then((decision) => decision?.personId),
    findHold(db, id).then((hold) => hold?.personId),
    findStep(db, id).then((step) => step?.personId),
  ]);
  return found.find((owner) => owner) ?? null;
}
