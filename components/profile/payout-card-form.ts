import type { ReactNode } from "react";
import type { CardFailure } from "@/components/donate/card-error";
import type { CardSetup } from "@/components/donate/types";

/** A card as the provider's token for it, which is all that is stored (D18), or why there is none. */
export type CardToken = { token: string } | { failure: CardFailure };

/** Props of the provider's payout card form and of the sandbox's; `children` are the error, progress and button. */
export type PayoutCardFormProps = {
  setup: NonNullable<CardSetup>;
  busy: boolean;
  onCard: (tokenize: () => Promise<CardToken>) => void;
  /** Something about the card was typed or chosen. */
  onEdit: () => void;
  children: ReactNode;
};
