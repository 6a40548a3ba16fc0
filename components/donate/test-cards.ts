/** The card provider's well-known test numbers, which the sandbox understands. */
export const TEST_CARDS = [
  { number: "4242 4242 4242 4242", outcome: "success" },
  { number: "4000 0025 0000 3155", outcome: "threeDSecure" },
  { number: "4000 0000 0000 0002", outcome: "declined" },
  { number: "4000 0000 0000 9995", outcome: "insufficientFunds" },
  { number: "4000 0000 0000 0069", outcome: "expired" },
  { number: "4000 0000 0000 0127", outcome: "cvc" },
  { number: "4000 0000 0000 0119", outcome: "processing" },
] as const;
