/** Why a card is refused, in the provider's own codes. */
export type Refusal = { code: string; declineCode?: string; message: string; param?: string };

/** The bank says no. */
export const declined = (declineCode: string, message = "Your card was declined.") => ({
  refusal: { code: "card_declined", declineCode, message },
});

/** The refusals that an order can ask for, by the name used there. */
export const REFUSALS = {
  generic_decline: declined("generic_decline"),
  insufficient_funds: declined("insufficient_funds", "Your card has insufficient funds."),
  lost_card: declined("lost_card"),
  stolen_card: declined("stolen_card"),
  expired_card: { refusal: { code: "expired_card", message: "Your card has expired.", param: "exp_month" } },
  incorrect_cvc: {
    refusal: { code: "incorrect_cvc", message: "Your card's security code is incorrect.", param: "cvc" },
  },
  processing_error: {
    refusal: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
    },
  },
} satisfies Record<string, { refusal: Refusal }>;
export type RefusalName = keyof typeof REFUSALS;
