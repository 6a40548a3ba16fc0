import { contract } from "@/lib/web/contract";
import { BUYING } from "./buying";
import { DECIDING } from "./deciding";
import { GIVEN } from "./given";
import { GUESTS } from "./guests";
import { PAYING_OUT } from "./paying-out";
import type { Asked, Step, World } from "./world";

const MOST_PEOPLE = 12;
const MOST_REQUESTS = 25;
const CARDS = [
  { number: "4242424242424242", weight: 12 },
  { number: "4000000000000002", weight: 1 },
  { number: "4000000000009995", weight: 1 },
  { number: "4000000000000259", weight: 1 },
  { number: "4000000000003220", weight: 2 },
];

/** What people do. */
const PEOPLE: Step[] = [
  {
    name: "register",
    weight: 3,
    run: async (world) => {
      if (world.people.length >= MOST_PEOPLE) return;
      const username = `p${world.people.length + 1}-${world.random.whole(1000, 9999)}`;
      const password = `steun-${world.random.whole(1e9, 9e9)}-x`;
      const answer = await world.call(null, "POST", contract.register.path, {
        body: {
          username,
          password,
          name: username,
          email: `${username}@example.org`,
        },
      });
      if (!world.succeeded(answer) || !answer.cookie) return `register ${answer.status}`;
      const { user } = answer.body as { user: { id: string } };
      const person = { id: user.id, username, password, cookie: answer.cookie };
      world.people.push(person);
      await world.call(person, "PATCH", contract.updateUser.path, {
        body: { paymentMethod: "paypal", paypalEmail: `${username}@example.org` },
      });
      return username;
    },
  },
  {
    name: "ask",
    weight: 6,
    run: async (world) => {
      const owner = world.person();
      if (!owner || world.requests.length >= MOST_REQUESTS) return;
      const goal = world.random.pick([100, 1_000, 2_500, 10_000, 50_000]) ?? 100;
      const answer = await world.call(owner, "POST", contract.createRequest.path, {
        body: { item: `Something for ${owner.username}`, description: "It is needed.", goal },
        key: world.newKey(),
      });
      if (!world.succeeded(answer)) return `ask ${answer.status}`;
      world.requests.push({ id: (answer.body as { id: string }).id, ownerId: owner.id, goal });
      return `${owner.username} asks for ${goal}`;
    },
  },
  {
    name: "delete",
    weight: 1,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const owner = request && world.personBy(request.ownerId);
      if (!request || !owner) return;
      const answer = await world.call(owner, "DELETE", `/api/requests/${request.id}`);
      if (world.succeeded(answer)) world.requests = world.requests.filter(({ id }) => id !== request.id);
      return `${owner.username} deletes ${request.id}: ${answer.status}`;
    },
  },
  {
    name: "erase",
    weight: 1,
    run: async (world) => {
      const person = world.person();
      if (!person || world.people.length < MOST_PEOPLE / 2) return;
      const { status } = await world.call(person, "DELETE", contract.eraseAccount.path);
      // Whether or not the answer came: who was erased is a stranger from then on.
      if (status === 204 || status === 401) {
        world.people = world.people.filter(({ id }) => id !== person.id);
        world.requests = world.requests.filter(({ ownerId }) => ownerId !== person.id);
      }
      return `${person.username} leaves: ${status}`;
    },
  },
  {
    name: "give",
    weight: 20,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const donor = world.person();
      if (!request || !donor) return;
      return give(world, donor.id, request, world.newKey());
    },
  },
  {
    name: "give again with the same key",
    weight: 3,
    run: async (world) => {
      const before = world.random.pick(world.started);
      const request = before && world.requests.find(({ id }) => id === before.requestId);
      if (!before || !request || before.receiptToken !== undefined) return;
      return give(world, before.donorId, request, before.key, before.amount);
    },
  },
  {
    name: "pay",
    weight: 22,
    run: async (world) => {
      const payment = recent(world);
      if (!payment) return;
      const { number } = world.random.weighted(CARDS);
      const paid = await confirm(world, payment.clientSecret, number);
      if (paid === "requires_action") await answerBank(world, payment.paymentId, { approve: 7, fail: 3 });
      return `pay ${payment.paymentId} with ${number}: ${paid}`;
    },
  },
  {
    name: "pay at a bank",
    weight: 6,
    run: async (world) => {
      const payment = recent(world);
      if (!payment) return;
      const atBank = await confirm(world, payment.clientSecret, "ideal");
      if (atBank !== "requires_action") return `bank of ${payment.paymentId}: ${atBank}`;
      const answers = { approve: 5, later: 4, fail: 1, leave: 1, "": 1 };
      return `bank of ${payment.paymentId}: ${await answerBank(world, payment.paymentId, answers)}`;
    },
  },
  {
    name: "press Pay",
    weight: 8,
    run: async (world) => {
      const payment = recent(world);
      if (!payment) return;
      const { paymentId: paymentIntentId, clientSecret } = payment;
      const donor = world.personBy(payment.donorId) ?? null;
      const paidAt = world.random.pick(["card", "bank"]);
      const body = { paymentIntentId, paidAt, receiptToken: payment.receiptToken };
      const { status } = await world.call(donor, "POST", contract.reserve.path, { body });
      const paid = status === 200 ? await confirm(world, clientSecret, "4242424242424242") : "waits";
      return `reserve ${paymentIntentId}: ${status}, ${paid}`;
    },
  },
  {
    name: "take back",
    weight: 4,
    run: async (world) => {
      const payment = recent(world);
      if (!payment) return;
      const { path } = contract.takeBack;
      const at = path.replace("{donationId}", await donationOf(world, payment.paymentId));
      const { receiptToken } = payment;
      const body = receiptToken === undefined ? undefined : { receiptToken };
      const { status } = await world.call(world.personBy(payment.donorId) ?? null, "POST", at, { body });
      return `take back ${payment.paymentId}: ${status}`;
    },
  },
  {
    name: "come back from the provider",
    weight: 6,
    run: async (world) => {
      const payment = recent(world);
      if (!payment) return;
      const forged = world.random.chance(0.2);
      const query = new URLSearchParams({
        payment_intent: payment.paymentId,
        payment_intent_client_secret: forged ? `${payment.paymentId}_secret_forged` : payment.clientSecret,
      });
      const { status } = await world.call(
        world.personBy(payment.donorId) ?? null,
        "GET",
        `/payment-success?${query}`,
      );
      return `return ${payment.paymentId}${forged ? " forged" : ""}: ${status}`;
    },
  },
  {
    name: "change settings",
    weight: 2,
    run: async (world) => {
      const person = world.person();
      if (!person) return;
      const body = { anonymousProfile: world.random.chance(0.5), hideGivenAmount: world.random.chance(0.5) };
      const { status } = await world.call(person, "PATCH", contract.updateUser.path, { body });
      return `${person.username} hides: ${status}`;
    },
  },
  {
    name: "look around",
    weight: 3,
    run: async (world) => {
      const person = world.person();
      if (!person) return;
      const path = world.random.pick([
        "/api/requests",
        "/api/leaderboard?period=daily",
        "/api/notifications",
        "/",
        "/leaderboard",
      ]);
      const { status } = await world.call(person, "GET", path ?? "/");
      return `${path}: ${status}`;
    },
  },
];

const CALLS = [
  "POST /v1/checkout/sessions",
  "GET /v1/checkout/sessions/:id",
  "POST /v2/checkout/orders",
  "GET /v2/checkout/orders/:id",
  "POST /v2/checkout/orders/:id/capture",
  "POST /v2/payments/captures/:id/refund",
  "POST /v1/billing/subscriptions",
  "GET /v1/billing/subscriptions/:id",
  "GET /v1/billing/subscriptions/:id/transactions",
  "POST /v1/billing/subscriptions/:id/cancel",
  "POST /v1/notifications/verify-webhook-signature",

  "POST /v1/payment_intents",
  "GET /v1/payment_intents/:id",
  "POST /v1/refunds",
  "GET /v1/disputes",
  "GET /v1/subscriptions/:id",
  "DELETE /v1/subscriptions/:id",
  "GET /v1/invoices",
  "GET /v1/charges",

  "POST /v2/core/accounts",
  "GET /v2/core/accounts/:id",
  "POST /v2/core/account_links",
  "POST /v1/transfers",
  "GET /v1/transfers",
  "POST /v1/transfers/:id/reversals",
  "POST /v1/payouts",
  "GET /v1/payouts/:id",
];
const EVENTS = [
  "CHECKOUT.ORDER.APPROVED",
  "PAYMENT.CAPTURE.COMPLETED",
  "PAYMENT.SALE.COMPLETED",
  "BILLING.SUBSCRIPTION.ACTIVATED",
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.dispute.closed",
  "checkout.session.completed",
  "invoice.paid",
  "charge.dispute.created",
  "v2.core.account[requirements].updated",
  "v2.core.account[configuration.recipient].capability_status_updated",
  "payout.paid",
  "payout.failed",
  undefined,
];

/** What goes wrong at the provider, and what it does by itself. */
const PROVIDER: Step[] = [
  order("lose an event", 2, (world) => ({ lose: true, scope: scopeOf(world) })),
  order("duplicate an event", 2, (world) => ({ duplicate: world.random.whole(2, 8), scope: scopeOf(world) })),
  order("reorder events", 1, (world) => ({ reorder: world.random.whole(2, 4) })),
  order("delay an event", 2, (world) => ({ delayMs: world.random.whole(10, 800), scope: scopeOf(world) })),
  order("fail a call", 2, (world) => ({
    failNext: world.random.pick([429, 502, 503]),
    scope: { call: world.random.pick(CALLS) },
    times: world.random.whole(1, 4),
  })),
  order("act and lose the connection", 3, (world) => ({
    timeoutAfterActing: "cut",
    scope: { call: world.random.pick(CALLS) },
    times: world.random.whole(1, 4),
  })),
  order("answer late", 1, (world) => ({
    answerAfterMs: world.random.whole(10, 500),
    scope: { call: world.random.pick(CALLS) },
  })),
  order("keep a payment processing", 1, () => ({ process: true })),
  ...["refund", "dispute", "lose-dispute", "win-dispute", "succeed", "fail"].map(
    (action): Step => ({
      name: `the provider: ${action}`,
      weight: 1,
      run: async (world) => {
        const payment = world.random.pick(world.started);
        if (!payment) return;
        const done = await world.system.tellProvider("POST", `/payments/${payment.paymentId}/${action}`);
        return done ? `${action} ${payment.paymentId}` : undefined;
      },
    }),
  ),
  {
    name: "send an old event again",
    weight: 2,
    run: async (world) => {
      const { events } = await world.system.provider();
      const event = world.random.pick(events);
      if (!event) return;
      await world.system.tellProvider("POST", `/events/${event.id}/resend`, {
        copies: world.random.whole(1, 5),
      });
      return `again ${event.type}`;
    },
  },
];

/** What goes wrong here. */
const HERE: Step[] = [
  {
    name: "the application is killed",
    weight: 0.4,
    run: async (world) => {
      await world.system.killApp();
      return "restarted";
    },
  },
  {
    name: "the database is killed",
    weight: 0.2,
    run: async (world) => {
      await world.system.killPostgres();
      return "restarted";
    },
  },
  {
    name: "the application is killed while people pay",
    weight: 0.3,
    run: async (world) => {
      const payments = world.started.slice(-5);
      const paying = payments.map(({ clientSecret }) => confirm(world, clientSecret, "4242424242424242"));
      await world.pause(world.random.whole(0, 60));
      await world.system.killApp();
      await Promise.all(paying);
      return `${payments.length} payments`;
    },
  },
  {
    name: "many pay at once",
    weight: 1,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      if (!request) return;
      const donors = world.people.filter(({ id }) => id !== request.ownerId).slice(0, 8);
      await Promise.all(donors.map(({ id }) => give(world, id, request, world.newKey())));
      const fresh = world.started.slice(-donors.length);
      await Promise.all(fresh.map(({ clientSecret }) => confirm(world, clientSecret, "4242424242424242")));
      return `${fresh.length} people`;
    },
  },
];

export const STEPS: readonly Step[] = [
  ...PEOPLE,
  ...BUYING,
  ...PAYING_OUT,
  ...DECIDING,
  ...GIVEN,
  ...GUESTS,
  ...PROVIDER,
  ...HERE,
];

function order(name: string, weight: number, make: (world: World) => Record<string, unknown>): Step {
  return {
    name,
    weight,
    run: async (world) => {
      const asked = make(world);
      await world.system.tellProvider("POST", "/faults", asked);
      return JSON.stringify(asked);
    },
  };
}

function scopeOf(world: World): { event?: string } {
  const event = world.random.pick(EVENTS);
  return event ? { event } : {};
}

/** Somebody gives an amount in cents, or any. The payment that it begins is the last of those that were started. */
export async function give(
  world: World,
  donorId: string,
  request: Asked,
  key: string,
  wanted?: number,
): Promise<string> {
  const donor = world.personBy(donorId);
  const amount = wanted ?? world.random.pick([50, 100, 101, 999, 2_500, request.goal]) ?? 100;
  const answer = await world.call(donor ?? null, "POST", contract.createPaymentIntent.path, {
    body: { amount: (amount / 100).toFixed(2), requestId: request.id },
    key,
  });
  if (world.succeeded(answer)) {
    const { clientSecret } = answer.body as { clientSecret: string };
    const paymentId = clientSecret.split("_secret_")[0] ?? "";
    if (!world.started.some((payment) => payment.paymentId === paymentId))
      world.started.push({ donorId, requestId: request.id, key, amount, clientSecret, paymentId });
  }
  return `${donor?.username} gives ${amount} to ${request.id}: ${answer.status}`;
}

/** Somebody's payment, mostly one of the last. */
function recent(world: World) {
  return world.random.chance(0.8)
    ? world.random.pick(world.started.slice(-6))
    : world.random.pick(world.started);
}

/** The donation that a payment is for, as its metadata says. */
async function donationOf(world: World, paymentId: string): Promise<string> {
  const { payment_intents: payments } = await world.system.provider();
  return payments.find(({ id }) => id === paymentId)?.metadata.donationId ?? "";
}

/** Pays at the provider as the browser's form does, by a card or "ideal"; answers what became of it. */
export async function confirm(world: World, clientSecret: string, number: string): Promise<string> {
  const { sandboxUrl, publishableKey, appUrl } = world.system.stack;
  const body = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: `${appUrl}/payment-success`,
    "payment_method_data[type]": number === "ideal" ? "ideal" : "card",
    ...(number !== "ideal" && {
      "payment_method_data[card][number]": number,
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "2034",
      "payment_method_data[card][cvc]": "123",
    }),
  });
  const url = `${sandboxUrl}/v1/payment_intents/${clientSecret.split("_secret_")[0]}/confirm`;
  const response = await fetch(url, { method: "POST", body }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as {
    status?: string;
    error?: { code?: string };
  } | null;
  return answer?.status ?? answer?.error?.code ?? "no answer";
}

/** The payer answers on their bank's page, or closes it where the answer is empty. Answers what they answered. */
async function answerBank(world: World, paymentId: string, weights: Record<string, number>): Promise<string> {
  const { payment_intents: payments } = await world.system.provider();
  const url = payments.find(({ id }) => id === paymentId)?.next_action?.redirect_to_url?.url;
  const all = Object.entries(weights).map(([outcome, weight]) => ({ outcome, weight }));
  const { outcome } = world.random.weighted(all);
  if (!url || outcome === "") return "closed";
  const body = new URLSearchParams({ outcome });
  const direct = url.replace(`${world.system.stack.appUrl}/api/sandbox`, world.system.stack.sandboxUrl);
  await fetch(direct, { method: "POST", body, redirect: "manual" }).catch(() => null);
  return outcome;
}
