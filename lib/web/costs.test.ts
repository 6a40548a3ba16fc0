import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HOUR } from "@/lib/ground/durations";
import { type Call, contract, isChange, needsViewer } from "@/lib/web/contract";
import { writtenActions } from "@/tests/support/doors";
import { LIMITS, type LimitName } from "./rate-limit/limits";

/** The most that one call can cost. */
type Cost = {
  /** Memory while it runs, in MB, beyond the 2 MB of any request. */
  memory: number;
  /** Time of the database, in ms, on the data of docs/performance.md (a million people). */
  database: number;
  /** Calls to a payment provider, each tried at most three times. */
  provider: number;
  /** What it leaves on disk, in kB, rows and files. */
  disk: number;
};

const cost = (memory: number, database: number, provider = 0, disk = 0): Cost => ({
  memory,
  database,
  provider,
  disk,
});

/** The cost of reading one's own few rows, and of a write to them. */
const READ = cost(0, 5);
const WRITE = cost(0, 20, 0, 2);
/** Argon2id takes 19 MB. */
const PASSWORD = cost(19, 10, 0, 1);
/**
 * A payment is prepared: the oldest open one is ended, declines are looked up, and the provider is asked for a new one.
 */
const PAYMENT = cost(0, 50, 4, 4);

const COSTS: Record<keyof typeof contract, Cost> = {
  currentUser: READ,
  // An AVIF of one megapixel, in the one turn for pictures.
  updateUser: cost(40, 30, 0, 18),
  // What is open at the providers is ended.
  eraseAccount: cost(0, 500, 12, 4),
  exportData: cost(50, 1_000),
  // With a link and a message.
  register: cost(19, 15, 0, 2),
  login: PASSWORD,
  passkeyOptions: cost(0, 5),
  passkeyLogin: WRITE,
  proofWays: READ,
  stepUp: PASSWORD,
  listSessions: READ,
  endSession: WRITE,
  endOtherSessions: WRITE,
  forgotPassword: WRITE,
  resetPassword: cost(19, 20, 0, 2),
  confirmEmail: WRITE,
  changePassword: cost(19, 30, 0, 2),
  changeEmail: WRITE,
  undoEmail: WRITE,
  contestUndo: WRITE,
  logout: WRITE,
  google: cost(0, 10),
  giftMeter: READ,
  changeGiftMeter: WRITE,
  openBooks: READ,
  // A few hundred hashes in two statements.
  bookProof: cost(1, 30),
  bookConsistency: cost(1, 30),
  search: cost(1, 300),
  listPlaces: cost(0, 100),
  nearestPlace: cost(0, 100),
  listRequests: cost(1, 30),
  getRequest: READ,
  // Of at most 1,000 donations.
  readStory: cost(1, 30),
  // Of a hundred posts.
  listPosts: cost(1, 20),
  // With a photo; those who gave are notified in the same transaction.
  writePost: cost(150, 200, 0, 2_500),
  editPost: WRITE,
  deletePost: WRITE,
  // Of fifty requests, each with eight people who gave.
  readFaces: cost(0, 20),
  // A stream keeps up to 60 kB while it is open; the look is shared.
  events: READ,
  // The dearest photo, in the one turn for pictures; its four files are kept.
  createRequest: cost(150, 100, 0, 2_500),
  listRequestsOfUser: cost(1, 30),
  blockPerson: WRITE,
  unblockPerson: WRITE,
  followPerson: WRITE,
  unfollowPerson: WRITE,
  saveRequest: WRITE,
  unsaveRequest: WRITE,
  listBlocks: READ,
  deleteRequest: WRITE,
  // With a photo, as creating it.
  editRequest: cost(150, 100, 0, 2_500),
  pauseRequest: WRITE,
  resumeRequest: WRITE,
  closeRequest: WRITE,
  applyBoost: WRITE,
  validateDonation: READ,
  reserve: WRITE,
  // The refund is made.
  takeBack: cost(0, 100, 3, 8),
  makeGiftLink: WRITE,
  revokeGiftLink: WRITE,
  startGift: PAYMENT,
  claimGift: WRITE,
  changeGift: WRITE,
  listGifts: cost(0, 30),
  giftReceipt: cost(150, 60),
  // 1,000 donations in a year, or a picture.
  givenYear: cost(150, 100),
  createPaymentIntent: PAYMENT,
  createSubscription: PAYMENT,
  cancelSubscription: cost(0, 30, 2, 2),
  sendCancelLink: WRITE,
  cancelByLink: cost(0, 30, 2, 2),
  listPurchases: READ,
  withdraw: cost(0, 50, 4, 4),
  purchaseBoosts: PAYMENT,
  createCheckout: PAYMENT,
  // A search: few at once per server, and none runs for longer than its timeout.
  leaderboard: cost(1, 1_000),
  readPerson: cost(1, 30),
  listNotifications: cost(1, 30),
  readNotification: WRITE,
  // With two messages.
  sendReport: WRITE,
  readReport: READ,
  listDecisions: READ,
  appealDecision: WRITE,
  messageChoices: READ,
  chooseMessages: WRITE,
  payouts: cost(0, 30),
  // 1,000 donations in a year, in the one place for heavy work and a thread of its own.
  payoutStatement: cost(150, 100),
  readPoster: cost(150, 100),
  // An account is opened and its page is made; a closed one is asked about, and another takes its place.
  startOnboarding: cost(0, 30, 5, 2),
  askPayout: cost(0, 100, 3, 8),
  checkPayee: cost(0, 60, 2, 2),
  renewPush: WRITE,
  // The bytes come later; unused uploads have a quota.
  uploadPhoto: cost(0, 30, 0, 5_120),
  stripeWebhook: cost(1, 50, 3, 8),
  stripeConnectWebhook: cost(1, 50, 3, 8),
  stripeAccountsWebhook: cost(1, 50, 3, 8),
  paypalWebhook: cost(1, 50, 4, 8),
  // A report of half a megabyte, decoded.
  mailWebhook: cost(4, 10, 0, 1),
  unsubscribe: WRITE,
  unsubscribePage: READ,
  resubscribe: WRITE,
  reportViolations: cost(0, 2),
  health: cost(0, 1),
  ready: cost(0, 2),
  openApi: cost(1, 0),
};

/** What a server action costs: as much as the call of the contract that does the same. */
const ACTIONS: Record<string, keyof typeof contract> = {
  applyBoostAction: "applyBoost",
  purchaseBoostsAction: "purchaseBoosts",
  donateByWalletAction: "createPaymentIntent",
  takeBackAction: "takeBack",
  markReadAction: "readNotification",
  markAllReadAction: "readNotification",
  thankAction: "readNotification",
  appealAction: "appealDecision",
  subscribePushAction: "renewPush",
  unsubscribePushAction: "renewPush",
  createRequestAction: "createRequest",
  deleteRequestAction: "deleteRequest",
  blockAction: "blockPerson",
  editRequestAction: "editRequest",
  writePostAction: "writePost",
  editPostAction: "editPost",
  deletePostAction: "deletePost",
  changeGivingAction: "closeRequest",
  chooseCompletionEmojiAction: "applyBoost",
  chooseMessagesAction: "chooseMessages",
  chooseLevelAction: "chooseMessages",
  updateSettingsAction: "updateUser",
  changePasswordAction: "changePassword",
  changeEmailAction: "changeEmail",
  chooseLanguageAction: "readNotification",
  subscribeAction: "createSubscription",
  withdrawAction: "withdraw",
  cancelSubscriptionAction: "cancelSubscription",
  endSessionAction: "endSession",
  endOtherSessionsAction: "endOtherSessions",
  sendPasswordLinkAction: "forgotPassword",
  offerPasskeyAction: "readNotification",
  renamePasskeyAction: "readNotification",
  offerSecondFactorAction: "readNotification",
  startOnboardingAction: "startOnboarding",
  checkPayeeAction: "checkPayee",
  askPayoutAction: "askPayout",
};

/** Server actions that no call of the contract does, each with the limit that it names. */
const OWN_ACTIONS: Record<string, { cost: Cost; limits: [LimitName] }> = {
  giveBackAction: { cost: cost(0, 100, 0, 8), limits: ["checkPayee"] },
  hideNoteAction: { cost: WRITE, limits: ["write"] },
  confirmAgainAction: { cost: WRITE, limits: ["mailAddress"] },
  addPasskeyAction: { cost: WRITE, limits: ["mailAddress"] },
  confirmSecondFactorAction: { cost: WRITE, limits: ["mailAddress"] },
  renewRecoveryCodesAction: { cost: WRITE, limits: ["mailAddress"] },
  removePasskeyAction: { cost: WRITE, limits: ["mailAddress"] },
  removeSecondFactorAction: { cost: WRITE, limits: ["mailAddress"] },
  // The office: a decision may return every donation of a request.
  decideAction: { cost: cost(0, 500, 300, 50), limits: ["write"] },
  answerWaitingAction: { cost: cost(0, 500, 300, 50), limits: ["write"] },
  liftAction: { cost: cost(0, 100, 0, 4), limits: ["write"] },
  answerAppealAction: { cost: cost(0, 100, 0, 4), limits: ["write"] },
  confirmReviewAction: { cost: cost(0, 100, 0, 4), limits: ["write"] },
  clearReviewAction: { cost: cost(0, 100, 0, 4), limits: ["write"] },
  holdAction: { cost: WRITE, limits: ["write"] },
  liftHoldAction: { cost: WRITE, limits: ["write"] },
  approvePayoutsAction: { cost: WRITE, limits: ["write"] },
  retryPayoutAction: { cost: WRITE, limits: ["write"] },
  refundAction: { cost: cost(0, 50, 3, 4), limits: ["write"] },
  askAction: { cost: cost(0, 50, 3, 4), limits: ["write"] },
  resendMailAction: { cost: WRITE, limits: ["write"] },
  checkBooksAction: { cost: cost(10, 60_000, 300), limits: ["checkBooks"] },
  booksAction: { cost: cost(10, 60_000, 300), limits: ["checkBooks"] },
};

/** Other costly requests, outside the contract. */
const OTHERS: Record<string, { cost: Cost; limits: LimitName[] }> = {
  "page /leaderboard (searching)": { cost: cost(1, 1_000), limits: ["search"] },
  "page /payment-success": { cost: cost(1, 50, 3, 8), limits: ["returnAddress"] },
  "page /payouts/return": { cost: cost(0, 60, 2, 2), limits: ["checkPayee"] },
  "page /people": { cost: cost(1, 60), limits: ["readPerson"] },
  "PUT /api/photos/uploads": { cost: cost(6, 20, 0, 5_120), limits: ["uploadPhoto"] },
  "share-image": { cost: cost(60, 10), limits: ["sharePictureAddress"] },
};

const perHour = (name: LimitName) => (LIMITS[name].max * HOUR) / LIMITS[name].within;

/**
 * How often in an hour one person may make a call, and one address, which may open twenty accounts in that time; null
 * without a limit.
 */
function allowed(name: keyof typeof contract): { person: number | null; address: number | null } {
  const call: Call = contract[name];
  const isCounted = needsViewer(call) && isChange(call) && !call.evicts;
  const counted: LimitName[] = isCounted ? ["write"] : [];
  return under(
    [...counted, call.limit, call.costlyForm?.limit].filter((each): each is LimitName => each !== undefined),
  );
}

function under(names: LimitName[]): { person: number | null; address: number | null } {
  const least = (which: LimitName[]) => (which.length > 0 ? Math.min(...which.map(perHour)) : null);
  const byAddress = least(names.filter((each) => LIMITS[each].per === "address"));
  const byPerson = least(names.filter((each) => LIMITS[each].per !== "address"));
  return {
    person: byPerson ?? byAddress,
    address: byAddress ?? (byPerson === null ? null : byPerson * perHour("registerAddress")),
  };
}

const number = (value: number | null) => (value === null ? "–" : value.toLocaleString("en"));

/** What a call without a limit may cost at most, about as much as reading a page. */
const isCheap = ({ memory, database, provider, disk }: Cost) =>
  memory <= 1 && database <= 30 && provider === 0 && disk <= 2;

const unlimitedCalls = () =>
  (Object.keys(COSTS) as (keyof typeof contract)[]).filter((name) => allowed(name).person === null);

/** Calls that cost and are limited alike share a row, and so do those without a limit. */
function rows(): string {
  const head = ["calls", "memory", "database", "provider", "disk", "one person", "one address"];
  const calls = Object.entries(COSTS).map(
    ([name, each]) => [name, each, allowed(name as keyof typeof contract)] as const,
  );
  const others = Object.entries({ ...OWN_ACTIONS, ...OTHERS }).map(
    ([name, each]) => [name, each.cost, under(each.limits)] as const,
  );
  const alike = new Map<string, { names: string[]; figures: string[] }>();
  for (const [name, each, { person, address }] of [...calls, ...others]) {
    const costs = [each.memory, each.database, each.provider, each.disk].map(number);
    const isFree = person === null && isCheap(each);
    const figures = [...(isFree ? ["≤ 1", "≤ 30", "0", "≤ 2"] : costs), number(person), number(address)];
    const row = alike.get(figures.join(" ")) ?? { names: [], figures };
    alike.set(figures.join(" "), row);
    row.names.push(name);
  }
  const lines = [...alike.values()].map(({ names, figures }) => [names.join(", "), ...figures]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(head), rule, ...lines.map(line)].join("\n");
}

const page = () => `# What a permitted call costs

The most that one call can cost, and how many its limits allow (trust 35). \`lib/web/costs.test.ts\` has the costs and
writes this page: \`npx vitest run --project unit lib/web/costs.test.ts -u\`.

Memory in MB while the call runs, time of the database in ms with a million people, calls to a payment provider, what
remains on disk in kB, and calls an hour. One address may open twenty accounts in an hour, so a limit per
person counts twenty times there; "–" is no limit. A server action costs as much as the call that does the same.

${rows()}

What many at once cost:

- **Pictures and statements** share one place per process, in turn, so their memory is that of the most expensive one.
  At most 25 MB of pictures and three statements of a person wait; others get \`UNAVAILABLE\`. The thread that made a
  PDF waits half a minute for the next, which then takes a tenth of the processor time, and keeps 45 MB meanwhile.
- **Callers of one idempotency key:** one runs and four wait in a process.
- **Streams of events:** 6 per person, 60 per address and 5,000 per server, 25 to 60 kB each.
- **Unused uploads:** ten per person (50 MB) and 5 GB in all.
- **Searches:** two places per server, in turn by person, and a second each.

\`tests/servers/every-call.test.ts\` makes every call many times at once,
\`tests/servers/dearest-calls.test.ts\` the most expensive together: a health check may take 500 ms more, a login 1 s.
Hundreds of HTTP requests at once wait for the one thread, whatever they cost: the proxy has to limit connections.
`;

test("trust 35: every call and every action has its cost, and what is expensive has a limit", async () => {
  expect(Object.keys(COSTS).sort()).toEqual(Object.keys(contract).sort());
  expect(Object.keys({ ...ACTIONS, ...OWN_ACTIONS }).sort()).toEqual(writtenActions().sort());
  for (const name of unlimitedCalls()) {
    const isAllowed = isCheap(COSTS[name]) || (contract[name] as Call).access === "provider";
    expect(isAllowed ? "" : `${name} is expensive and has no limit`).toBe("");
  }
});

test("trust 35: an action has the limits of the call that costs as much", () => {
  const source = readdirSync("lib/actions").map((file) => readFileSync(`lib/actions/${file}`, "utf8"));
  const written = /export const (\w+) = action\([\s\S]*?limits: (?:contract\.(\w+)|"(\w+)")/g;
  const limits = source.flatMap((text) => [...text.matchAll(written)]);
  // A visitor may choose a language too: that action counts by itself.
  expect(
    limits
      .map(([, action]) => action)
      .concat("chooseLanguageAction")
      .sort(),
  ).toEqual(Object.keys({ ...ACTIONS, ...OWN_ACTIONS }).sort());
  for (const [, action = "", call, name] of limits) {
    const own = OWN_ACTIONS[action];
    if (own) {
      expect([action, name === "evicts" ? "mailAddress" : name]).toEqual([action, ...own.limits]);
      continue;
    }
    const like = ACTIONS[action] as keyof typeof contract;
    if (call) expect(`${action} ${call}`).toBe(`${action} ${like}`);
    else expect(`${action} ${name}`).toBe(`${action} ${(contract[like] as Call).limit ?? "write"}`);
  }
});

test("trust 35: the page about costs is the table", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/costs.md");
});
