import type { ReactNode } from "react";
import type { CardSetup } from "@/components/donate/types";
import type { CardToken } from "./card-token";

/** What the provider's form for a card to be paid to and the sandbox's have in common; `children` are the error, the progress and the button. */
export type PayoutCardFormProps = {
  setup: NonNullable<CardSetup>;
  busy: boolean;
  onCard: (tokenize: () => Promise<CardToken>) => void;
  /** Something about the card is typed or chosen. */
  onEdit: () => void;
  children: ReactNode;
};
