import type { Db } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { insertAuditEntry } from "./audit-store";
import { findOperator, setOperatorSince } from "./operators-store";
import { requirePerson } from "./people-store";
import { type Operator, type OperatorPerson, Refusal } from "./types";

/**
 * The person who acts as an operator, by the name of `--as`.
 * @throws Refusal for everybody who has not the role, is suspended, or whose account two addresses claim
 */
export async function requireOperator(db: Db, { name }: Operator): Promise<OperatorPerson> {
  const operator = await findOperator(db, name);
  if (!operator) {
    throw new Refusal(
      `${name} is not an operator, or is suspended: name one with --as, or add one with "operator add".`,
    );
  }
  return operator;
}

/**
 * Who acts at the command line: the operator of that name; or, where nobody was named, the person with access to the
 * server, by the name of their account.
 * @throws Refusal as `requireOperator` does, where somebody was named
 */
export async function actorNamed(
  db: Db,
  operator: Operator,
  { isNamed }: { isNamed: boolean },
): Promise<Operator> {
  return isNamed ? requireOperator(db, operator) : ((await findOperator(db, operator.name)) ?? operator);
}

/**
 * Whoever has the server acts by a name alone; a person with the role has nothing to do with what concerns themselves.
 * @throws Refusal
 */
export function assertNotOwn(operator: Operator, people: readonly (string | null)[]): void {
  if (operator.id !== undefined && people.includes(operator.id)) {
    throw new Refusal("This concerns you: another operator has to do it.", "own");
  }
}

/**
 * Gives or takes the role `operator` (safety.md, The office): only a person with access to the server can.
 * @throws Refusal when there is no such account, it is their own, it has the role, or has it not
 */
export async function setOperator(
  db: Db,
  by: Operator,
  { reference, isOperator, reason }: { reference: string; isOperator: boolean; reason: string },
): Promise<{ username: string; isOperator: boolean }> {
  return db.transaction(async (tx) => {
    const person = await requirePerson(tx, reference);
    assertNotOwn(by, [person.id]);
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
