import { z } from "zod";
import { isEmoji } from "@/lib/domain/accounts/rules";
import * as accounts from "@/lib/domain/accounts/schema";
import * as boosts from "@/lib/domain/boosts/schema";
import * as donations from "@/lib/domain/donations/schema";
import * as donors from "@/lib/domain/donors/schema";
import { storySchema } from "@/lib/domain/donors/story-schema";
import * as finding from "@/lib/domain/finding/schema";
import * as giftMeter from "@/lib/domain/gift-meter/schema";
import * as given from "@/lib/domain/given/schema";
import * as guests from "@/lib/domain/guests/schema";
import * as leaderboard from "@/lib/domain/leaderboard/schema";
import * as live from "@/lib/domain/live/schema";
import * as messages from "@/lib/domain/messages/schema";
import * as openBooks from "@/lib/domain/open-books/schema";
import * as payouts from "@/lib/domain/payouts/schema";
import * as photos from "@/lib/domain/photos/schema";
import * as posts from "@/lib/domain/posts/schema";
import * as privacy from "@/lib/domain/privacy/schema";
import * as requests from "@/lib/domain/requests/schema";
import * as safety from "@/lib/domain/safety/schema";
import * as security from "@/lib/domain/security/schema";
import * as sessions from "@/lib/domain/sessions/schema";
import * as subscriptions from "@/lib/domain/subscriptions/schema";
import * as users from "@/lib/domain/users/schema";
import * as withdrawals from "@/lib/domain/withdrawals/schema";
import type { ErrorCode } from "@/lib/ground/errors";
import { MAIL_FREQUENCIES } from "@/lib/ground/mail-kinds";
import { STOPPABLE } from "@/lib/ground/vocabulary";
import { STREAM_TYPE } from "@/lib/server/live/event";
import type { EventSource } from "./event-sources";
import type { CallLimits } from "./rate-limit/limit";

/** One call of the HTTP contract (api.md). Handlers validate with it; the OpenAPI document is generated from it. */
export type Call = CallLimits & {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for each part of the path that varies. */
  path: string;
  summary: string;
  /** Who may call, where not only signed-in people: anyone, or a provider that is identified by its signature. */
  access?: "public" | "provider";
  /** Whose events it takes; refused ones are noted. */
  source?: EventSource;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The one field of the body that is an object of plain values, or a list of such. */
  nested?: string;
  /** May be called without a body, as with an empty one. */
  optionalBody?: true;
  /** Reads its body itself, in a format of its own, as do the calls of providers. */
  ownBody?: true;
  /** Where it is neither 200 with an answer nor 204 without one. */
  status?: 201 | 202 | 302;
  /** The media type of the answer, or those to choose from, where it is not JSON. */
  type?: string | readonly string[];
  answer?: z.ZodType;
  /** Beside those that the call's limits and what it takes imply. */
  errors?: readonly ErrorCode[];
  /** Honours `Idempotency-Key`. */
  idempotent?: true;
  /** A GET that changes something. */
  changes?: true;
};

/** Whether a call changes something: not from other sites, nor by whom nothing may be changed. */
export const isChange = ({ method, changes }: Pick<Call, "method" | "changes">) =>
  method !== "GET" || changes === true;

/** Whether only signed-in people may call. */
export const needsViewer = ({ access }: Pick<Call, "access">) => access === undefined;

/** Whether a call answers `limit` items at a time, and links to the next. */
export const isPaged = ({ query }: Call) => query instanceof z.ZodObject && "cursor" in query.shape;

/** Whether a call reads JSON, if only to refuse what it does not take. */
export const readsJson = ({ method, access, ownBody }: Call) =>
  method !== "GET" && access !== "provider" && !ownBody;

const success = z.object({ success: z.literal(true) });
const received = z.object({ received: z.literal(true) });
const userAnswer = z.object({ user: users.meSchema });
const linkAnswer = z.object({ user: users.meSchema.nullable() });
const undoEmailSchema = accounts.linkSchema.extend(security.passkeyAnswerSchema.partial().shape).extend({
  code: security.codeSchema
    .optional()
    .describe("or a passkey's answer, where the account had one before the change"),
});
const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});

/** The body of an error (api.md, Every answer). */
export const errorSchema = z.object({
  error: z.string(),
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  suggestions: z.array(z.string()).describe("Free usernames, for USERNAME_TAKEN").optional(),
  what: z.enum(STOPPABLE).describe("What an operator has stopped, for STOPPED").optional(),
  until: z.iso.datetime().describe("When to try again, for BEING_PAID").optional(),
  challenge: z.string().describe("What has to be solved, as JSON text, for WORK_REQUIRED").optional(),
  remaining: z.int().describe("What can be given now, in cents, for BEING_PAID").optional(),
});

export const contract = {
  currentUser: {
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in person",
    answer: users.meSchema,
  },
  updateUser: {
    method: "PATCH",
    path: "/api/auth/user",
    summary: "Change one's own profile, payment and privacy settings",
    body: accounts.updateUserSchema,
    answer: users.meSchema,
    errors: ["STEP_UP_REQUIRED", "USERNAME_TAKEN", "USERNAME_TOO_SOON"],
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
    body: privacy.eraseAccountSchema,
    optionalBody: true,
    errors: ["MONEY_OWED", "OBJECTION_OPEN"],
    stepUp: true,
    limit: "mailAddress",
    evenSuspended: true,
  },
  exportData: {
    method: "GET",
    path: "/api/auth/user/data",
    summary: "Everything that is kept about the signed-in person, as a file",
    answer: privacy.personalDataSchema,
    stepUp: true,
    limit: "exportData",
  },
  register: {
    method: "POST",
    path: "/api/auth/register",
    summary: "Open an account and sign in",
    access: "public",
    body: accounts.registerSchema,
    status: 201,
    answer: userAnswer,
    errors: ["WEAK_PASSWORD", "USERNAME_TAKEN", "EMAIL_EXISTS"],
    limit: "registerAddress",
  },
  login: {
    method: "POST",
    path: "/api/auth/login",
    summary: "Sign in with username or e-mail address and password",
    access: "public",
    body: accounts.loginSchema.extend({
      code: security.codeSchema.optional().describe("of the second factor, or a recovery code"),
    }),
    answer: userAnswer,
    errors: ["INVALID_CREDENTIALS", "SECOND_FACTOR_REQUIRED", "INVALID_CODE"],
    limit: "loginAddress",
    evicts: true,
  },
  passkeyOptions: {
    method: "POST",
    path: "/api/auth/passkey/options",
    summary: "A challenge for a passkey, with a cookie that belongs to it",
    access: "public",
    answer: security.passkeyOptionsSchema,
    limit: "passkeyAddress",
    evicts: true,
  },
  passkeyLogin: {
    method: "POST",
    path: "/api/auth/passkey",
    summary: "Sign in with a passkey's answer to the challenge",
    access: "public",
    body: security.passkeyAnswerSchema,
    answer: userAnswer,
    errors: ["INVALID_CREDENTIALS"],
    limit: "loginAddress",
    evicts: true,
  },
  proofWays: {
    method: "GET",
    path: "/api/auth/step-up",
    summary: "How the signed-in person can prove again who they are",
    answer: security.proofWaysSchema,
  },
  stepUp: {
    method: "POST",
    path: "/api/auth/step-up",
    summary: "Prove again who one is, for what asks it with STEP_UP_REQUIRED",
    body: security.proofSchema,
    answer: security.provenSchema,
    errors: ["WRONG_PASSWORD", "WRONG_PROOF"],
    limit: "loginAddress",
    evicts: true,
  },
  listSessions: {
    method: "GET",
    path: "/api/auth/sessions",
    summary: "Where one is signed in, the last used first",
    answer: z.array(sessions.sessionSchema),
  },
  endSession: {
    method: "DELETE",
    path: "/api/auth/sessions/{id}",
    summary: "End one of one's sessions; after the caller's own, nobody is signed in",
    errors: ["STEP_UP_REQUIRED", "NOT_FOUND"],
    evicts: true,
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/api/auth/sessions",
    summary: "End all of one's sessions but the caller's own",
    errors: ["STEP_UP_REQUIRED"],
    evicts: true,
  },
  logout: {
    method: "POST",
    path: "/api/auth/logout",
    summary: "End the session",
    access: "public",
    answer: success,
    evicts: true,
  },
  forgotPassword: {
    method: "POST",
    path: "/api/auth/password/forgot",
    summary:
      "Send a link for a new password to an e-mail address, if it has an account; the answer does not tell",
    access: "public",
    body: accounts.forgotPasswordSchema,
    status: 202,
    answer: success,
    limit: "mailAddress",
    evicts: true,
  },
  resetPassword: {
    method: "POST",
    path: "/api/auth/password/reset",
    summary: "Choose a new password by the link of a message; ends all other sessions",
    access: "public",
    body: accounts.resetPasswordSchema,
    answer: linkAnswer.describe("`user` is null where a second factor is missing: nobody is signed in then"),
    errors: ["TOKEN_INVALID", "ACCOUNT_CONTESTED", "WEAK_PASSWORD", "INVALID_CREDENTIALS"],
    limit: "linkAddress",
    evicts: true,
  },
  changePassword: {
    method: "POST",
    path: "/api/auth/password",
    summary: "Replace one's password; ends all other sessions",
    body: accounts.changePasswordSchema,
    answer: success,
    errors: ["WRONG_PASSWORD", "WEAK_PASSWORD"],
    limit: "loginAddress",
    evicts: true,
  },
  changeEmail: {
    method: "POST",
    path: "/api/auth/email",
    summary: "Send a link to a new e-mail address of one's own, which holds once the link is used",
    body: accounts.changeEmailSchema,
    status: 202,
    answer: success,
    stepUp: true,
    limit: "mailAddress",
    evenSuspended: true,
  },
  confirmEmail: {
    method: "POST",
    path: "/api/auth/email/confirm",
    summary: "Prove an e-mail address by the link that was sent there; a new one then holds",
    access: "public",
    body: accounts.linkSchema,
    answer: linkAnswer.describe(
      "`user` is null where the account has a second factor, and nobody is signed in to it",
    ),
    errors: ["TOKEN_INVALID", "EMAIL_EXISTS", "ACCOUNT_CONTESTED"],
    limit: "linkAddress",
    evicts: true,
  },
  undoEmail: {
    method: "POST",
    path: "/api/auth/email/undo",
    summary: "Restore an e-mail address by the link that was sent there; ends all sessions",
    access: "public",
    body: undoEmailSchema,
    answer: linkAnswer.describe("`user` is null where the account has a second factor"),
    errors: ["TOKEN_INVALID", "EMAIL_EXISTS", "PROOF_REQUIRED", "WRONG_PROOF", "ACCOUNT_CONTESTED"],
    limit: "linkAddress",
    evicts: true,
  },
  contestUndo: {
    method: "POST",
    path: "/api/auth/email/contest",
    summary:
      "Object to a restored e-mail address, by the link that was sent to the one it replaced: the account can then only be read until an operator decides",
    access: "public",
    body: accounts.linkSchema,
    answer: success,
    errors: ["TOKEN_INVALID", "ACCOUNT_CONTESTED"],
    limit: "linkAddress",
    evicts: true,
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
    limit: "googleAddress",
  },
  listRequests: {
    method: "GET",
    path: "/api/requests",
    summary: "The feed, in its order",
    access: "public",
    query: pageQuery,
    answer: z.array(requests.sharedRequestSchema),
  },
  search: {
    method: "GET",
    path: "/api/search",
    summary: "The open requests with all words and all filters, whatever was boosted",
    access: "public",
    query: finding.searchQuerySchema.extend(pageQuery.shape),
    answer: z.array(finding.foundRequestSchema),
    errors: ["UNAUTHENTICATED"],
    limit: "search",
  },
  listPlaces: {
    method: "GET",
    path: "/api/places",
    summary: "Towns whose names begin so, the largest first",
    access: "public",
    query: finding.placesQuerySchema,
    answer: z.array(finding.placeSchema),
    limit: "listPlaces",
  },
  nearestPlace: {
    method: "POST",
    path: "/api/places/nearest",
    summary: "The town nearest to a position, which is not kept",
    access: "public",
    body: finding.positionSchema,
    answer: finding.placeSchema,
    errors: ["NOT_FOUND"],
    limit: "listPlaces",
  },
  getRequest: {
    method: "GET",
    path: "/api/requests/{id}",
    summary: "One request",
    access: "public",
    answer: requests.sharedRequestSchema.extend({
      delivered: posts.postSchema.nullable().describe("the last post of that kind that one may read"),
    }),
    errors: ["NOT_FOUND"],
  },
  readStory: {
    method: "GET",
    path: "/api/requests/{id}/story",
    summary: "Who gave to a request, and what happened to it when",
    answer: storySchema,
    errors: ["NOT_FOUND"],
    limit: "readStory",
  },
  listPosts: {
    method: "GET",
    path: "/api/requests/{id}/posts",
    summary:
      "What the owner of a request posted about it, the newest first; for donors only to donors and the owner",
    access: "public",
    query: pageQuery,
    answer: z.array(posts.postSchema),
    errors: ["NOT_FOUND"],
  },
  writePost: {
    method: "POST",
    path: "/api/requests/{id}/posts",
    summary:
      "Post an update about one's own request, thank everybody who gave, or say what became of the money",
    body: posts.writePostSchema,
    status: 201,
    answer: posts.postSchema,
    errors: ["FORBIDDEN", "NOT_FOUND", "NOT_PAID_OUT", "TOO_MANY", "PHOTO_INVALID", "PROVIDER_UNAVAILABLE"],
    limit: "createRequest",
    idempotent: true,
  },
  editPost: {
    method: "PATCH",
    path: "/api/posts/{id}",
    summary: "Change the words of one's own post, within an hour",
    body: posts.editPostSchema,
    answer: posts.postSchema,
    errors: ["NOT_FOUND", "TOO_LATE"],
  },
  deletePost: {
    method: "DELETE",
    path: "/api/posts/{id}",
    summary: "Delete one's own post",
    errors: ["NOT_FOUND"],
  },
  readFaces: {
    method: "GET",
    path: "/api/requests/faces",
    summary: "Who gave to these requests, as far as they are shown",
    query: donors.facesQuerySchema,
    answer: donors.facesSchema,
    limit: "readFaces",
  },
  events: {
    method: "GET",
    path: "/api/events",
    summary:
      "Changes as they happen, as server-sent events: of requests, and to signed-in people how many notifications are unread",
    access: "public",
    query: live.eventsQuerySchema,
    type: STREAM_TYPE,
    answer: live.liveEventSchema.describe("one event of the stream: its name, and its data as JSON"),
    errors: ["RATE_LIMITED"],
  },
  createRequest: {
    method: "POST",
    path: "/api/requests",
    summary: "Ask for something",
    body: requests.createRequestSchema,
    status: 201,
    answer: requests.requestSchema,
    errors: [
      "PAYMENT_METHOD_REQUIRED",
      "PAYMENT_DETAILS_REQUIRED",
      "GOAL_LIMIT_EXCEEDED",
      "MAX_REQUESTS_REACHED",
      "INSUFFICIENT_BOOSTS",
      "PHOTO_INVALID",
      "PROVIDER_UNAVAILABLE",
      "FORBIDDEN",
      "STOPPED",
    ],
    limit: "createRequest",
    idempotent: true,
  },
  listRequestsOfUser: {
    method: "GET",
    path: "/api/requests/user/{userId}",
    summary: "A person's requests: all of one's own, of others those in the feed",
    query: pageQuery,
    answer: z.array(requests.requestSchema),
  },
  readPerson: {
    method: "GET",
    path: "/api/people/{username}",
    summary: "A person, and their open and completed requests, newest first",
    query: pageQuery,
    answer: users.personSchema.extend({ requests: z.array(requests.requestSchema) }),
    errors: ["NOT_FOUND"],
    limit: "readPerson",
  },
  blockPerson: {
    method: "PUT",
    path: "/api/people/{username}/block",
    summary: "Block somebody, both ways and silently",
    errors: ["NOT_FOUND"],
    evenSuspended: true,
  },
  unblockPerson: {
    method: "DELETE",
    path: "/api/people/{username}/block",
    summary: "End one's block of somebody",
    errors: ["NOT_FOUND"],
    evenSuspended: true,
  },
  listBlocks: {
    method: "GET",
    path: "/api/blocks",
    summary: "The usernames of those whom one blocked, by name",
    query: pageQuery,
    answer: z.array(z.string()),
  },
  followPerson: {
    method: "PUT",
    path: "/api/people/{username}/follow",
    summary: "Follow somebody, who is not told",
    errors: ["NOT_FOUND"],
  },
  unfollowPerson: {
    method: "DELETE",
    path: "/api/people/{username}/follow",
    summary: "No longer follow somebody",
    errors: ["NOT_FOUND"],
  },
  saveRequest: {
    method: "PUT",
    path: "/api/requests/{id}/save",
    summary: "Save a request, for oneself alone",
    errors: ["NOT_FOUND"],
  },
  unsaveRequest: {
    method: "DELETE",
    path: "/api/requests/{id}/save",
    summary: "No longer save a request",
    errors: ["NOT_FOUND"],
  },
  deleteRequest: {
    method: "DELETE",
    path: "/api/requests/{id}",
    summary: "Delete one's own request",
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  editRequest: {
    method: "PATCH",
    path: "/api/requests/{id}",
    summary: "Change the text or the photo of one's own request, until the first donation begins",
    body: requests.editRequestSchema,
    answer: requests.requestSchema,
    errors: [
      "FORBIDDEN",
      "NOT_FOUND",
      "NOT_ACTIVE",
      "HAS_DONATIONS",
      "PHOTO_INVALID",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createRequest",
  },
  pauseRequest: {
    method: "POST",
    path: "/api/requests/{id}/pause",
    summary: "Pause giving to one's own request",
    answer: requests.requestSchema,
    errors: ["FORBIDDEN", "NOT_FOUND", "NOT_ACTIVE", "CLOSED"],
  },
  resumeRequest: {
    method: "POST",
    path: "/api/requests/{id}/resume",
    summary: "Let people give to one's own request again",
    answer: requests.requestSchema,
    errors: ["FORBIDDEN", "NOT_FOUND", "CLOSED"],
  },
  closeRequest: {
    method: "POST",
    path: "/api/requests/{id}/close",
    summary: "Close one's own request for good; it keeps what was given",
    answer: requests.requestSchema,
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  applyBoost: {
    method: "POST",
    path: "/api/requests/{id}/apply-boost",
    summary: "Use a boost on one's own request",
    body: boosts.applyBoostSchema,
    answer: requests.requestSchema,
    errors: ["FORBIDDEN", "NOT_FOUND", "NOT_ACTIVE", "ALREADY_BOOSTED", "INSUFFICIENT_BOOSTS"],
    idempotent: true,
  },
  validateDonation: {
    method: "POST",
    path: "/api/donations/validate",
    summary: "Whether a request takes donations, and how much",
    body: donations.validateDonationSchema,
    answer: donations.donationTermsSchema,
    errors: ["NOT_FOUND", "GOAL_REACHED", "OWN_REQUEST", "GIVING_OFF", "STOPPED"],
  },
  reserve: {
    method: "POST",
    path: "/api/donations/reserve",
    summary: "Take the place of a donation that is about to be paid, so that nobody pays for a reached goal",
    access: "public",
    body: donations.reserveSchema,
    answer: donations.reservedSchema,
    errors: [
      "UNAUTHENTICATED",
      "ACCOUNT_CONTESTED",
      "SUSPENDED",
      "NOT_FOUND",
      "NOT_ACTIVE",
      "BEING_PAID",
      "GOAL_REACHED",
      "GIVING_OFF",
      "STOPPED",
    ],
    limit: "createPayment",
  },
  takeBack: {
    method: "POST",
    path: "/api/gifts/{donationId}/take-back",
    summary: "Take one's donation back while it waits, fee included; a guest by the token of the receipt",
    access: "public",
    body: payouts.takeBackSchema,
    optionalBody: true,
    answer: payouts.takenBackSchema,
    errors: [
      "UNAUTHENTICATED",
      "ACCOUNT_CONTESTED",
      "NOT_FOUND",
      "TOO_LATE",
      "ALREADY_RETURNED",
      "TAKEN_BACK_OFTEN",
    ],
    limit: "createPayment",
    evenSuspended: true,
    idempotent: true,
  },
  makeGiftLink: {
    method: "POST",
    path: "/api/requests/{id}/gift-link",
    summary:
      "The link by which others give to one's own request without an account; the same until it is revoked",
    answer: guests.giftLinkSchema,
    errors: ["FORBIDDEN", "GUEST_GIVING_OFF", "NOT_FOUND"],
  },
  readPoster: {
    method: "GET",
    path: "/api/requests/{id}/poster",
    summary: "One's own request on paper, with a QR code of its gift link, which is made if there is none",
    query: guests.posterQuerySchema,
    type: "application/pdf",
    answer: z.string(),
    errors: ["FORBIDDEN", "GUEST_GIVING_OFF", "NOT_FOUND", "PROVIDER_UNAVAILABLE"],
    limit: "makeStatement",
    changes: true,
  },
  revokeGiftLink: {
    method: "DELETE",
    path: "/api/requests/{id}/gift-link",
    summary: "Revoke that link: its address is dead at once",
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  startGift: {
    method: "POST",
    path: "/api/gifts/start",
    summary: "Start a gift without an account, by a gift link",
    access: "public",
    body: guests.startGuestDonationSchema,
    answer: guests.startedGuestDonationSchema,
    errors: [
      "SUSPENDED",
      "ACCOUNT_CONTESTED",
      "GIFT_LINK_INVALID",
      "INVALID_AMOUNT",
      "AMOUNT_TOO_SMALL",
      "AMOUNT_ABOVE_REMAINING",
      "GOAL_REACHED",
      "GIVING_OFF",
      "OWN_REQUEST",
      "WORK_REQUIRED",
      "PROVIDER_UNAVAILABLE",
      "STOPPED",
    ],
    limit: "giftAddress",
    idempotent: true,
  },
  claimGift: {
    method: "POST",
    path: "/api/gifts/claim",
    summary: "Take a gift that one gave without an account into one's account, by the token of its receipt",
    body: guests.claimDonationSchema,
    answer: given.givenDonationSchema,
    errors: ["EMAIL_NOT_CONFIRMED", "EMAIL_MISMATCH", "NOT_FOUND", "ALREADY_CLAIMED", "OWN_REQUEST"],
    limit: "linkAddress",
    idempotent: true,
  },
  changeGift: {
    method: "PATCH",
    path: "/api/gifts/{donationId}",
    summary: "Give anonymously or not, afterwards; a guest by the token of the receipt",
    access: "public",
    body: given.changeDonationSchema,
    answer: given.givenDonationSchema,
    errors: ["UNAUTHENTICATED", "ACCOUNT_CONTESTED", "NOT_FOUND"],
    limit: "receiptAddress",
    evenSuspended: true,
  },
  listGifts: {
    method: "GET",
    path: "/api/gifts",
    summary: "What one gave and paid, newest first, with what became of each",
    query: pageQuery,
    answer: z.array(given.givenDonationSchema),
  },
  giftReceipt: {
    method: "GET",
    path: "/api/gifts/{donationId}/receipt",
    summary: "The receipt of a donation of one's own",
    type: "application/pdf",
    answer: z.string(),
    errors: ["NOT_FOUND"],
    limit: "makeStatement",
  },
  givenYear: {
    method: "GET",
    path: "/api/gifts/year",
    summary: "What one gave in a year, as a file: a table, or a picture without amounts",
    query: given.givenYearSchema,
    type: ["text/csv", "image/jpeg"],
    answer: z.string(),
    limit: "makeStatement",
  },
  createPaymentIntent: {
    method: "POST",
    path: "/api/payments/stripe/create-payment-intent",
    summary: "Start a donation by card",
    body: donations.createPaymentIntentSchema,
    answer: donations.donationIntentSchema,
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
      "GIVING_OFF",
      "PURCHASE_CLOSED",
      "PROVIDER_UNAVAILABLE",
      "STOPPED",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  createSubscription: {
    method: "POST",
    path: "/api/subscriptions/create",
    summary: "Start a monthly subscription by wallet or card",
    body: subscriptions.createSubscriptionSchema,
    answer: boosts.approvalSchema,
    errors: ["ALREADY_SUBSCRIBED", "PURCHASE_CLOSED", "PROVIDER_UNAVAILABLE"],
    limit: "createPayment",
    idempotent: true,
  },
  cancelSubscription: {
    method: "POST",
    path: "/api/subscriptions/cancel",
    summary: "Cancel one's subscription; its tier stays until it has run out",
    answer: subscriptions.cancelledSchema,
    errors: ["NOT_SUBSCRIBED"],
    idempotent: true,
    evenSuspended: true,
  },
  sendCancelLink: {
    method: "POST",
    path: "/api/subscriptions/cancel-link",
    summary: "Send a link that cancels the plan of an e-mail address; the answer does not tell if it has one",
    access: "public",
    body: accounts.forgotPasswordSchema,
    status: 202,
    answer: success,
    limit: "mailAddress",
  },
  cancelByLink: {
    method: "POST",
    path: "/api/subscriptions/cancel-by-link",
    summary: "Cancel the plan of the account that a link was sent to; its tier stays until it has run out",
    access: "public",
    body: accounts.linkSchema,
    answer: subscriptions.cancelledByLinkSchema,
    errors: ["TOKEN_INVALID", "NOT_SUBSCRIBED"],
    limit: "linkAddress",
  },
  listPurchases: {
    method: "GET",
    path: "/api/purchases",
    summary: "What one bought, newest first, and until when one can withdraw from it",
    query: pageQuery,
    answer: z.array(withdrawals.purchaseSchema),
  },
  withdraw: {
    method: "POST",
    path: "/api/withdrawals",
    summary: "Withdraw from a purchase within 14 days: what was not used of it is refunded",
    body: withdrawals.withdrawSchema,
    answer: withdrawals.withdrawnSchema,
    errors: ["NOT_FOUND", "TOO_LATE", "USED"],
    idempotent: true,
    evenSuspended: true,
  },
  purchaseBoosts: {
    method: "POST",
    path: "/api/boosts/purchase",
    summary: "Start a purchase of boosts by wallet",
    body: boosts.purchaseBoostsSchema,
    answer: boosts.approvalSchema,
    errors: [
      "INVALID_AMOUNT",
      "AMOUNT_MISMATCH",
      "CURRENCY_MISMATCH",
      "PURCHASE_CLOSED",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  createCheckout: {
    method: "POST",
    path: "/api/create-payment-intent",
    summary: "Start a purchase of a pack of boosts by card, on the card provider's page",
    body: boosts.createCheckoutSchema,
    answer: boosts.checkoutSchema,
    errors: [
      "INVALID_AMOUNT",
      "UNKNOWN_PRODUCT",
      "CURRENCY_MISMATCH",
      "PURCHASE_CLOSED",
      "PROVIDER_UNAVAILABLE",
    ],
    limit: "createPayment",
    idempotent: true,
  },
  leaderboard: {
    method: "GET",
    path: "/api/leaderboard",
    summary: "Who gave most, openly, in a period",
    query: leaderboard.leaderboardQuerySchema,
    answer: z.array(leaderboard.leaderboardEntrySchema),
    costlyForm: { limit: "search", is: ({ search }) => Boolean(search) },
  },
  openBooks: {
    method: "GET",
    path: "/api/open-books",
    summary:
      "The published books, newest first: each night's root over all ledger entries, sums and balances, signed",
    access: "public",
    query: pageQuery,
    answer: z.array(openBooks.publishedNightSchema),
    limit: "booksAddress",
  },
  bookProof: {
    method: "GET",
    path: "/api/open-books/{night}/proof",
    summary:
      "That a donation is in the books of a night, for who gave or received it; a guest by the token of the receipt",
    access: "public",
    query: openBooks.proofQuerySchema,
    answer: openBooks.proofSchema,
    errors: ["UNAUTHENTICATED", "NOT_FOUND"],
    limit: "booksAddress",
  },
  bookConsistency: {
    method: "GET",
    path: "/api/open-books/consistency",
    summary: "That the books of a night go on from those of an earlier one",
    access: "public",
    query: openBooks.consistencyQuerySchema,
    answer: openBooks.consistencySchema,
    errors: ["NOT_FOUND"],
    limit: "booksAddress",
  },
  giftMeter: {
    method: "GET",
    path: "/api/gift-meter",
    summary: "What one received in this calendar year, beside the limit, for oneself alone",
    answer: giftMeter.giftMeterSchema,
  },
  changeGiftMeter: {
    method: "PUT",
    path: "/api/gift-meter",
    summary: "Count what one receives, or no longer; one's own limit, and what one received elsewhere",
    body: giftMeter.changeGiftMeterSchema,
    nested: "elsewhere",
    answer: giftMeter.giftMeterSchema,
  },
  listNotifications: {
    method: "GET",
    path: "/api/notifications",
    summary: "One's notifications, newest first",
    query: pageQuery,
    answer: z.array(messages.notificationSchema),
  },
  readNotification: {
    method: "PATCH",
    path: "/api/notifications/{id}/read",
    summary: "Mark a notification as read",
    answer: messages.notificationSchema,
    errors: ["NOT_FOUND"],
    evenSuspended: true,
  },
  sendReport: {
    method: "POST",
    path: "/api/reports",
    summary: "Report a request or a person; also without an account, with name and e-mail address",
    access: "public",
    body: safety.sendReportSchema,
    nested: "target",
    status: 201,
    answer: safety.sentReportSchema,
    errors: ["ACCOUNT_CONTESTED", "NOT_FOUND", "ALREADY_REPORTED"],
    limit: "report",
    evenSuspended: true,
    idempotent: true,
  },
  readReport: {
    method: "GET",
    path: "/api/reports/{reference}",
    summary: "What became of a report: one's own, or by the token of a visitor",
    access: "public",
    query: safety.reportQuerySchema,
    answer: safety.reportSchema,
    errors: ["NOT_FOUND"],
  },
  listDecisions: {
    method: "GET",
    path: "/api/decisions",
    summary: "Decisions about one's account and requests with their reasons, newest first",
    query: pageQuery,
    answer: z.array(safety.decisionSchema),
  },
  appealDecision: {
    method: "POST",
    path: "/api/decisions/{id}/appeal",
    summary: "Appeal against a decision about oneself, once",
    body: safety.appealSchema,
    status: 201,
    answer: success,
    errors: ["NOT_FOUND", "ALREADY_APPEALED"],
    evenSuspended: true,
    idempotent: true,
  },
  messageChoices: {
    method: "GET",
    path: "/api/messages/choices",
    summary: "What one hears of, and how",
    answer: messages.messageChoicesSchema,
  },
  chooseMessages: {
    method: "PUT",
    path: "/api/messages/choices",
    summary: "Change how one hears of something, on one channel",
    body: messages.chooseMessagesSchema,
    answer: messages.messageChoicesSchema,
    evenSuspended: true,
  },
  payouts: {
    method: "GET",
    path: "/api/payouts",
    summary: "Where all the money is that one received, in cents, and one's payouts, newest first",
    answer: payouts.payoutsSchema,
  },
  payoutStatement: {
    method: "GET",
    path: "/api/payouts/statement",
    summary: "What one received in a year and where the money is, as a file",
    query: payouts.statementQuerySchema,
    type: ["application/pdf", "text/csv"],
    answer: z.string(),
    limit: "makeStatement",
  },
  startOnboarding: {
    method: "POST",
    path: "/api/payouts/onboarding",
    summary: "The provider's page where one says who one is and where one's bank account is; for one use",
    body: payouts.onboardingSchema,
    optionalBody: true,
    answer: payouts.onboardingPageSchema,
    errors: ["PROVIDER_UNAVAILABLE"],
    stepUp: true,
    limit: "createPayment",
  },
  askPayout: {
    method: "POST",
    path: "/api/payouts",
    summary: "Have everything paid out that is in one's account at the provider, or all of one request",
    body: payouts.askPayoutSchema,
    optionalBody: true,
    status: 201,
    answer: payouts.payoutSchema,
    errors: ["NOTHING_TO_PAY_OUT", "PAYEE_NOT_READY", "ON_HOLD", "STOPPED"],
    stepUp: true,
    limit: "checkPayee",
    idempotent: true,
  },
  checkPayee: {
    method: "POST",
    path: "/api/payouts/check",
    summary:
      "The same as GET /api/payouts, after asking the provider whether one can be paid out; a failed payout is tried again, unless the account was the problem",
    answer: payouts.payoutsSchema,
    errors: ["PROVIDER_UNAVAILABLE"],
    limit: "checkPayee",
  },
  renewPush: {
    method: "POST",
    path: "/api/push/renew",
    summary: "Replace a browser's subscription to push messages; called by its service worker",
    body: messages.renewPushSchema,
    limit: "changePush",
    evenSuspended: true,
  },
  uploadPhoto: {
    method: "POST",
    path: "/api/photos/upload",
    summary: "Where to send a photo, and how a request names it afterwards",
    body: photos.startUploadSchema,
    optionalBody: true,
    answer: photos.uploadSchema,
    errors: ["PROVIDER_UNAVAILABLE"],
    limit: "uploadPhoto",
    idempotent: true,
  },
  stripeWebhook: {
    method: "POST",
    path: "/api/webhooks/stripe",
    summary: "The card provider's events",
    access: "provider",
    source: "stripe",
    answer: received,
    errors: ["BAD_SIGNATURE", "PROVIDER_UNAVAILABLE"],
  },
  stripeConnectWebhook: {
    method: "POST",
    path: "/api/webhooks/stripe/connect",
    summary: "The card provider's events of payees' accounts: their payouts and bank accounts",
    access: "provider",
    source: "stripe_connect",
    answer: received,
    errors: ["BAD_SIGNATURE", "PROVIDER_UNAVAILABLE"],
  },
  stripeAccountsWebhook: {
    method: "POST",
    path: "/api/webhooks/stripe/accounts",
    summary:
      "The card provider's thin events about payees' accounts: what is asked of them, and what they can do",
    access: "provider",
    source: "stripe_accounts",
    answer: received,
    errors: ["BAD_SIGNATURE", "PROVIDER_UNAVAILABLE"],
  },
  paypalWebhook: {
    method: "POST",
    path: "/api/webhooks/paypal",
    summary: "The wallet provider's events",
    access: "provider",
    source: "paypal",
    answer: received,
    errors: ["BAD_SIGNATURE", "PROVIDER_UNAVAILABLE"],
    limit: "walletEventAddress",
  },
  mailWebhook: {
    method: "POST",
    path: "/api/webhooks/mail",
    summary:
      "What mail servers report of our messages: a bounce (RFC 3464) or a complaint (RFC 5965), as it is",
    access: "provider",
    source: "mail",
    answer: received,
    errors: ["BAD_SIGNATURE"],
    limit: "mailReportAddress",
  },
  unsubscribe: {
    method: "POST",
    path: "/u/{token}",
    summary: "Switch a kind of mail off by the signed address in a message, in one click (RFC 8058)",
    access: "provider",
    answer: success,
    errors: ["BAD_SIGNATURE"],
    limit: "unsubscribeAddress",
  },
  unsubscribePage: {
    method: "GET",
    path: "/u/{token}",
    summary: "Go to the page of such an address; changes nothing",
    access: "public",
    status: 302,
  },
  resubscribe: {
    method: "DELETE",
    path: "/u/{token}",
    summary: "Switch that kind of mail on again, by the same address",
    access: "public",
    body: z.object({ value: z.enum(MAIL_FREQUENCIES, "invalid") }),
    answer: success,
    errors: ["BAD_SIGNATURE"],
    limit: "unsubscribeAddress",
  },
  reportViolations: {
    method: "POST",
    path: "/api/csp-reports",
    summary: "Where browsers report violations of a page's content policy",
    access: "public",
    ownBody: true,
    limit: "reportAddress",
  },
  health: {
    method: "GET",
    path: "/api/health",
    summary: "Whether the server and its database answer, and the database takes writes",
    access: "public",
    answer: z.object({ status: z.literal("ok") }),
  },
  ready: {
    method: "GET",
    path: "/api/ready",
    summary:
      "Whether this server should be sent requests: it is not being stopped, and no migration of its build is missing",
    access: "public",
    answer: z.object({ status: z.literal("ready") }),
  },
  openApi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This contract as OpenAPI 3.1",
    access: "public",
    answer: z.looseObject({ openapi: z.string() }),
  },
} as const satisfies Record<string, Call>;

/** The validated query. */
export type QueryOf<C extends Call> = C["query"] extends z.ZodType ? z.output<C["query"]> : undefined;
/** The validated body. */
export type BodyOf<C extends Call> = C["body"] extends z.ZodType ? z.output<C["body"]> : undefined;
/** What a handler returns, for the answer's schema to check and trim. */
export type AnswerOf<C extends Call> = C["answer"] extends z.ZodType ? z.input<C["answer"]> : undefined;

/** The status of a call's answer, where nothing went wrong. */
export const statusOf = ({ status, answer }: Call) => status ?? (answer ? 200 : 204);
