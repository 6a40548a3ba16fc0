import type { ReactNode } from "react";
import type { Confirmation } from "./sandbox-payment";

/** How the browser pays by card; null where no card provider is configured. */
export type CardSetup = { publishableKey: string; sandbox: boolean; currency: string } | null;

/** What the provider's form and the sandbox's have in common; `children` are the error, the progress and the button. */
export type CardFormProps = {
  setup: NonNullable<CardSetup>;
  clientSecret: string;
  busy: boolean;
  onPay: (confirm: () => Promise<Confirmation>) => void;
  /** Something about the card is typed or chosen. */
  onEdit: () => void;
  children: ReactNode;
};
