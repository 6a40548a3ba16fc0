/**
 * Every error that a caller can get: its stable code and HTTP status (api.md). The sentence is `errors.<CODE>` of
 * the catalogue.
 */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  WEAK_PASSWORD: 400,
  INVALID_AMOUNT: 400,
  AMOUNT_TOO_SMALL: 400,
  AMOUNT_ABOVE_REMAINING: 400,
  CURRENCY_MISMATCH: 400,
  RECIPIENT_MISMATCH: 400,
  PAYMENT_METHOD_REQUIRED: 400,
  PAYMENT_DETAILS_REQUIRED: 400,
  GOAL_LIMIT_EXCEEDED: 400,
  AMOUNT_MISMATCH: 400,
  UNKNOWN_PRODUCT: 400,
  PHOTO_INVALID: 400,
  PASSKEY_INVALID: 400,
  BAD_SIGNATURE: 400,
  TOKEN_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  INVALID_CODE: 401,
  FORBIDDEN: 403,
  CROSS_ORIGIN: 403,
  STEP_UP_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  WRONG_PROOF: 403,
  PROOF_REQUIRED: 403,
  ACCOUNT_CONTESTED: 403,
  SUSPENDED: 403,
  GUEST_GIVING_OFF: 403,
  EMAIL_NOT_CONFIRMED: 403,
  EMAIL_MISMATCH: 403,
  NOT_FOUND: 404,
  GIFT_LINK_INVALID: 404,
  METHOD_NOT_ALLOWED: 405,
  USERNAME_TAKEN: 409,
  USERNAME_TOO_SOON: 409,
  EMAIL_EXISTS: 409,
  MAX_REQUESTS_REACHED: 409,
  INSUFFICIENT_BOOSTS: 409,
  ALREADY_BOOSTED: 409,
  PURCHASE_CLOSED: 409,
  ALREADY_SUBSCRIBED: 409,
  NOT_SUBSCRIBED: 409,
  USED: 409,
  GOAL_REACHED: 409,
  BEING_PAID: 409,
  TOO_LATE: 409,
  ALREADY_RETURNED: 409,
  TAKEN_BACK_OFTEN: 409,
  NOT_ACTIVE: 409,
  NOT_COMPLETED: 409,
  GIVING_OFF: 409,
  CLOSED: 409,
  HAS_DONATIONS: 409,
  NOT_PAID_OUT: 409,
  TOO_MANY: 409,
  NOTHING_TO_PAY_OUT: 409,
  PAYEE_NOT_READY: 409,
  ON_HOLD: 409,
  DONATION_RETURNED: 409,
  MONEY_OWED: 409,
  OBJECTION_OPEN: 409,
  OWN_REQUEST: 409,
  LAST_WAY_IN: 409,
  ALREADY_REPORTED: 409,
  ALREADY_APPEALED: 409,
  ALREADY_CLAIMED: 409,
  REFUSED: 409,
  IDEMPOTENCY_MISMATCH: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WORK_REQUIRED: 428,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  PROVIDER_UNAVAILABLE: 502,
  UNAVAILABLE: 503,
  STOPPED: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The problem of each field, as a key under `errors.fields` of the catalogue. */
export type FieldErrors = Record<string, FieldProblem>;
export const FIELD_PROBLEMS = [
  "required",
  "invalid",
  "tooShort",
  "tooLong",
  "usernameRequired",
  "usernameTooShort",
  "usernameTooLong",
  "usernameCharacters",
  "usernameReserved",
  "usernameTaken",
  "usernameOther",
  "email",
  "emailExists",
  "emailSame",
  "passwordRequired",
  "passwordLength",
  "passwordWeak",
  "passwordWrong",
  "codeRequired",
  "codeWrong",
  "nameRequired",
  "nameReserved",
  "itemRequired",
  "amountInvalid",
  "amountDecimals",
  "goalLimit",
  "quantity",
  "descriptionRequired",
  "controlCharacters",
  "cardNumber",
  "paypalEmail",
  "cardToken",
  "avatar",
  "photoType",
  "photoSize",
] as const;
export type FieldProblem = (typeof FIELD_PROBLEMS)[number];

type Details = {
  /**
   * Values for the placeholders of the sentence: cents under a name ending in `Cents`, an ISO 8601 time under one
   * ending in `Time`.
   */
  values?: Record<string, string | number>;
  fields?: FieldErrors;
  /** Values that would be accepted instead, for USERNAME_TAKEN. */
  suggestions?: string[];
  /** Seconds to wait, for RATE_LIMITED and UNAVAILABLE. */
  retryAfter?: number;
  cause?: unknown;
};

/** The error that the domain throws; routes and actions turn it into a response. */
export class AppError extends Error {
  override name = "AppError";
  readonly values: Record<string, string | number>;
  readonly fields: FieldErrors | undefined;
  readonly suggestions: string[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    { values = {}, fields, suggestions, retryAfter, cause }: Details = {},
  ) {
    super(code, { cause });
    this.values = values;
    this.fields = fields;
    this.suggestions = suggestions;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Null instead of an error with this code: for the `catch` of a promise. */
export function nullOn(code: ErrorCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  };
}
