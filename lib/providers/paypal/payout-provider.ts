import { z } from "zod";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { CallNotRead, ProviderUnavailable } from "@/lib/providers/gateway";
import {
  type NewPayout,
  type PayoutProvider,
  PayoutRefused,
  type ProviderBalance,
  type ProviderPayee,
  type ProviderPayout,
} from "@/lib/providers/payout-provider";
import { type Call, createClient, type Options, type PayPalKeys } from "./client";
import { nullIfMissing, Refused, reading } from "./errors";
import { toCents, toDecimal } from "./money";

/**
 * Payouts to addresses by PayPal Payouts. PayPal has no accounts of payees, so nothing is opened, asked or closed, and
 * nothing is transferred before a payout. Its events come with those of the wallet.
 */
export function createPayPalPayouts(
  { currency, ...keys }: PayPalKeys & { currency: string },
  options: Options = {},
): PayoutProvider {
  const call = createClient(keys, options);
  return {
    provider: "paypal",
    createAccount: async ({ accountId, email }) => ({ id: `${accountId}:${email}` }),
    findAccount: async (id) => payeeOf(id),
    closeAccount: async () => {},
    onboardingPage: async () => {
      throw new PayoutRefused("NOTHING_ASKED");
    },
    createTransfer: noTransfers,
    findTransfers: noTransfers,
    reverseTransfer: noTransfers,
    findReversals: noTransfers,
    createPayout: (payout) => createPayout(call, payout),
    findPayout: (_account, id) => reading(() => findPayout(call, id)),
    listPayouts: async () => null,
    balance: async (account) =>
      account === null ? reading(() => balance(call, currency)) : { available: 0, pending: 0 },
    isPlatformManual: async () => null,
  };
}

async function noTransfers(): Promise<never> {
  throw new Error("PayPal has no accounts that money could be transferred to");
}

/**
 * The account of a payee is an address. Its id begins with our row's, so that it is unique although several people can
 * have one address.
 */
const ACCOUNT_ID = /^([^:]+):(.+)$/;

/** @throws Error if the id is none of ours */
function addressOf(account: string): string {
  const address = ACCOUNT_ID.exec(account)?.[2];
  if (address === undefined) throw new Error("this is no account of the wallet provider");
  return address;
}

/** An address can be paid at once. PayPal checks nothing of it before it is paid, and asks its owner for nothing. */
function payeeOf(id: string): ProviderPayee | null {
  if (!ACCOUNT_ID.test(id)) return null;
  return {
    id,
    country: null,
    transfers: "active",
    payouts: "active",
    waitsFor: "nobody",
    waitsUntil: null,
    problem: null,
    bankId: null,
    bankLast4: null,
    bankFingerprint: addressOf(id).toLowerCase(),
    closed: false,
  };
}

const PATH = "/v1/payments/payouts";

/** PayPal knows a `sender_batch_id` for 30 days. After that it would pay a second time. */
const REMEMBERED_MS = 30 * DAY;

const moneyAnswer = z.object({ value: z.string() }).transform(({ value }) => toCents(value));
const createdAnswer = z.object({ batch_header: z.object({ payout_batch_id: z.string() }) });
const batchAnswer = z.object({
  batch_header: z.object({
    payout_batch_id: z.string(),
    batch_status: z.enum(["DENIED", "PENDING", "PROCESSING", "SUCCESS", "CANCELED"]),
    sender_batch_header: z.object({ sender_batch_id: z.string().optional() }),
    amount: moneyAnswer.optional(),
  }),
  items: z
    .array(
      z.object({
        transaction_status: z
          .enum([
            "SUCCESS",
            "FAILED",
            "PENDING",
            "UNCLAIMED",
            "RETURNED",
            "ONHOLD",
            "BLOCKED",
            "REFUNDED",
            "REVERSED",
          ])
          .optional(),
        time_processed: z.iso.datetime({ offset: true }).optional(),
        payout_item: z.object({ amount: moneyAnswer }),
        errors: z.object({ name: z.string() }).optional().catch(undefined),
      }),
    )
    .default([]),
});
type Batch = z.output<typeof batchAnswer>;

/**
 * Pays an address from the operator's balance: one batch of one item, whose `sender_batch_id` is our payout's id. That
 * id makes the call repeatable, and no other key is sent: PayPal would repeat a refusal for it. PayPal refuses an id
 * that it knows and names its batch, which is then the answer. Nothing is sent but amount, address and our ids.
 * @throws ProviderUnavailable also when the payout is too old for PayPal to know its id
 * @throws CallNotRead, PayoutRefused
 */
async function createPayout(
  call: Call,
  { payoutId, createdAt, account, amount, currency }: NewPayout,
): Promise<ProviderPayout> {
  if (now().getTime() - createdAt.getTime() >= REMEMBERED_MS) {
    throw new ProviderUnavailable(`payout ${payoutId} is too old to be repeated: look for it at PayPal`);
  }
  const item = {
    recipient_type: "EMAIL",
    receiver: addressOf(account),
    amount: { currency: currency.toUpperCase(), value: toDecimal(amount) },
    sender_item_id: payoutId,
  };
  try {
    const body = { sender_batch_header: { sender_batch_id: payoutId }, items: [item] };
    const request = { verb: "POST", path: PATH, body, answer: createdAnswer, isTriedOnce: true } as const;
    const { batch_header: batch } = await call(request);
    const { payout_batch_id: id } = batch;
    return { id, payoutId, state: "sent", amount, arrivesOn: null, failureCode: null, destination: null };
  } catch (error) {
    const made = error instanceof Refused ? await findMade(call, error, payoutId) : null;
    if (made) return made;
    throw refusalOf(error);
  }
}

/** The batch that PayPal names when it knows our id. */
async function findMade(call: Call, { links }: Refused, payoutId: string): Promise<ProviderPayout | null> {
  const named = links.map(({ href }) => BATCH_LINK.exec(href ?? "")?.[1]).find((id) => id !== undefined);
  const made = named === undefined ? null : await reading(() => findPayout(call, named));
  return made?.payoutId === payoutId ? made : null;
}

const BATCH_LINK = /\/v1\/payments\/payouts\/([A-Z0-9]+)(?:\?|$)/;

/**
 * A refusal by its name, which says more here than an issue. Of an id that was used PayPal says so before it refuses
 * for another reason, but for what keeps it from reading the call.
 */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  const [name = String(error.status)] = error.codes;
  const isRead = error.status !== 403 && !MALFORMED.has(name);
  return isRead ? new PayoutRefused(name, error.message) : new CallNotRead(name, error.message);
}

const MALFORMED = new Set(["INVALID_REQUEST", "MALFORMED_REQUEST_JSON"]);

/** A payout by PayPal's id of its batch. PayPal cannot be asked for our id. */
async function findPayout(call: Call, batchId: string): Promise<ProviderPayout | null> {
  const path = `${PATH}/${encodeURIComponent(batchId)}`;
  const batch = await call({ path, answer: batchAnswer }).catch(nullIfMissing);
  return batch && payoutFrom(batch);
}

type ItemStatus = NonNullable<Batch["items"][number]["transaction_status"]>;

/** `UNCLAIMED`: nobody has an account with this address. It is returned after 30 days. `ONHOLD`: PayPal reviews it. */
const STATES: Record<ItemStatus, ProviderPayout["state"]> = {
  PENDING: "sent",
  UNCLAIMED: "on_the_way",
  ONHOLD: "on_the_way",
  SUCCESS: "paid",
  FAILED: "failed",
  RETURNED: "failed",
  BLOCKED: "failed",
  REFUNDED: "failed",
  REVERSED: "failed",
};

const ENDED = new Set<Batch["batch_header"]["batch_status"]>(["DENIED", "CANCELED"]);

function payoutFrom({ batch_header: header, items: [item] }: Batch): ProviderPayout {
  const { payout_batch_id: id, batch_status: status } = header;
  const isEnded = ENDED.has(status);
  const itemStatus = item?.transaction_status ?? "PENDING";
  const state = isEnded ? "failed" : STATES[itemStatus];
  return {
    id,
    payoutId: header.sender_batch_header.sender_batch_id ?? null,
    state,
    amount: item?.payout_item.amount ?? header.amount ?? 0,
    arrivesOn: state === "paid" ? (item?.time_processed?.slice(0, 10) ?? null) : null,
    failureCode: state === "failed" ? (item?.errors?.name ?? (isEnded ? status : itemStatus)) : null,
    destination: null,
  };
}

/** A balance can be negative. */
const balanceAnswer = z
  .object({ value: z.string() })
  .transform(({ value }) => (value.startsWith("-") ? -toCents(value.slice(1)) : toCents(value)));
const balancesAnswer = z.object({
  balances: z
    .array(
      z.object({
        currency: z.string(),
        total_balance: balanceAnswer,
        available_balance: balanceAnswer.optional(),
      }),
    )
    .default([]),
});

/** The operator's balance. PayPal's list is up to three hours old, and needs a permission of the operator's account. */
async function balance(call: Call, currency: string): Promise<ProviderBalance> {
  const query = new URLSearchParams({ currency_code: currency.toUpperCase() });
  const { balances } = await call({ path: `/v1/reporting/balances?${query}`, answer: balancesAnswer });
  const own = balances.find((one) => one.currency === currency.toUpperCase());
  const { total_balance: total = 0, available_balance: available = total } = own ?? {};
  return { available, pending: total - available };
}
