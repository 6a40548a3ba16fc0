const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * At most `max` times in `seconds`, counted for a person, an address, a payment, or the account that a login is
 * for.
 */
type Limit = { max: number; seconds: number; per: "person" | "address" | "payment" | "account" };

/** Every limit. Per address they are wide, because a school or a mobile network shares one. */
export const LIMITS = {
  loginTyped: { max: 10, seconds: 15 * MINUTE, per: "account" },
  loginAccount: { max: 10, seconds: 15 * MINUTE, per: "account" },
  loginDevice: { max: 10, seconds: 15 * MINUTE, per: "account" },
  codeAccount: { max: 5, seconds: 15 * MINUTE, per: "account" },
  codeAccountDay: { max: 30, seconds: 24 * HOUR, per: "account" },
  loginAddress: { max: 60, seconds: 15 * MINUTE, per: "address" },
  registerAddress: { max: 20, seconds: HOUR, per: "address" },
  passkeyAddress: { max: 600, seconds: 15 * MINUTE, per: "address" },
  forgotTyped: { max: 5, seconds: HOUR, per: "account" },
  forgotAddress: { max: 30, seconds: 15 * MINUTE, per: "address" },
  linkAddress: { max: 60, seconds: 15 * MINUTE, per: "address" },
  sendLink: { max: 5, seconds: HOUR, per: "person" },
  changeAccess: { max: 10, seconds: 15 * MINUTE, per: "person" },
  googleAddress: { max: 120, seconds: 15 * MINUTE, per: "address" },
  sharePictureAddress: { max: 300, seconds: 5 * MINUTE, per: "address" },
  reportAddress: { max: 60, seconds: 5 * MINUTE, per: "address" },
  returnAddress: { max: 300, seconds: 5 * MINUTE, per: "address" },
  returnPayment: { max: 60, seconds: 5 * MINUTE, per: "payment" },
  walletEventAddress: { max: 60, seconds: 5 * MINUTE, per: "address" },
  unsubscribeAddress: { max: 300, seconds: 5 * MINUTE, per: "address" },
  mailReportAddress: { max: 60, seconds: 5 * MINUTE, per: "address" },
  sandboxAddress: { max: 600, seconds: 5 * MINUTE, per: "address" },
  updateUser: { max: 60, seconds: 10 * MINUTE, per: "person" },
  changePicture: { max: 20, seconds: HOUR, per: "person" },
  stepUp: { max: 10, seconds: 15 * MINUTE, per: "person" },
  exportData: { max: 10, seconds: HOUR, per: "person" },
  makeStatement: { max: 30, seconds: HOUR, per: "person" },
  createRequest: { max: 20, seconds: HOUR, per: "person" },
  uploadPhoto: { max: 30, seconds: HOUR, per: "person" },
  createPayment: { max: 30, seconds: 10 * MINUTE, per: "person" },
  askAboutPayment: { max: 120, seconds: 5 * MINUTE, per: "person" },
  checkPayee: { max: 20, seconds: 5 * MINUTE, per: "person" },
  readPerson: { max: 60, seconds: 5 * MINUTE, per: "person" },
  readStory: { max: 120, seconds: 5 * MINUTE, per: "person" },
  readFaces: { max: 120, seconds: 5 * MINUTE, per: "person" },
  search: { max: 60, seconds: MINUTE, per: "person" },
  changePush: { max: 60, seconds: 10 * MINUTE, per: "person" },
  write: { max: 300, seconds: 5 * MINUTE, per: "person" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
