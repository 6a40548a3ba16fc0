import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createPayPalGateway } from "@/lib/providers/paypal";
import { openMerchant, openTestSandbox, type TestSandbox, temporaryFolder, WALLET } from "@/sandbox/support";
import { ISSUES } from "@/sandbox/wallet/issues";
import OBJECTS from "./wallet-objects.json";

const folder = temporaryFolder();
let sandbox: TestSandbox;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
beforeAll(async () => {
  merchant = await openMerchant();
  sandbox = await openTestSandbox(folder.path, { walletWebhookUrl: merchant.url });
});
afterAll(async () => {
  await sandbox.stop();
  await merchant.close();
  folder.remove();
});

/**
 * From the provider's API description (THIRD-PARTY.md): what it requires of an object, and the fields that the sandbox
 * sends, with the words that some allow. Another field is looked up there before it is added.
 */
type Kind = keyof typeof OBJECTS;
type Wire = Record<string, unknown>;
type Described = { required: string[]; fields: Record<string, string[] | null> };

/** Which object is in a field of another. */
const WITHIN: Partial<Record<Kind, Record<string, Kind>>> = {
  order: { purchase_units: "purchaseUnit", links: "link" },
  purchaseUnit: { amount: "money", payments: "payments" },
  payments: { captures: "capture" },
  capture: { amount: "money", links: "link" },
  refund: { amount: "money", links: "link" },
  sale: { amount: "saleAmount", links: "link" },
  saleRefund: { amount: "saleAmount", links: "link" },
  subscription: { billing_info: "billingInfo", links: "link" },
  billingInfo: { outstanding_balance: "money" },
  transactions: { transactions: "transaction", links: "link" },
  transaction: { amount_with_breakdown: "breakdown" },
  breakdown: { gross_amount: "money" },
  plan: { links: "link" },
  plans: { plans: "plan" },
  disputes: { items: "disputeInfo" },
  disputeInfo: { dispute_amount: "money", links: "link" },
  dispute: { dispute_amount: "money", dispute_outcome: "outcome", links: "link" },
  outcome: { amount_refunded: "money" },
  error: { details: "issue", links: "link" },
  payout: { batch_header: "payoutHeader", links: "link" },
  payoutHeader: { sender_batch_header: "senderBatchHeader" },
  payoutBatch: { batch_header: "payoutBatchHeader", items: "batchItem", links: "link" },
  payoutBatchHeader: { sender_batch_header: "senderBatchHeader", amount: "payoutMoney", fees: "payoutMoney" },
  batchItem: {
    payout_item_fee: "payoutMoney",
    payout_item: "itemDetail",
    errors: "payoutError",
    links: "link",
  },
  shownItem: {
    payout_item_fee: "payoutMoney",
    payout_item: "itemDetail",
    errors: "payoutError",
    links: "link",
  },
  itemDetail: { amount: "payoutMoney" },
  payoutError: { details: "payoutIssue", links: "link" },
  payoutIssue: { link: "link" },
  balances: { balances: "balance" },
  balance: { total_balance: "money", available_balance: "money", withheld_balance: "money" },
};

/** The fields of an answer that the provider's description does not have. */
function strange(kind: Kind, told: Wire, path: string = kind): string[] {
  const { required, fields } = OBJECTS[kind] as Described;
  const missing = required.filter((field) => told[field] === undefined);
  const own = Object.entries(told).flatMap(([field, value]) => {
    const words = fields[field];
    if (words === undefined) return [`${path}.${field} is not described`];
    if (words && !words.includes(String(value))) return [`${path}.${field} is ${value}`];
    const inner = WITHIN[kind]?.[field];
    const parts = inner === undefined ? [] : Array.isArray(value) ? value : [value];
    return parts.flatMap((part) => strange(inner as Kind, part as Wire, `${path}.${field}`));
  });
  return [...missing.map((field) => `${path}.${field} is missing`), ...own];
}

const PATHS: [RegExp, Kind][] = [
  [/^\/v2\/checkout\/orders/, "order"],
  [/^\/v2\/payments\/captures\/\w+$/, "capture"],
  [/\/refunds?(\/\w+)?$/, "refund"],
  [/^\/v1\/payments\/sale\/\w+$/, "sale"],
  [/\/transactions$/, "transactions"],
  [/^\/v1\/billing\/subscriptions/, "subscription"],
  [/^\/v1\/billing\/plans$/, "plans"],
  [/^\/v1\/billing\/plans\//, "plan"],
  [/^\/v1\/customer\/disputes$/, "disputes"],
  [/^\/v1\/customer\/disputes\//, "dispute"],
  [/^\/v1\/payments\/payouts$/, "payout"],
  [/^\/v1\/payments\/payouts\//, "payoutBatch"],
  [/^\/v1\/reporting\/balances$/, "balances"],
];

/** What is in an event, by the type of its resource. */
const RESOURCES: Record<string, Kind> = {
  "checkout-order": "order",
  capture: "capture",
  refund: "refund",
  sale: "sale",
  sale_refund: "saleRefund",
  subscription: "subscription",
  dispute: "dispute",
  payouts: "payoutBatch",
  payouts_item: "shownItem",
};

it("answers what the provider's own description has, and all that it requires (trust 37)", async () => {
  const seen = new Map<string, string[]>();
  const note = (name: string, kind: Kind, body: Wire) =>
    seen.set(name, [...(seen.get(name) ?? []), ...strange(kind, body)]);
  const token = await tokenOf();
  const ask = async (path: string, body?: object): Promise<Wire> => {
    const response = await fetch(sandbox.url + path, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (text === "") return {};
    const told = JSON.parse(text) as Wire;
    const [plain = ""] = path.split("?");
    const refused = plain.startsWith("/v1/payments/payouts") ? "payoutError" : "error";
    const kind = response.ok ? PATHS.find(([pattern]) => pattern.test(plain))?.[1] : refused;
    if (!kind) throw new Error(`nothing describes ${path}`);
    note(`${response.status} ${kind}`, kind, told);
    return told;
  };
  const wallet = createPayPalGateway({ ...WALLET, apiBase: sandbox.url });
  const way = {
    locale: "en" as const,
    returnUrl: "https://shop.example/b",
    cancelUrl: "https://shop.example/c",
  };
  const order = await wallet.openPage({
    ...way,
    amount: 899,
    currency: "eur",
    idempotencyKey: "o",
    description: "boosts",
    metadata: { purchaseId: "p" },
  });
  const tell = (id: string, deed: string) => sandbox.call("POST", `/_sandbox/wallet/${id}/${deed}`, {});
  const orderPath = `/v2/checkout/orders/${order.id}`;
  await ask(orderPath);
  await ask(`${orderPath}/capture`, {});
  await tell(order.id, "approve");
  await sandbox.call("POST", "/_sandbox/faults", { decline: "insufficient_funds" });
  await ask(`${orderPath}/capture`, {});
  await tell(order.id, "approve");
  const captured = await ask(`${orderPath}/capture`, {});
  const [unit] = captured.purchase_units as { payments: { captures: { id: string }[] } }[];
  const capture = `/v2/payments/captures/${unit?.payments.captures[0]?.id}`;
  await ask(capture);
  await tell(order.id, "dispute");
  const disputed = `/v1/customer/disputes?disputed_transaction_id=${unit?.payments.captures[0]?.id}`;
  const { items } = (await ask(disputed)) as unknown as { items: { dispute_id: string }[] };
  await ask(`/v1/customer/disputes/${items[0]?.dispute_id}`);
  await tell(order.id, "win-dispute");
  await ask(`/v1/customer/disputes/${items[0]?.dispute_id}`);
  const refund = await ask(`${capture}/refund`, {});
  await ask(`/v2/payments/refunds/${refund.id}`);
  const plan = { key: "gold", name: "Gold", amount: 499, currency: "eur" };
  const { id } = await wallet.createSubscription({
    ...way,
    plan,
    subscriptionId: "s",
    idempotencyKey: "s",
  });
  const agreement = `/v1/billing/subscriptions/${id}`;
  const shown = await ask(agreement);
  await tell(id, "approve");
  await ask(agreement);
  await ask(`/v1/billing/plans/${shown.plan_id}`);
  await ask("/v1/billing/plans?product_id=steuntje-gold");
  const listed = await ask(
    `${agreement}/transactions?start_time=2020-01-01T00:00:00Z&end_time=2100-01-01T00:00:00Z`,
  );
  const [sale] = listed.transactions as { id: string }[];
  await ask(`/v1/payments/sale/${sale?.id}`);
  await tell(sale?.id ?? "", "lose-dispute");
  await ask(`${agreement}/cancel`, { reason: "x" });
  await ask(`${agreement}/cancel`, { reason: "x" });
  const payout = {
    sender_batch_header: { sender_batch_id: "p-1" },
    items: [
      {
        recipient_type: "EMAIL",
        receiver: "unclaimed@example.org",
        amount: { currency: "EUR", value: "12.34" },
        sender_item_id: "p-1",
      },
    ],
  };
  const { batch_header: header } = await ask("/v1/payments/payouts", payout);
  await ask("/v1/payments/payouts", payout);
  const { payout_batch_id: batch } = header as { payout_batch_id: string };
  await ask(`/v1/payments/payouts/${batch}`);
  await tell(batch, "unclaim");
  await tell(batch, "return");
  await ask(`/v1/payments/payouts/${batch}`);
  await ask("/v1/reporting/balances?currency_code=EUR");
  await vi.waitFor(() => expect(merchant.received.length).toBeGreaterThan(10), { timeout: 30_000 });
  for (const { body } of merchant.received) {
    const event = JSON.parse(body) as Wire & { resource: Wire; resource_type: string };
    note(`event ${event.event_type}`, "event", event);
    const kind =
      event.resource.state && event.resource_type === "refund" ? "sale_refund" : event.resource_type;
    note(`resource of ${event.event_type}`, RESOURCES[kind] as Kind, event.resource);
  }
  const found = Object.fromEntries([...seen].filter(([, strangers]) => strangers.length > 0));
  expect(found).toEqual({});
  expect(seen.size).toBeGreaterThan(20);
});

it("can be made to refuse a call with any issue of its description, and with no other", async () => {
  const call = "POST /v2/checkout/orders/:id/capture";
  const give = (refuse: string, scope: object) => sandbox.call("POST", "/_sandbox/faults", { refuse, scope });
  expect((await give("REFUND_NOT_ALLOWED", { call })).status).toBe(400);
  expect((await give("PAYEE_BLOCKED_TRANSACTION", {})).status).toBe(400);
  for (const issue of ISSUES[call][422]) expect((await give(issue, { call })).status).toBe(200);
  await sandbox.call("DELETE", "/_sandbox/faults");
});

async function tokenOf(): Promise<string> {
  const authorization = Buffer.from(`${WALLET.clientId}:${WALLET.clientSecret}`).toString("base64");
  const answered = await fetch(`${sandbox.url}/v1/oauth2/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${authorization}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await answered.json()) as { access_token: string }).access_token;
}
