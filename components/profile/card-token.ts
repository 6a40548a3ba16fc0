import type { CardFailure } from "@/components/donate/card-error";
import { callSandbox, cardForm, type TypedCard } from "@/components/donate/sandbox-call";

/** A card as the provider's token for it, which is all that we may keep (D18), or why there is none. */
export type CardToken = { token: string } | { failure: CardFailure };

/** Has the payments sandbox make a token of a card, as the card provider's browser library does. It never throws. */
export async function tokenFromSandbox(publishableKey: string, typed: TypedCard): Promise<CardToken> {
  const result = await callSandbox<{ id: string }>("payment_methods", {
    key: publishableKey,
    type: "card",
    ...cardForm("card", typed),
  });
  return "failure" in result ? result : { token: result.answer.id };
}
