import { SandboxCard } from "./sandbox-card";
import { confirmInSandbox } from "./sandbox-payment";
import type { CardFormProps } from "./types";

/** The card form of the payments sandbox for a donation. */
export function SandboxForm({ setup, clientSecret, busy, onPay, onEdit, children }: CardFormProps) {
  const { publishableKey } = setup;
  return (
    <SandboxCard
      busy={busy}
      onEdit={onEdit}
      onCard={(typed) => {
        const returnUrl = `${window.location.origin}/payment-success`;
        onPay(() => confirmInSandbox({ publishableKey, clientSecret, returnUrl, ...typed }));
      }}
    >
      {children}
    </SandboxCard>
  );
}
