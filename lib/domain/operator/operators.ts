import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { findOperator, setOperatorSince } from "./operators-store";
import { findPerson } from "./people-store";
import { type Operator, type OperatorPerson, Refusal } from "./types";

/**
 * The person who acts as an operator, by the name of `--as`.
 * @throws Refusal for everybody who has not the role
 */
export async function requireOperator(db: Db, { name }: Operator): Promise<OperatorPerson> {
  const operator = await findOperator(db, name);
  if (!operator) {
    throw new Refusal(`${name} is not an operator: name one with --as, or add one with "operator add".`);
  }
  return operator;
}

/**
 * Gives or takes the role `operator` (safety.md, The office): only whoever has the server can.
 * @throws Refusal when there is no such account, or it has the role, or has it not
 */
export async function setOperator(
  db: Db,
  by: Operator,
  { reference, isOperator, reason }: { reference: string; isOperator: boolean; reason: string },
): Promise<{ username: string; isOperator: boolean }> {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, reference);
    if (!person) throw new Refusal("Nobody has that username, e-mail address or id.");
    if (!(await setOperatorSince(tx, person.id, isOperator ? now() : null))) {
      throw new Refusal(isOperator ? "They are an operator already." : "They are no operator.");
    }
    await insertAuditEntry(tx, by, {
      action: isOperator ? "add_operator" : "remove_operator",
      subject: "person",
      subjectId: person.id,
      reason,
    });
    return { username: person.username, isOperator };
  });
}
