import { callSandbox, cardForm, type TypedCard } from "@/components/donate/sandbox-call";
import { SandboxCard } from "@/components/donate/sandbox-card";
import type { CardToken, PayoutCardFormProps } from "./payout-card-form";

/** The sandbox's form for a card that receives donations. */
export function SandboxCardForm({ setup, busy, onCard, onEdit, children }: PayoutCardFormProps) {
  return (
    <SandboxCard
      busy={busy}
      onCard={(typed) => onCard(() => tokenFromSandbox(setup.publishableKey, typed))}
      onEdit={onEdit}
    >
      {children}
    </SandboxCard>
  );
}

/** Gets a token from the payments sandbox, as the card provider's browser library does. Never throws. */
async function tokenFromSandbox(publishableKey: string, typed: TypedCard): Promise<CardToken> {
  const result = await callSandbox<{ id: string }>("payment_methods", {
    key: publishableKey,
    type: "card",
    ...cardForm("card", typed),
  });
  return "failure" in result ? result : { token: result.answer.id };
}
