import type { Purchase } from "@/lib/domain/withdrawals/schema";
import { contract } from "@/lib/web/contract";
import type { Page, Step, World } from "./world";

const CARDS = ["4242424242424242", "4242424242424242", "4000000000000002", "4000000000003220"];

/** What people do to have boosts and subscriptions, and what the providers do with them. */
export const BUYING: readonly Step[] = [
  {
    name: "buy boosts by wallet",
    weight: 4,
    run: async (world) => {
      const body = { boostType: boostType(world), quantity: world.random.pick([1, 2, 5, 50]) };
      return buy(world, "order", contract.purchaseBoosts.path, body);
    },
  },
  {
    name: "buy boosts by card",
    weight: 3,
    run: async (world) => {
      const type = boostType(world);
      const body = {
        amount: type === "normal" ? "8.99" : "12.99",
        description: `5 ${type} boosts`,
        currency: "eur",
      };
      return buy(world, "checkout", contract.createCheckout.path, body);
    },
  },
  {
    name: "subscribe",
    weight: 5,
    run: async (world) => {
      const method = world.random.pick(["paypal", "stripe"]);
      const body = { tier: world.random.pick(["gold", "diamond"]), method, returnUrl: "/profile" };
      const kind = method === "stripe" ? "checkout" : "subscription";
      return buy(world, kind, contract.createSubscription.path, body);
    },
  },
  {
    name: "agree on the provider's page",
    weight: 10,
    run: async (world) => {
      const page = world.random.pick(world.pages.slice(-8));
      if (!page) return;
      const back = await submit(world, page);
      return `${page.kind} ${page.url.split("/").at(-1)}: ${back}`;
    },
  },
  {
    name: "come back to the profile",
    weight: 5,
    run: async (world) => {
      const page = world.random.pick(world.pages.slice(-8));
      if (!page) return;
      const visitor = world.random.chance(0.15) ? world.person() : world.personBy(page.ownerId);
      const response = await fetch(direct(world, page.url), { redirect: "manual" }).catch(() => null);
      const back = response?.headers.get("location");
      if (!back || !URL.canParse(back)) return;
      const { pathname, search } = new URL(back);
      const { status } = await world.call(visitor ?? null, "GET", pathname + search);
      return `${visitor?.username} to ${pathname}: ${status}`;
    },
  },
  {
    name: "cancel a subscription",
    weight: 1,
    run: async (world) => {
      const person = world.person();
      if (!person) return;
      const { status } = await world.call(person, "POST", contract.cancelSubscription.path);
      return `${person.username}: ${status}`;
    },
  },
  {
    name: "withdraw from a purchase",
    weight: 2,
    run: async (world) => {
      const person = world.person();
      if (!person) return;
      const listed = await world.call(person, "GET", contract.listPurchases.path);
      const bought = world.random.pick(world.succeeded(listed) ? (listed.body as Purchase[]) : []);
      if (!bought) return;
      const again = world.random.chance(0.3) ? 2 : 1;
      const body = { kind: bought.kind, id: bought.id };
      const answers = await Promise.all(
        Array.from({ length: again }, () => world.call(person, "POST", contract.withdraw.path, { body })),
      );
      return `${person.username} ${bought.kind}: ${answers.map(({ status }) => status).join(" ")}`;
    },
  },
  {
    name: "use a boost",
    weight: 5,
    run: async (world) => {
      const request = world.random.pick(world.requests);
      const owner = request && world.personBy(request.ownerId);
      if (!request || !owner) return;
      const path = contract.applyBoost.path.replace("{id}", request.id);
      const again = world.random.chance(0.3) ? 3 : 1;
      const key = world.newKey();
      const body = { boostType: boostType(world) };
      const answers = await Promise.all(
        Array.from({ length: again }, () => world.call(owner, "POST", path, { body, key })),
      );
      return `${owner.username} ${body.boostType}: ${answers.map(({ status }) => status).join(" ")}`;
    },
  },
  byWallet("orders", ["refund", "dispute", "lose-dispute", "win-dispute", "complete", "deny"], 2),
  byWallet("subscriptions", ["renew", "fail-renewal", "suspend", "expire", "cancel"], 3),
  byWallet("payments", ["refund", "dispute", "lose-dispute", "win-dispute"], 2),
  byCard("subscriptions", ["renew", "fail-renewal", "bill", "unpaid", "cancel"], 3),
  byCard("payments", ["refund", "dispute", "lose-dispute", "win-dispute"], 2),
];

function boostType(world: World): "normal" | "premium" {
  return world.random.chance(0.5) ? "normal" : "premium";
}

async function buy(
  world: World,
  kind: Page["kind"],
  path: string,
  body: unknown,
): Promise<string | undefined> {
  const person = world.person();
  if (!person) return;
  const answer = await world.call(person, "POST", path, { body, key: world.newKey() });
  if (!world.succeeded(answer)) return `${person.username}: ${answer.status}`;
  const { url, approvalUrl } = answer.body as { url?: string; approvalUrl?: string };
  world.pages.push({ kind, ownerId: person.id, url: url ?? approvalUrl ?? "" });
  return `${person.username} may pay`;
}

/** Without the application's door, which may be down. */
function direct(world: World, url: string): string {
  return url.replace(`${world.system.stack.appUrl}/api/sandbox`, world.system.stack.sandboxUrl);
}

async function submit(world: World, { kind, url }: Page): Promise<string> {
  const fields: Record<string, string> =
    kind === "checkout"
      ? { number: world.random.pick(CARDS) ?? "", expiry: "12/40", cvc: "123" }
      : { outcome: world.random.chance(0.8) ? "approve" : "decline" };
  const response = await post(direct(world, url), fields);
  const next = response?.headers.get("location") ?? "";
  if (!next.includes("/3ds/")) return String(response?.status ?? "no answer");
  await post(direct(world, next), { outcome: world.random.chance(0.7) ? "approve" : "fail" });
  return "asked by the bank";
}

function post(url: string, fields: Record<string, string>): Promise<Response | null> {
  const body = new URLSearchParams(fields);
  return fetch(url, { method: "POST", redirect: "manual", body }).catch(() => null);
}

/** What the card provider does by itself to subscriptions and the payments of their months. */
function byCard(what: "subscriptions" | "payments", actions: readonly string[], weight: number): Step {
  return {
    name: `the card provider's ${what === "payments" ? "months" : what}`,
    weight,
    run: async (world) => {
      const { subscriptions, payment_intents: payments } = await world.system.provider();
      const months = payments.filter(({ customer }) => customer !== null);
      const subject = world.random.pick<{ id: string }>(what === "payments" ? months : subscriptions);
      const name = world.random.pick(actions);
      if (!subject || !name) return;
      const done = await world.system.tellProvider("POST", `/${what}/${subject.id}/${name}`, {});
      return done ? `${name} ${subject.id}` : undefined;
    },
  };
}

/** What the wallet provider does by itself. */
function byWallet(
  what: "orders" | "subscriptions" | "payments",
  actions: readonly string[],
  weight: number,
): Step {
  return {
    name: `the wallet provider's ${what}`,
    weight,
    run: async (world) => {
      const { wallet } = await world.system.provider();
      const subject = world.random.pick<{ id: string }>(wallet[what]);
      const name = world.random.pick(actions);
      if (!subject || !name) return;
      const done = await world.system.tellProvider("POST", `/wallet/${subject.id}/${name}`, {});
      return done ? `${name} ${subject.id}` : undefined;
    },
  };
}
