import type { ReactNode } from "react";
import type { PaidAt } from "@/lib/domain/donations/reserve-rules";
import type { DonationIntent } from "@/lib/domain/donations/schema";
import type { Confirmation } from "./sandbox-payment";

/** The card provider's public settings; null where none is configured. */
export type CardSetup = { publishableKey: string; sandbox: boolean; currency: string } | null;

/** A payment that was prepared; a guest's with the address of their receipt. */
export type Intent = DonationIntent & { receiptUrl?: string };

/** Props of the provider's form and of the sandbox's; `children` are the error, progress and button. */
export type CardFormProps = {
  setup: NonNullable<CardSetup>;
  clientSecret: string;
  /** Where a bank sends the payer back to. */
  returnUrl: string;
  busy: boolean;
  /** `by`: on a page of the payer's bank, or here. */
  onPay: (confirm: () => Promise<Confirmation>, by: PaidAt) => void;
  /** Something about the card is typed or chosen. */
  onEdit: () => void;
  children: ReactNode;
};
