import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDisagreements } from "@/db/checks";
import { connect } from "@/db/client";
import { users } from "@/db/schema";
import { contract } from "@/lib/web/contract";
import { Client, eventually, ownStack, pay, sandbox } from "../support/http";
import { runHere } from "../support/run-here";

/** What an operator does at the command line, as people see it who use the running application. */
const { databaseUrl, scripts } = ownStack();

const books = connect(databaseUrl, { max: 2 });
afterAll(async () => {
  expect(await findDisagreements(books.db, "Europe/Amsterdam")).toEqual([]);
  await books.close();
});

/** The role is given at the command line only. */
const asOperator = ["--as", "ines-operates"];
beforeAll(async () => {
  const ines = new Client();
  const { username } = await ines.register("Ines");
  await books.db.update(users).set({ username: "ines-operates" }).where(eq(users.username, username));
  await admin("operator", "add", "ines-operates", "--reason", "joined");
});

let owner: Client;
let donor: Client;
let request: { id: string };

beforeEach(async () => {
  owner = new Client();
  donor = new Client();
  await owner.requester("Samira");
  await donor.register("Joris");
  request = await owner.ask(10_000);
});

/** Runs a command that succeeds; answers what it says. */
async function admin(...args: string[]): Promise<unknown> {
  const { code, out, err } = await runHere("admin", [...args, "--json"], { env: scripts });
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

const find = async () =>
  (await donor.call(contract.getRequest, { params: { id: request.id } })).body as {
    raised: number;
    isActive: boolean;
  };
const isInFeed = async () =>
  ((await donor.call(contract.listRequests, { query: { limit: "100" } })).body as { id: string }[]).some(
    ({ id }) => id === request.id,
  );
const give = async (client = donor) =>
  client.call(contract.createPaymentIntent, { body: { requestId: request.id, amount: "25" } });
const secretOf = ({ body }: { body: unknown }) => (body as { clientSecret: string }).clientSecret;
const paymentOf = (clientSecret: string) => clientSecret.split("_secret_")[0] ?? "";
const toldOf = async (client: Client) =>
  (await client.call(contract.listNotifications)).body as { type: string; amount: number; reason: string }[];

describe("a request that an operator hides", () => {
  it("leaves the feed, takes nothing, sends back what is on its way, and comes back", async () => {
    const clientSecret = secretOf(await give());
    expect(await isInFeed()).toBe(true);
    const reasons = ["--ground", "rules:2.1", "--facts", "It looked like spam to us.", "--reason", "spam"];
    const decided = await admin("decide", "request", request.id, "hidden", ...reasons, ...asOperator);
    const { decision } = decided as { decision: { id: string } };
    expect(await isInFeed()).toBe(false);
    expect(await find()).toMatchObject({ code: "NOT_FOUND" });
    expect((await give()).body).toMatchObject({ code: "NOT_FOUND" });
    await pay(clientSecret);
    await eventually(
      () => toldOf(donor),
      ([told]) => told?.type === "refund" && told.amount === 2550 && told.reason === "request_hidden",
    );
    expect(await toldOf(owner)).toMatchObject([{ type: "decision" }]);
    await admin("lift", decision.id, "--reason", "was none", ...asOperator);
    expect(await isInFeed()).toBe(true);
    await pay(secretOf(await give()));
    await eventually(find, ({ raised }) => raised === 2500);
  });
});

describe("a donation that an operator refunds", () => {
  it("goes back once, whatever the provider tells about it afterwards", async () => {
    const clientSecret = secretOf(await give());
    await pay(clientSecret);
    await eventually(find, ({ raised }) => raised === 2500);
    const id = paymentOf(clientSecret);
    expect(await admin("refund", id, "--reason", "given twice", "--yes", ...asOperator)).toMatchObject({
      pending: null,
    });
    expect(await find()).toMatchObject({ raised: 0 });
    expect(await toldOf(donor)).toMatchObject([{ type: "refund", amount: 2550, reason: "requested" }]);
    const history = () => admin("payment", id) as Promise<{ timeline: { what: string; note: string }[] }>;
    await eventually(history, ({ timeline }) =>
      timeline.some(({ what, note }) => what === "charge.refunded" && note === "refunded"),
    );
    expect(await find()).toMatchObject({ raised: 0 });
    expect(await toldOf(donor)).toHaveLength(1);
  });

  it("that was paid while no webhook came is found by asking", async () => {
    await sandbox("POST", "/faults", { lose: true, times: 10 });
    const clientSecret = secretOf(await give());
    await pay(clientSecret);
    expect(await admin("ask", paymentOf(clientSecret))).toMatchObject({ outcome: "credited" });
    await sandbox("DELETE", "/faults");
    expect(await find()).toMatchObject({ raised: 2500 });
  });
});

describe("what was bought with the wallet", () => {
  type Me = { normalBoosts: number; subscriptionTier: string };
  const me = async () => (await donor.call(contract.currentUser)).body as Me;
  const approve = ({ body }: { body: unknown }) =>
    fetch((body as { approvalUrl: string }).approvalUrl, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ outcome: "approve" }),
    });
  const paid = async () => {
    const { id } = (await donor.call(contract.currentUser)).body as { id: string };
    return (await admin("person", id)) as { paid: { id: string; kind: string }[] };
  };

  it("goes back: boosts, and the month of a subscription, which taking the plan then ends", async () => {
    await approve(await donor.call(contract.purchaseBoosts, { body: { boostType: "normal", quantity: 2 } }));
    await eventually(me, ({ normalBoosts }) => normalBoosts === 2);
    const [boosts] = (await paid()).paid;
    await admin("refund", boosts?.id ?? "", "--reason", "by mistake", "--yes", ...asOperator);
    expect(await me()).toMatchObject({ normalBoosts: 0 });

    const body = { tier: "gold", returnUrl: "/profile" };
    await approve(await donor.call(contract.createSubscription, { body }));
    await eventually(
      me,
      ({ subscriptionTier, normalBoosts }) => subscriptionTier === "gold" && normalBoosts === 5,
    );
    const [month] = (await paid()).paid;
    await admin("refund", month?.id ?? "", "--reason", "by mistake", "--yes", ...asOperator);
    expect(await me()).toMatchObject({ subscriptionTier: "none", normalBoosts: 0 });
    const { id } = (await donor.call(contract.currentUser)).body as { id: string };
    expect(await admin("subscription", id, "none", "--reason", "by mistake")).toMatchObject({ ended: 1 });
    const nothing = await donor.call(contract.cancelSubscription);
    expect(nothing.body).toMatchObject({ code: "NOT_SUBSCRIBED" });
  });
});
