import { verifyPassword } from "@/lib/domain/accounts/password";
import type { PaymentContext } from "@/lib/domain/payments/types";
import { isFresh } from "@/lib/domain/sessions/rules";
import { endAtProvider } from "@/lib/domain/subscriptions/end-at-provider";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { erasePerson } from "./erase-person";
import type { EraseOrder } from "./schema";
import { findProof } from "./store";

/**
 * Erases the caller's account permanently (GDPR, article 17), after the password or, where there is none, a recent
 * login with Google (`provenAt`, trust.md 39) and the typed username. It takes effect at once, even if the provider
 * of a subscription cannot be reached: reconciliation ends that later, and what the provider takes until then is
 * refunded. A repeated call does nothing.
 * @throws AppError VALIDATION_ERROR for a wrong password or username, STEP_UP_REQUIRED
 */
export async function eraseAccount(
  context: PaymentContext,
  viewer: Pick<Viewer, "id">,
  order: EraseOrder,
  provenAt: Date | null,
): Promise<void> {
  const person = await findProof(context.db, viewer.id);
  if (!person) return;
  await assertTheirs(person, order, provenAt);
  await context.db.transaction((tx) => erasePerson(tx, viewer.id, now()));
  await endAtProvider(context, viewer.id);
}

type Person = { username: string; password: string | null };

async function assertTheirs(
  person: Person,
  { username, password }: EraseOrder,
  provenAt: Date | null,
): Promise<void> {
  if (person.password === null) {
    if (!isFresh(provenAt, now())) throw new AppError("STEP_UP_REQUIRED");
    if (username?.toLowerCase() === person.username.toLowerCase()) return;
    throw new AppError("VALIDATION_ERROR", {
      fields: { username: username ? "usernameOther" : "usernameRequired" },
    });
  }
  if (password && (await verifyPassword(person.password, password))) return;
  throw new AppError("VALIDATION_ERROR", {
    fields: { password: password ? "passwordWrong" : "passwordRequired" },
  });
}
