import { z } from "zod";
import { isEmoji } from "@/lib/domain/accounts/rules";
import { loginSchema, registerSchema, updateUserSchema } from "@/lib/domain/accounts/schema";
import {
  applyBoostSchema,
  approvalSchema,
  checkoutSchema,
  createCheckoutSchema,
  purchaseBoostsSchema,
} from "@/lib/domain/boosts/schema";
import {
  createPaymentIntentSchema,
  donationIntentSchema,
  donationTermsSchema,
  validateDonationSchema,
} from "@/lib/domain/donations/schema";
import { leaderboardEntrySchema, leaderboardQuerySchema } from "@/lib/domain/leaderboard/schema";
import { notificationSchema } from "@/lib/domain/notifications/schema";
import { startUploadSchema, uploadSchema } from "@/lib/domain/photos/schema";
import { eraseAccountSchema, personalDataSchema } from "@/lib/domain/privacy/schema";
import { createRequestSchema, requestSchema, sharedRequestSchema } from "@/lib/domain/requests/schema";
import {
  codeSchema,
  passkeyAnswerSchema,
  passkeyOptionsSchema,
  proofSchema,
  proofWaysSchema,
} from "@/lib/domain/security/schema";
import { cancelledSchema, createSubscriptionSchema } from "@/lib/domain/subscriptions/schema";
import { meSchema, personSchema } from "@/lib/domain/users/schema";
import type { ErrorCode } from "@/lib/ground/errors";
import type { CallLimits } from "./rate-limit/limit";

/** One call of the HTTP contract (api.md). Handlers validate with it; the OpenAPI document is generated from it. */
export type Call = CallLimits & {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each part of the path that varies. */
  path: string;
  summary: string;
  /** Who may call: anyone, only signed-in people, or a provider that is identified by its signature. */
  access: "public" | "viewer" | "provider";
  query?: z.ZodType;
  body?: z.ZodType;
  /** May be called without a body, as with an empty one. */
  optionalBody?: true;
  status: 200 | 201 | 204 | 302;
  answer: z.ZodType;
  errors: readonly ErrorCode[];
  /** Honours `Idempotency-Key`. */
  idempotent?: true;
  /** Answers `limit` items at a time and links to the next. */
  paged?: true;
};

const success = z.object({ success: z.literal(true) });
const userAnswer = z.object({ user: meSchema });
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});
const empty = z.null();

const define = <const C extends Record<string, Call>>(calls: C) => calls;

export const contract = define({
  currentUser: {
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in person",
    access: "viewer",
    status: 200,
    answer: meSchema,
    errors: [],
  },
  updateUser: {
    method: "PATCH",
    path: "/api/auth/user",
    summary: "Change one's own profile, payment and privacy settings",
    access: "viewer",
    body: updateUserSchema,
    status: 200,
    answer: meSchema,
    errors: ["STEP_UP_REQUIRED", "USERNAME_TAKEN", "USERNAME_TOO_SOON", "RATE_LIMITED"],
    limit: "updateUser",
    costlyForm: {
      limit: "changePicture",
      is: ({ avatar }) => typeof avatar === "string" && !isEmoji(avatar),
    },
  },
  eraseAccount: {
    method: "DELETE",
    path: "/api/auth/user",
    summary: "Delete one's account for good",
    access: "viewer",
    body: eraseAccountSchema,
    status: 204,
    answer: empty,
    errors: ["STEP_UP_REQUIRED", "RATE_LIMITED"],
    limit: "eraseAccount",
  },
  exportData: {
    method: "GET",
    path: "/api/auth/user/data",
    summary: "Everything that is kept about the signed-in person, as a file",
    access: "viewer",
    status: 200,
    answer: personalDataSchema,
    errors: ["STEP_UP_REQUIRED", "RATE_LIMITED"],
    limit: "exportData",
  },
  register: {
    method: "POST",
    path: "/api/auth/register",
    summary: "Open an account and sign in",
    access: "public",
    body: registerSchema,
    status: 201,
    answer: userAnswer,
    errors: ["WEAK_PASSWORD", "USERNAME_TAKEN", "EMAIL_EXISTS", "RATE_LIMITED"],
    limit: "registerAddress",
  },
  login: {
    method: "POST",
    path: "/api/auth/login",
    summary: "Sign in with username or e-mail address and password",
    access: "public",
    body: loginSchema.extend({
      code: codeSchema.optional().describe("of the second factor, or a recovery code"),
    }),
    status: 200,
    answer: userAnswer,
    errors: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "INVALID_CODE", "RATE_LIMITED"],
    limit: "loginAddress",
  },
  passkeyOptions: {
    method: "POST",
    path: "/api/auth/passkey/options",
    summary: "A challenge for a passkey, with a cookie that belongs to it",
    access: "public",
    status: 200,
    answer: passkeyOptionsSchema,
    errors: ["RATE_LIMITED"],
    limit: "passkeyAddress",
  },
  passkeyLogin: {
    method: "POST",
    path: "/api/auth/passkey",
    summary: "Sign in with a passkey's answer to the challenge",
    access: "public",
    body: passkeyAnswerSchema,
    status: 200,
    answer: userAnswer,
    errors: ["INVALID_CREDENTIALS", "RATE_LIMITED"],
    limit: "loginAddress",
  },
  proofWays: {
    method: "GET",
    path: "/api/auth/step-up",
    summary: "How the signed-in person can prove again who they are",
    access: "viewer",
    status: 200,
    answer: proofWaysSchema,
    errors: [],
  },
  stepUp: {
    method: "POST",
    path: "/api/auth/step-up",
    summary: "Prove again who one is, for what asks it with STEP_UP_REQUIRED",
    access: "viewer",
    body: proofSchema,
    status: 200,
    answer: success,
    errors: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "INVALID_CODE", "RATE_LIMITED"],
    limit: "stepUp",
  },
  logout: {
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the session",
    access: "public",
    status: 200,
    answer: success,
    errors: [],
  },
  google: {
    method: "GET",
    path: "/api/auth/google",
    summary: "Start social sign-in",
    access: "public",
    query: z.object({
      next: z.string().max(2_000).optional(),
      fresh: z.literal("1").optional().describe("also for who is signed in, to prove again who they are"),
    }),
    status: 302,
    answer: empty,
    errors: ["RATE_LIMITED"],
    limit: "googleAddress",
  },
  listRequests: {
    method: "GET",
    path: "/api/requests",
    summary: "The feed, in its order",
    access: "public",
    query: pageQuery,
    status: 200,
    answer: z.array(sharedRequestSchema),
    errors: [],
    paged: true,
  },
  getRequest: {
    method: "GET",
    path: "/api/requests/{id}",
    summary: "One request",
    access: "public",
    status: 200,
    answer: sharedRequestSchema,
    errors: ["NOT_FOUND"],
  },
  createRequest: {
    method: "POST",
    path: "/api/requests",
    summary: "Ask for something",
    access: "viewer",
    body: createRequestSchema,
    status: 201,
    answer: requestSchema,
    errors: [
      "PAYMENT_METHOD_REQUIRED",
      "PAYMENT_DETAILS_REQUIRED",
      "GOAL_LIMIT_EXCEEDED",
      "MAX_REQUESTS_REACHED",
      "INSUFFICIENT_BOOSTS",
      "PHOTO_INVALID",
      "PROVIDER_UNAVAILABLE",
      "FORBIDDEN",
      "RATE_LIMITED",
    ],
    limit: "createRequest",
    idempotent: true,
  },
  listRequestsOfUser: {
    method: "GET",
    path: "/api/requests/user/{userId}",
    summary: "A person's requests: all of one's own, of others those in the feed",
    access: "viewer",
    query: pageQuery,
    status: 200,
    answer: z.array(requestSchema),
    errors: [],
    paged: true,
  },
  readPerson: {
    method: "GET",
    path: "/api/people/{username}",
    summary: "A person, and their open and completed requests, newest first",
    access: "viewer",
    query: pageQuery,
    status: 200,
    answer: personSchema.extend({ requests: z.array(requestSchema) }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    limit: "readPerson",
    paged: true,
  },
  deleteRequest: {
    method: "DELETE",
    path: "/api/requests/{id}",
    summary: "Delete one's own request",
    access: "viewer",
    status: 204,
    answer: empty,
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  applyBoost: {
    method: "POST",
    path: "/api/requests/{id}/apply-boost",
    summary: "Use a boost on one's own request",
    access: "viewer",
    body: applyBoostSchema,
    status: 200,
    answer: requestSchema,
    errors: ["FORBIDDEN", "NOT_FOUND", "NOT_ACTIVE", "ALREADY_BOOSTED", "INSUFFICIENT_BOOSTS"],
    idempotent: true,
  },
  validateDonation: {
    method: "POST",
    path: "/api/donations/validate",
    summary: "Whether a request takes donations, and how much",
    access: "viewer",
    body: validateDonationSchema,
    status: 200,
    answer: donationTermsSchema,
    errors: ["NOT_FOUND", "GOAL_REACHED", "NOT_ACTIVE", "OWN_REQUEST"],
  },
  createPaymentIntent: {
    method: "POST",
    path: "/api/payments/stripe/create-payment-intent",
    summary: "Start a donation by card",
    access: "viewer",
    body: createPaymentIntentSchema,
    status: 200,
    answer: donationIntentSchema,
    errors: [
      "INVALID_AMOUNT",
      "AMOUNT_TOO_SMALL",
      "AMOUNT_ABOVE_REMAINING",
      "CURRENCY_MISMATCH",
      "RECIPIENT_MISMATCH",
      "NOT_FOUND",
      "GOAL_REACHED",
      "NOT_ACTIVE",
      "OWN_REQUEST",
      "PURCHASE_CLOSED",
      "RATE_LIMITED",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  createSubscription: {
    method: "POST",
    path: "/api/subscriptions/create",
    summary: "Start a monthly subscription by wallet or card",
    access: "viewer",
    body: createSubscriptionSchema,
    status: 200,
    answer: approvalSchema,
    errors: ["ALREADY_SUBSCRIBED", "PURCHASE_CLOSED", "RATE_LIMITED", "PROVIDER_UNAVAILABLE"],
    limit: "createPayment",
    idempotent: true,
  },
  cancelSubscription: {
    method: "POST",
    path: "/api/subscriptions/cancel",
    summary: "Cancel one's subscription; its tier stays until it has run out",
    access: "viewer",
    status: 200,
    answer: cancelledSchema,
    errors: ["NOT_SUBSCRIBED", "RATE_LIMITED"],
    idempotent: true,
  },
  purchaseBoosts: {
    method: "POST",
    path: "/api/boosts/purchase",
    summary: "Start a purchase of boosts by wallet",
    access: "viewer",
    body: purchaseBoostsSchema,
    status: 200,
    answer: approvalSchema,
    errors: [
      "INVALID_AMOUNT",
      "AMOUNT_MISMATCH",
      "CURRENCY_MISMATCH",
      "PURCHASE_CLOSED",
      "RATE_LIMITED",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  createCheckout: {
    method: "POST",
    path: "/api/create-payment-intent",
    summary: "Start a purchase of a pack of boosts by card, on the card provider's page",
    access: "viewer",
    body: createCheckoutSchema,
    status: 200,
    answer: checkoutSchema,
    errors: [
      "INVALID_AMOUNT",
      "UNKNOWN_PRODUCT",
      "CURRENCY_MISMATCH",
      "PURCHASE_CLOSED",
      "RATE_LIMITED",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  leaderboard: {
    method: "GET",
    path: "/api/leaderboard",
    summary: "Who gave most, openly, in a period",
    access: "viewer",
    query: leaderboardQuerySchema,
    status: 200,
    answer: z.array(leaderboardEntrySchema),
    errors: ["RATE_LIMITED"],
    costlyForm: { limit: "search", is: ({ search }) => Boolean(search) },
  },
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    summary: "One's notifications, newest first",
    access: "viewer",
    query: pageQuery,
    status: 200,
    answer: z.array(notificationSchema),
    errors: [],
    paged: true,
  },
  readNotification: {
    method: "PATCH",
    path: "/api/notifications/{id}/read",
    summary: "Mark a notification as read",
    access: "viewer",
    status: 200,
    answer: notificationSchema,
    errors: ["NOT_FOUND"],
  },
  uploadPhoto: {
    method: "POST",
    path: "/api/photos/upload",
    summary: "Where to send a photo, and how a request names it afterwards",
    access: "viewer",
    body: startUploadSchema,
    optionalBody: true,
    status: 200,
    answer: uploadSchema,
    errors: ["RATE_LIMITED", "PROVIDER_UNAVAILABLE"],
    limit: "uploadPhoto",
    idempotent: true,
  },
  stripeWebhook: {
    method: "POST",
    path: "/api/webhooks/stripe",
    summary: "The card provider's events",
    access: "provider",
    status: 200,
    answer: z.object({ received: z.literal(true) }),
    errors: ["BAD_SIGNATURE"],
  },
  paypalWebhook: {
    method: "POST",
    path: "/api/webhooks/paypal",
    summary: "The wallet provider's events",
    access: "provider",
    status: 200,
    answer: z.object({ received: z.literal(true) }),
    errors: ["BAD_SIGNATURE", "RATE_LIMITED", "PROVIDER_UNAVAILABLE"],
    limit: "walletEventAddress",
  },
  reportViolations: {
    method: "POST",
    path: "/api/csp-reports",
    summary: "Where browsers report violations of a page's content policy",
    access: "public",
    status: 204,
    answer: empty,
    errors: ["RATE_LIMITED"],
    limit: "reportAddress",
  },
  health: {
    method: "GET",
    path: "/api/health",
    summary: "Whether the server and its database answer",
    access: "public",
    status: 200,
    answer: z.object({ status: z.literal("ok") }),
    errors: ["UNAVAILABLE"],
  },
  ready: {
    method: "GET",
    path: "/api/ready",
    summary:
      "Whether this server should be sent requests: its database has this build's schema, and it is not being stopped",
    access: "public",
    status: 200,
    answer: z.object({ status: z.literal("ready") }),
    errors: ["UNAVAILABLE"],
  },
  openApi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This contract as OpenAPI 3.1",
    access: "public",
    status: 200,
    answer: z.looseObject({ openapi: z.string() }),
    errors: [],
  },
});

/** The validated query. */
export type QueryOf<C extends Call> = C["query"] extends z.ZodType ? z.output<C["query"]> : undefined;
/** The validated body. */
export type BodyOf<C extends Call> = C["body"] extends z.ZodType ? z.output<C["body"]> : undefined;
/** What a handler returns, for the answer's schema to check and trim. */
export type AnswerOf<C extends Call> = z.input<C["answer"]>;
