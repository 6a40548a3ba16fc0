"use client";

import { SandboxCard } from "@/components/donate/sandbox-card";
import { tokenFromSandbox } from "./card-token";
import type { PayoutCardFormProps } from "./payout-card-form";

/** The card form of the payments sandbox for a card to be paid to. */
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
