import { DAY, HOUR, MINUTE } from "@/lib/ground/durations";

/**
 * At most `max` times within so many milliseconds, counted for a person, an address, a payment, the account that a
 * login is for, the e-mail address that a message goes to, or a gift link.
 */
type Limit = {
  max: number;
  within: number;
  per: "person" | "address" | "payment" | "account" | "recipient" | "link";
};

/** Every limit. Per address they are wide, because a school or a mobile network shares one. */
export const LIMITS = {
  loginTyped: { max: 10, within: 15 * MINUTE, per: "account" },
  guessPassword: { max: 10, within: 15 * MINUTE, per: "account" },
  guessCode: { max: 5, within: 15 * MINUTE, per: "account" },
  guessCodeDay: { max: 30, within: DAY, per: "account" },
  guessKnown: { max: 10, within: DAY, per: "account" },
  guessOwn: { max: 3, within: DAY, per: "account" },
  guessLink: { max: 3, within: DAY, per: "account" },
  loginAddress: { max: 60, within: 15 * MINUTE, per: "address" },
  registerAddress: { max: 20, within: HOUR, per: "address" },
  passkeyAddress: { max: 600, within: 15 * MINUTE, per: "address" },
  mailAddress: { max: 30, within: HOUR, per: "address" },
  // Shorter than a reset link works: while no more are sent, the last one that was sent works.
  mailRecipient: { max: 3, within: 25 * MINUTE, per: "recipient" },
  // As many as one address may send (`report`, C151): a visitor's confirmation has the only link to the outcome.
  reportRecipient: { max: 20, within: HOUR, per: "recipient" },
  linkAddress: { max: 60, within: 15 * MINUTE, per: "address" },
  googleAddress: { max: 120, within: 15 * MINUTE, per: "address" },
  sharePictureAddress: { max: 300, within: 5 * MINUTE, per: "address" },
  reportAddress: { max: 60, within: 5 * MINUTE, per: "address" },
  returnAddress: { max: 300, within: 5 * MINUTE, per: "address" },
  returnPayment: { max: 60, within: 5 * MINUTE, per: "payment" },
  walletEventAddress: { max: 60, within: 5 * MINUTE, per: "address" },
  unsubscribeAddress: { max: 300, within: 5 * MINUTE, per: "address" },
  mailReportAddress: { max: 60, within: 5 * MINUTE, per: "address" },
  sandboxAddress: { max: 600, within: 5 * MINUTE, per: "address" },
  giftAddress: { max: 60, within: 10 * MINUTE, per: "address" },
  giftRecipient: { max: 10, within: HOUR, per: "recipient" },
  giftLink: { max: 300, within: 10 * MINUTE, per: "link" },
  proofOfWork: { max: 1, within: HOUR, per: "link" },
  booksAddress: { max: 300, within: 5 * MINUTE, per: "address" },
  receiptAddress: { max: 300, within: 5 * MINUTE, per: "address" },
  updateUser: { max: 60, within: 10 * MINUTE, per: "person" },
  changePicture: { max: 20, within: HOUR, per: "person" },
  exportData: { max: 10, within: HOUR, per: "person" },
  checkBooks: { max: 10, within: HOUR, per: "person" },
  makeStatement: { max: 30, within: HOUR, per: "person" },
  createRequest: { max: 20, within: HOUR, per: "person" },
  uploadPhoto: { max: 30, within: HOUR, per: "person" },
  createPayment: { max: 30, within: 10 * MINUTE, per: "person" },
  askAboutPayment: { max: 120, within: 5 * MINUTE, per: "person" },
  checkPayee: { max: 20, within: 5 * MINUTE, per: "person" },
  report: { max: 10, within: HOUR, per: "person" },
  readPerson: { max: 60, within: 5 * MINUTE, per: "person" },
  readStory: { max: 120, within: 5 * MINUTE, per: "person" },
  readFaces: { max: 120, within: 5 * MINUTE, per: "person" },
  listPlaces: { max: 600, within: 5 * MINUTE, per: "person" },
  search: { max: 60, within: MINUTE, per: "person" },
  changePush: { max: 60, within: 10 * MINUTE, per: "person" },
  write: { max: 300, within: 5 * MINUTE, per: "person" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
