import type { ReactNode } from "react";
import type { Confirmation } from "./sandbox-payment";

/** The card provider's public settings; null where none is configured. */
export type CardSetup = { publishableKey: string; sandbox: boolean; currency: string } | null;

/** Props of the provider's form and of the sandbox's; `children` are the error, progress and button. */
export type CardFormProps = {
  setup: NonNullable<CardSetup>;
  clientSecret: string;
  busy: boolean;
  onPay: (confirm: () => Promise<Confirmation>) => void;
  /** Something about the card is typed or chosen. */
  onEdit: () => void;
  children: ReactNode;
};
