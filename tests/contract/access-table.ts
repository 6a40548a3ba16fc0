import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@/lib/ground/errors";
import type { Asker, OfficeAsker, Thing } from "../support/actors";

/**
 * How asking ends: with a status, an error's code, or on the way to another address (`→ /auth`), where `{id}` is what
 * was asked for.
 */
export type Outcome = number | ErrorCode | `→ ${string}`;

export type Asked = { path?: string; query?: string; body?: unknown; headers?: Record<string, string> };

export type Row = {
  /** The thing of the owner's that it is about; its id takes the place of what varies in the path. */
  of?: Thing;
  ask?: (id: string) => Asked;
  outcomes: Outcomes<Outcome>;
  /** The answer to a signed-in person when there is no such thing. */
  unknown?: Outcome;
  /** May be kept by caches that several people share. */
  cached?: true;
  /** Why a call that changes something may come from another site. */
  fromElsewhere?: string;
};

export type ActionRow = {
  of?: Thing;
  args: (id: string) => unknown[];
  outcomes: Outcomes<string>;
  unknown?: string;
};

/** What each gets. A reporter and two operators get what another gets, unless they are named. */
export type Outcomes<T> = Record<Asker, T> & Partial<Record<OfficeAsker, T>>;

const all = <T>(outcome: T) => ({ nobody: outcome, expired: outcome, other: outcome, owner: outcome });
const people = <T>(other: T, owner = other) => ({ ...all("UNAUTHENTICATED" as const), other, owner });
const visitors = <T>(visitor: T, person: T) => ({ ...all(visitor), other: person, owner: person });
const page = (path: string) =>
  visitors<Outcome>(path === "/" ? "→ /auth" : `→ /auth?next=${encodeURIComponent(path)}`, 200);
/** A page of the office: there is none for anybody but operators. */
const office = (path: string, open: Outcome = 200): Outcomes<Outcome> => ({
  ...visitors<Outcome>(`→ /auth?next=${encodeURIComponent(path).replace("%7Bid%7D", "{id}")}`, 404),
  reporter: 404,
  operator: open,
  second: open,
});

/** What is done in the office: there is nothing of the kind for anybody but operators. */
const deed = (open: string): Outcomes<string> => ({
  ...people("NOT_FOUND"),
  reporter: "NOT_FOUND",
  operator: open,
  second: open,
});

/** About a request that there is not. */
const decision = {
  kind: "request",
  id: randomUUID(),
  measure: "none",
  basis: "rules",
  paragraph: "2.1",
  facts: "Nothing was wrong with it.",
  until: "",
  reason: "It is fine.",
};

const someone = () => {
  const username = `u${randomUUID().slice(0, 12)}`;
  return { username, name: "Noor", email: `${username}@example.org`, password: `steun-${randomUUID()}` };
};
/** The token of a link that was never made. */
const strangeLink = "x".repeat(43);
const pack = { amount: "8.99", description: "5 normal boosts", currency: "eur" };
/** Of a passkey that nobody has. */
export const passkeyAnswer = { id: "x", clientDataJSON: "x", authenticatorData: "x", signature: "x" };
export const newPasskey = {
  id: "x",
  rawId: "x",
  type: "public-key",
  response: { clientDataJSON: "x", attestationObject: "x" },
} as const;
const form = { "content-type": "application/x-www-form-urlencoded" };
/** A browser's subscription to push messages; the point is the curve's base point. */
export const PUSH = {
  endpoint: "https://fcm.googleapis.com/fcm/send/of-a-test",
  p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "AAAAAAAAAAAAAAAAAAAAAA",
};
const openFile: Row = { outcomes: all(200), cached: true };
const noCall: Row = { ask: () => ({ path: "/api/nothing" }), outcomes: all("NOT_FOUND") };

/**
 * Who may do what: every route with every method that it answers, and every page. A new one without a row fails the
 * suite, and so does a row of something that is gone.
 */
export const ACCESS: Record<string, Row> = {
  "GET /api/auth/user": { outcomes: people(200) },
  "PATCH /api/auth/user": { ask: () => ({ body: { hideGivenAmount: true } }), outcomes: people(200) },
  "DELETE /api/auth/user": {
    ask: () => ({ body: { username: "not one's own" } }),
    outcomes: people("VALIDATION_ERROR"),
  },
  "GET /api/auth/user/data": { outcomes: people(200) },
  "POST /api/auth/register": { ask: () => ({ body: someone() }), outcomes: all(201) },
  "POST /api/auth/login": {
    ask: () => ({ body: { username: "nobody.at-all", password: "not the password" } }),
    outcomes: all("INVALID_CREDENTIALS"),
  },
  "POST /api/auth/passkey/options": { outcomes: all(200) },
  "POST /api/auth/passkey": { ask: () => ({ body: passkeyAnswer }), outcomes: all("INVALID_CREDENTIALS") },
  "GET /api/auth/step-up": { outcomes: people(200) },
  "POST /api/auth/step-up": {
    ask: () => ({ body: { password: "not the password" } }),
    outcomes: people("WRONG_PASSWORD"),
  },
  "GET /api/auth/sessions": { outcomes: people(200) },
  "DELETE /api/auth/sessions": { outcomes: people(204) },
  "DELETE /api/auth/sessions/{id}": {
    of: "session",
    outcomes: people<Outcome>("NOT_FOUND", 204),
    unknown: "NOT_FOUND",
  },
  "POST /api/auth/password/forgot": {
    ask: () => ({ body: { email: someone().email } }),
    outcomes: all(202),
  },
  "POST /api/auth/password/reset": {
    ask: () => ({ body: { token: strangeLink, password: someone().password } }),
    outcomes: all("TOKEN_INVALID"),
  },
  "POST /api/auth/email/confirm": {
    ask: () => ({ body: { token: strangeLink } }),
    outcomes: all("TOKEN_INVALID"),
  },
  "POST /api/auth/password": {
    ask: () => ({ body: { currentPassword: "not the password", password: someone().password } }),
    outcomes: people("WRONG_PASSWORD"),
  },
  "POST /api/auth/email": {
    ask: () => ({ body: { email: someone().email } }),
    outcomes: people(202),
  },
  "POST /api/auth/email/undo": {
    ask: () => ({ body: { token: strangeLink } }),
    outcomes: all("TOKEN_INVALID"),
  },
  "POST /api/auth/email/contest": {
    ask: () => ({ body: { token: strangeLink } }),
    outcomes: all("TOKEN_INVALID"),
  },
  "POST /api/auth/logout": { outcomes: all(200) },
  "GET /api/auth/google": { outcomes: visitors<Outcome>("→ /auth?error=google_unavailable", "→ /") },
  "GET /api/auth/callback/google": { outcomes: all("→ /auth?error=google_unavailable") },

  "GET /api/requests": { outcomes: all(200) },
  "GET /api/gift-meter": { outcomes: people(200) },
  "PUT /api/gift-meter": { ask: () => ({ body: { on: true } }), outcomes: people(200) },
  "GET /api/open-books": { outcomes: all(200) },
  "GET /api/open-books/{night}/proof": {
    of: "donation",
    ask: (id) => ({ path: "/api/open-books/2026-01-01/proof", query: `donationId=${id}` }),
    outcomes: people("NOT_FOUND"),
    unknown: "NOT_FOUND",
  },
  "GET /api/open-books/consistency": {
    ask: () => ({ query: "from=2026-01-01&to=2026-01-02" }),
    outcomes: all("NOT_FOUND"),
  },
  "GET /api/places": { ask: () => ({ query: "q=utr" }), outcomes: all(200) },
  "POST /api/places/nearest": {
    ask: () => ({ body: { latitude: 52.09, longitude: 5.12 } }),
    outcomes: all(200),
  },
  "GET /api/search": { ask: () => ({ query: "q=coat&filter=new" }), outcomes: all(200) },
  "GET /api/requests/{id}": { of: "request", outcomes: all(200), unknown: "NOT_FOUND" },
  "GET /api/requests/{id}/story": { of: "request", outcomes: people(200), unknown: "NOT_FOUND" },
  "GET /api/events": { outcomes: all(200) },
  "GET /api/requests/faces": {
    of: "request",
    ask: (id) => ({ query: `ids=${id}` }),
    outcomes: people(200),
    unknown: 200,
  },
  "POST /api/requests": {
    of: "person",
    ask: (userId) => ({ body: { item: "A coat", description: "It is cold.", goal: 5_000, userId } }),
    outcomes: people<Outcome>("FORBIDDEN", 201),
    unknown: "FORBIDDEN",
  },
  "GET /api/requests/user/{userId}": { of: "person", outcomes: people(200), unknown: 200 },
  "GET /api/people/{username}": { of: "username", outcomes: people(200), unknown: "NOT_FOUND" },
  "PUT /api/people/{username}/block": {
    of: "username",
    outcomes: people<Outcome>(204, "VALIDATION_ERROR"),
    unknown: "NOT_FOUND",
  },
  "DELETE /api/people/{username}/block": {
    of: "username",
    outcomes: people<Outcome>(204, "VALIDATION_ERROR"),
    unknown: "NOT_FOUND",
  },
  "PUT /api/people/{username}/follow": {
    of: "username",
    outcomes: people<Outcome>(204, "VALIDATION_ERROR"),
    unknown: "NOT_FOUND",
  },
  "DELETE /api/people/{username}/follow": {
    of: "username",
    outcomes: people<Outcome>(204, "VALIDATION_ERROR"),
    unknown: "NOT_FOUND",
  },
  "PUT /api/requests/{id}/save": { of: "request", outcomes: people(204), unknown: "NOT_FOUND" },
  "DELETE /api/requests/{id}/save": { of: "request", outcomes: people(204), unknown: 204 },
  "GET /api/blocks": { outcomes: people(200) },
  "DELETE /api/requests/{id}": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 204),
    unknown: "NOT_FOUND",
  },
  "GET /api/requests/{id}/posts": { of: "request", outcomes: all(200), unknown: "NOT_FOUND" },
  "POST /api/requests/{id}/posts": {
    of: "request",
    ask: () => ({ body: { kind: "update", text: "It is on its way.", audience: "everyone" } }),
    outcomes: people<Outcome>("FORBIDDEN", 201),
    unknown: "NOT_FOUND",
  },
  "PATCH /api/posts/{id}": {
    of: "post",
    ask: () => ({ body: { text: "It is here." } }),
    outcomes: people<Outcome>("NOT_FOUND", 200),
    unknown: "NOT_FOUND",
  },
  "DELETE /api/posts/{id}": {
    of: "post",
    outcomes: people<Outcome>("NOT_FOUND", 204),
    unknown: "NOT_FOUND",
  },
  "PATCH /api/requests/{id}": {
    of: "request",
    ask: () => ({ body: { item: "A warm coat" } }),
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "POST /api/requests/{id}/gift-link": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "DELETE /api/requests/{id}/gift-link": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 204),
    unknown: "NOT_FOUND",
  },
  "POST /api/gifts/start": {
    ask: () => ({ body: { token: strangeLink, amount: "5", email: someone().email } }),
    outcomes: all("GIFT_LINK_INVALID"),
  },
  "POST /api/gifts/claim": { ask: () => ({ body: { token: strangeLink } }), outcomes: people("NOT_FOUND") },
  "GET /api/gifts": { outcomes: people(200) },
  "GET /api/gifts/year": { ask: () => ({ query: "year=2026&format=csv" }), outcomes: people(200) },
  "GET /api/gifts/{donationId}/receipt": {
    of: "donation",
    outcomes: people("NOT_FOUND"),
    unknown: "NOT_FOUND",
  },
  "PATCH /api/gifts/{donationId}": {
    ask: () => ({
      path: `/api/gifts/${randomUUID()}`,
      body: { receiptToken: strangeLink, anonymous: false },
    }),
    outcomes: all("NOT_FOUND"),
  },
  "GET /api/requests/{id}/poster": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "POST /api/requests/{id}/pause": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "POST /api/requests/{id}/resume": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "POST /api/requests/{id}/close": {
    of: "request",
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },
  "POST /api/requests/{id}/apply-boost": {
    of: "request",
    ask: () => ({ body: { boostType: "normal" } }),
    outcomes: people<Outcome>("FORBIDDEN", 200),
    unknown: "NOT_FOUND",
  },

  "POST /api/donations/validate": {
    of: "request",
    ask: (requestId) => ({ body: { requestId } }),
    outcomes: people<Outcome>(200, "OWN_REQUEST"),
    unknown: "NOT_FOUND",
  },
  "POST /api/donations/reserve": {
    ask: () => ({ body: { paymentIntentId: "pi_of_nobody" } }),
    outcomes: people("NOT_FOUND"),
  },
  "POST /api/gifts/{donationId}/take-back": {
    of: "donation",
    outcomes: people("NOT_FOUND"),
    unknown: "NOT_FOUND",
  },
  "POST /api/payments/stripe/create-payment-intent": {
    of: "request",
    ask: (requestId) => ({ body: { requestId, amount: "5" } }),
    outcomes: people<Outcome>(200, "OWN_REQUEST"),
    unknown: "NOT_FOUND",
  },
  "GET /api/leaderboard": { outcomes: people(200) },
  "GET /api/notifications": { outcomes: people(200) },
  "PATCH /api/notifications/{id}/read": {
    of: "notification",
    outcomes: people<Outcome>("NOT_FOUND", 200),
    unknown: "NOT_FOUND",
  },

  "POST /api/push/renew": {
    ask: () => ({ body: { ...PUSH, replaces: PUSH.endpoint } }),
    outcomes: people(204),
  },

  "POST /api/subscriptions/create": { ask: () => ({ body: { tier: "gold" } }), outcomes: people(200) },
  "POST /api/subscriptions/cancel-link": {
    ask: () => ({ body: { email: someone().email } }),
    outcomes: all(202),
  },
  "POST /api/subscriptions/cancel-by-link": {
    ask: () => ({ body: { token: strangeLink } }),
    outcomes: all("TOKEN_INVALID"),
  },
  "POST /api/subscriptions/cancel": { outcomes: people("NOT_SUBSCRIBED") },
  "POST /api/boosts/purchase": {
    ask: () => ({ body: { boostType: "normal", quantity: 1 } }),
    outcomes: people(200),
  },
  "POST /api/create-payment-intent": { ask: () => ({ body: pack }), outcomes: people(200) },

  "POST /api/photos/upload": { outcomes: people(200) },
  "PUT /api/photos/uploads/{key}": {
    of: "upload",
    ask: (key) => ({ path: `/api/photos/${key}`, query: "expires=9999999999&signature=x", body: "x" }),
    outcomes: all(403),
    unknown: 403,
    fromElsewhere: "an upload is judged by the signature of its address alone, as at a bucket",
  },
  "GET /photos/{file}": { of: "photo", outcomes: all(404), unknown: 404 },
  "GET /avatars/{file}": { of: "avatar", outcomes: all(200), unknown: 404, cached: true },
  "GET /share-image/{file}": {
    of: "request",
    ask: (id) => ({ path: `/share-image/${id}.en.out-of-date.jpg` }),
    outcomes: all(302),
    unknown: 404,
  },

  "POST /api/reports": {
    of: "request",
    ask: (id) => ({
      body: {
        target: { kind: "request", id },
        ground: "child_abuse",
        text: "It is the photo of somebody else.",
        goodFaith: true,
      },
    }),
    outcomes: { nobody: 201, expired: 201, other: 201, owner: "VALIDATION_ERROR" },
    unknown: "NOT_FOUND",
  },
  "GET /api/reports/{reference}": {
    ask: () => ({ path: "/api/reports/AAAA-BBBB-CCCC", query: `token=${strangeLink}` }),
    outcomes: all("NOT_FOUND"),
  },
  "GET /api/purchases": { outcomes: people(200) },
  "POST /api/withdrawals": {
    ask: () => ({ body: { kind: "boosts", id: randomUUID() } }),
    outcomes: people("NOT_FOUND"),
  },
  "GET /api/decisions": { outcomes: people(200) },
  "POST /api/decisions/{id}/appeal": {
    ask: () => ({ path: `/api/decisions/${randomUUID()}/appeal`, body: { text: "It is my own photo." } }),
    outcomes: people("NOT_FOUND"),
  },

  "GET /api/messages/choices": { outcomes: people(200) },
  "PUT /api/messages/choices": {
    ask: () => ({ body: { kind: "goal_reached", channel: "push", value: "off" } }),
    outcomes: people(200),
  },
  "GET /api/payouts": { outcomes: people(200) },
  "GET /api/payouts/statement": {
    ask: () => ({ query: "year=2026&format=pdf" }),
    outcomes: people(200),
  },
  "POST /api/payouts": { outcomes: people("NOTHING_TO_PAY_OUT") },
  "POST /api/payouts/onboarding": { outcomes: people(200) },
  "POST /api/payouts/check": { outcomes: people(200) },
  "POST /api/webhooks/stripe": {
    ask: () => ({ body: { id: "evt_1" } }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "a provider's event is judged by its signature, and the caller's cookies are not read",
  },
  "POST /api/webhooks/stripe/connect": {
    ask: () => ({ body: { id: "evt_1" } }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "a provider's event is judged by its signature, and the caller's cookies are not read",
  },
  "POST /api/webhooks/stripe/accounts": {
    ask: () => ({ body: { id: "evt_1" } }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "a provider's event is judged by its signature, and the caller's cookies are not read",
  },
  "POST /api/webhooks/paypal": {
    ask: () => ({ body: { id: "WH-1" } }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "a provider's event is judged by its signature, and the caller's cookies are not read",
  },
  "POST /api/webhooks/mail": {
    ask: () => ({ body: "Subject: x\r\n\r\n", headers: { "content-type": "message/rfc822" } }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "a report is judged by its secret, and the caller's cookies are not read",
  },
  "GET /u/{token}": {
    ask: () => ({ path: `/u/${strangeLink}` }),
    outcomes: all<Outcome>(`→ /unsubscribe?token=${strangeLink}`),
  },
  "POST /u/{token}": {
    ask: () => ({ path: `/u/${strangeLink}`, body: "List-Unsubscribe=One-Click", headers: form }),
    outcomes: all("BAD_SIGNATURE"),
    fromElsewhere: "judged by the signature of its address alone, because mail programs send it (RFC 8058)",
  },
  "DELETE /u/{token}": {
    ask: () => ({ path: `/u/${strangeLink}`, body: { value: "now" } }),
    outcomes: all("BAD_SIGNATURE"),
  },
  "GET /api/sandbox/{path}": { ask: () => ({ path: "/api/sandbox/v1/charges" }), outcomes: all("NOT_FOUND") },
  "POST /api/sandbox/{path}": {
    ask: () => ({ path: "/api/sandbox/v1/refunds", body: "charge=ch_1", headers: form }),
    outcomes: all("NOT_FOUND"),
  },
  "POST /api/csp-reports": {
    ask: () => ({ body: "[]", headers: { "content-type": "application/reports+json" } }),
    outcomes: all(204),
  },
  "GET /api/health": { outcomes: all(200) },
  "GET /api/ready": { outcomes: all(200) },
  "GET /api/openapi.json": { outcomes: all(200) },
  "GET /api/{rest}": noCall,
  "POST /api/{rest}": { ...noCall, fromElsewhere: "nothing is there" },
  "PUT /api/{rest}": { ...noCall, fromElsewhere: "nothing is there" },
  "PATCH /api/{rest}": { ...noCall, fromElsewhere: "nothing is there" },
  "DELETE /api/{rest}": { ...noCall, fromElsewhere: "nothing is there" },

  "GET /offline": { outcomes: all(200) },
  "GET /sw.js": openFile,
  "GET /robots.txt": openFile,
  "GET /manifest.webmanifest": openFile,
  "GET /favicon.ico": openFile,
  "GET /icon.svg": openFile,
  "GET /apple-icon.png": openFile,

  "page /": { outcomes: page("/") },
  "page /auth": { outcomes: visitors<Outcome>(200, "→ /") },
  "page /cancel": { outcomes: all(200) },
  "page /forgot-password": { outcomes: all(200) },
  "page /link": { ask: () => ({ query: `token=${strangeLink}` }), outcomes: all(200) },
  "page /leaderboard": { outcomes: page("/leaderboard") },
  "page /notifications": { outcomes: page("/notifications") },
  "page /people/{username}": {
    of: "username",
    outcomes: visitors<Outcome>("→ /auth?next=%2Fpeople%2F{id}", 200),
    unknown: 404,
  },
  "page /office": { outcomes: office("/office") },
  "page /office/reports": { outcomes: office("/office/reports") },
  "page /office/books": { outcomes: office("/office/books") },
  "page /office/mail": { outcomes: office("/office/mail") },
  "page /office/payments/{donationId}": {
    of: "donation",
    outcomes: office("/office/payments/{id}"),
    unknown: 404,
  },
  "page /office/payouts": { outcomes: office("/office/payouts") },
  "page /office/people/{username}": {
    // The page of one who is not there names what was asked for: an id reads like any other.
    of: "person",
    outcomes: office("/office/people/{id}"),
    unknown: 404,
  },
  "page /office/search": { outcomes: office("/office/search") },
  "page /office/reports/{reference}": {
    of: "report",
    outcomes: office("/office/reports/{id}"),
    unknown: 404,
  },
  "page /office/review": { outcomes: office("/office/review") },
  // The request is not under review.
  "page /office/review/{id}": {
    of: "request",
    outcomes: office("/office/review/{id}", 404),
    unknown: 404,
  },
  "page /office/decisions": { outcomes: office("/office/decisions") },
  "page /office/decisions/{id}": {
    of: "decision",
    outcomes: office("/office/decisions/{id}"),
    unknown: 404,
  },
  "page /office/waiting": { outcomes: office("/office/waiting") },
  "page /office/audit": { outcomes: office("/office/audit") },
  "page /office/unlock": { outcomes: office("/office/unlock", "→ /office") },
  "page /open-books": { outcomes: all(200) },
  "page /open-books/check": { outcomes: all(200) },
  "page /gifts": { outcomes: page("/gifts") },
  "page /payment-success": { outcomes: all(200) },
  "page /payouts": { outcomes: page("/payouts") },
  "page /payouts/refresh": {
    outcomes: visitors<Outcome>("→ /auth?next=%2Fpayouts%2Frefresh", "→ /payouts/start?expired=1"),
  },
  "page /payouts/return": { outcomes: page("/payouts/return") },
  "page /payouts/start": { outcomes: page("/payouts/start") },
  "page /profile": { outcomes: page("/profile") },
  "page /settings/messages": { outcomes: page("/settings/messages") },
  "page /settings/security": { outcomes: page("/settings/security") },
  "page /decisions": { outcomes: page("/decisions") },
  "page /report": {
    of: "request",
    ask: (id) => ({ query: `kind=request&id=${id}` }),
    outcomes: { nobody: 200, expired: 200, other: 200, owner: 404 },
    unknown: 404,
  },
  "page /g/{token}": { ask: () => ({ path: `/g/${strangeLink}` }), outcomes: all(404) },
  "page /r/{token}": { ask: () => ({ path: `/r/${strangeLink}` }), outcomes: all(404) },
  "page /reports/{reference}": {
    ask: () => ({ path: "/reports/AAAA-BBBB-CCCC", query: `token=${strangeLink}` }),
    outcomes: all(404),
  },
  "page /request": { outcomes: page("/request") },
  "page /request/live": {
    of: "request",
    ask: (id) => ({ query: `id=${id}` }),
    outcomes: { ...visitors<Outcome>("→ /auth?next=%2Frequest%2Flive%3Fid%3D{id}", 404), owner: 200 },
    unknown: 404,
  },
  "page /subscription": { outcomes: page("/subscription") },
  "page /unsubscribe": { outcomes: all(200) },
  "page /welcome": { outcomes: page("/welcome") },
  // The operator's pages, and every other path of one part.
  "page /{text}": { ask: () => ({ path: "/rules" }), outcomes: all(200) },
  "page /{rest}": {
    outcomes: visitors<Outcome>("→ /auth?next=%2Fno-such%2Fpage", "→ /"),
    ask: () => ({ path: "/no-such/page" }),
  },
  "page /_not-found": { outcomes: { ...page("/_not-found"), other: 404, owner: 404 } },
  "page /_global-error": {
    outcomes: { ...page("/_global-error"), other: 500, owner: 500 },
    cached: true,
  },
  "page /500": { outcomes: { ...page("/500"), other: 404, owner: 404 } },
};

/** The same for every server action. */
export const ACTIONS: Record<string, ActionRow> = {
  applyBoostAction: {
    of: "request",
    args: (requestId) => [{ requestId, boostType: "normal" }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "NOT_FOUND",
  },
  purchaseBoostsAction: {
    args: () => [{ boostType: "normal", quantity: 1, amount: 199, method: "paypal" }],
    outcomes: people("ok"),
  },
  donateByWalletAction: {
    of: "request",
    args: (requestId) => [{ requestId, amount: "5" }],
    outcomes: people("ok", "OWN_REQUEST"),
    unknown: "NOT_FOUND",
  },
  takeBackAction: {
    of: "donation",
    args: (donationId) => [{ donationId }],
    outcomes: people("NOT_FOUND"),
    unknown: "NOT_FOUND",
  },
  hideNoteAction: {
    of: "donation",
    args: (id) => [{ id }],
    outcomes: people("NOT_FOUND"),
    unknown: "NOT_FOUND",
  },
  markReadAction: {
    of: "notification",
    args: (id) => [{ id }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  thankAction: {
    of: "notification",
    args: (id) => [{ id, emoji: "🙏" }],
    // The payment of that donation failed.
    outcomes: people("NOT_FOUND", "DONATION_RETURNED"),
    unknown: "NOT_FOUND",
  },
  blockAction: {
    of: "username",
    args: (username) => [{ username, isBlocked: false }],
    outcomes: people("ok", "VALIDATION_ERROR"),
    unknown: "NOT_FOUND",
  },
  appealAction: {
    args: () => [{ id: randomUUID(), text: "It is my own photo." }],
    outcomes: people("NOT_FOUND"),
  },
  markAllReadAction: { args: () => [{}], outcomes: people("ok") },
  subscribePushAction: { args: () => [PUSH], outcomes: people("ok") },
  unsubscribePushAction: { args: () => [{ endpoint: PUSH.endpoint }], outcomes: people("ok") },
  createRequestAction: {
    of: "person",
    args: (userId) => [{ item: "A coat", description: "It is cold.", goal: 5_000, userId }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "FORBIDDEN",
  },
  deleteRequestAction: {
    of: "request",
    args: (id) => [{ id }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "NOT_FOUND",
  },
  writePostAction: {
    of: "request",
    args: (requestId) => [{ requestId, kind: "thanks", text: "", audience: "givers" }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "NOT_FOUND",
  },
  editPostAction: {
    of: "post",
    args: (id) => [{ id, text: "It is here." }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  deletePostAction: {
    of: "post",
    args: (id) => [{ id }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  editRequestAction: {
    of: "request",
    args: (id) => [{ id, item: "A warm coat" }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "NOT_FOUND",
  },
  changeGivingAction: {
    of: "request",
    args: (id) => [{ id, to: "paused" }],
    outcomes: people("FORBIDDEN", "ok"),
    unknown: "NOT_FOUND",
  },
  chooseCompletionEmojiAction: {
    of: "request",
    args: (id) => [{ id, emoji: "🏆" }],
    outcomes: people("FORBIDDEN", "NOT_COMPLETED"),
    unknown: "NOT_FOUND",
  },
  confirmAgainAction: { args: () => [{}], outcomes: people("ok") },
  sendPasswordLinkAction: { args: () => [{}], outcomes: people("ok") },
  changePasswordAction: {
    args: () => [{ currentPassword: "not the password", password: someone().password }],
    outcomes: people("WRONG_PASSWORD"),
  },
  changeEmailAction: {
    args: () => [{ email: someone().email }],
    outcomes: people("ok"),
  },
  updateSettingsAction: { args: () => [{ hideGivenAmount: true }], outcomes: people("ok") },
  chooseLanguageAction: { args: () => ["de"], outcomes: all("ok") },
  chooseLevelAction: { args: () => [{ level: "important" }], outcomes: people("ok") },
  chooseMessagesAction: {
    args: () => [{ kind: "gift_received", channel: "push", value: "off" }],
    outcomes: people("ok"),
  },
  subscribeAction: { args: () => [{ tier: "gold", method: "stripe" }], outcomes: people("ok") },
  endSessionAction: {
    of: "session",
    args: (id) => [{ id }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  endOtherSessionsAction: { args: () => [{}], outcomes: people("ok") },
  offerPasskeyAction: { args: () => [{}], outcomes: people("ok") },
  addPasskeyAction: { args: () => [newPasskey], outcomes: people("PASSKEY_INVALID") },
  renamePasskeyAction: {
    of: "passkey",
    args: (id) => [{ id, name: "My phone" }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  removePasskeyAction: {
    of: "passkey",
    args: (id) => [{ id }],
    outcomes: people("NOT_FOUND", "ok"),
    unknown: "NOT_FOUND",
  },
  offerSecondFactorAction: { args: () => [{}], outcomes: people("ok") },
  confirmSecondFactorAction: { args: () => [{ code: "000000" }], outcomes: people("INVALID_CODE") },
  renewRecoveryCodesAction: { args: () => [{}], outcomes: people("NOT_FOUND") },
  removeSecondFactorAction: { args: () => [{}], outcomes: people("ok") },
  startOnboardingAction: { args: () => [{}], outcomes: people("ok") },
  checkPayeeAction: { args: () => [{}], outcomes: people("ok") },
  giveBackAction: { args: () => [{}], outcomes: people("ok") },
  askPayoutAction: { args: () => [{}], outcomes: people("NOTHING_TO_PAY_OUT") },
  decideAction: {
    of: "report",
    args: (report) => [{ ...decision, report }],
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  // The request is not under review.
  clearReviewAction: {
    of: "request",
    args: (requestId) => [{ requestId, reason: "It is fine." }],
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  confirmReviewAction: {
    of: "request",
    args: (requestId) => {
      const { kind: _, id: __, measure: ___, ...reasons } = decision;
      return [{ requestId, ...reasons }];
    },
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  liftAction: {
    of: "decision",
    args: (id) => [{ decision: id, reason: "It was none." }],
    outcomes: deed("ok"),
    unknown: "NOT_FOUND",
  },
  answerAppealAction: {
    of: "decision",
    args: (id) => [{ decision: id, outcome: "upheld", answer: "We looked at it again." }],
    outcomes: deed("ok"),
    unknown: "NOT_FOUND",
  },
  answerWaitingAction: {
    of: "approval",
    args: (id) => [{ id, answer: "refuse", reason: "Not needed." }],
    outcomes: deed("ok"),
    unknown: "NOT_FOUND",
  },
  withdrawAction: { args: () => [{ kind: "boosts", id: randomUUID() }], outcomes: people("NOT_FOUND") },
  cancelSubscriptionAction: { args: () => [{}], outcomes: people("NOT_SUBSCRIBED") },
  holdAction: {
    of: "donation",
    args: (reference) => [{ reference, cause: "operator", until: "", reason: "as reported" }],
    // It was not paid.
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  liftHoldAction: {
    args: () => [{ holdId: randomUUID(), reason: "a mistake" }],
    outcomes: deed("REFUSED"),
  },
  approvePayoutsAction: {
    of: "username",
    args: (reference) => [{ reference, reason: "known" }],
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  retryPayoutAction: {
    args: () => [{ reference: randomUUID(), reason: "topped up" }],
    outcomes: deed("REFUSED"),
  },
  refundAction: {
    of: "donation",
    args: (reference) => [{ reference, by: "payer", reason: "asked" }],
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  askAction: {
    of: "donation",
    args: (reference) => [{ reference, of: "payment" }],
    outcomes: deed("REFUSED"),
    unknown: "NOT_FOUND",
  },
  resendMailAction: { args: () => [{ id: null, reason: "a new server" }], outcomes: deed("ok") },
  checkBooksAction: { args: () => [{}], outcomes: deed("ok") },
  booksAction: { args: () => [{ month: "2026-01" }], outcomes: deed("ok") },
};
