import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newId, users } from "@/db/schema";
import { describeLink } from "@/lib/domain/accounts/queries";
import { forgotPassword } from "@/lib/domain/accounts/reset-password";
import { NOWHERE } from "@/lib/domain/accounts/types";
import { cancelByLink, sendCancelLink } from "@/lib/domain/subscriptions/cancel-subscription";
import { addMonth } from "@/lib/domain/subscriptions/rules";
import { startSubscription } from "@/lib/domain/subscriptions/start-subscription";
import { findMe } from "@/lib/domain/users/queries";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { openBooks } from "../support/books";
import { notifyOfSubscription } from "../support/donating";
import { Inbox, mailsOf, sendOutbox } from "../support/outbox";
import { addPerson } from "../support/people";

const START = new Date("2026-03-10T12:00:00Z");
const END = addMonth(START);

const { database, wallet, context } = openBooks({ APP_URL: "https://steuntje.example" });
let inbox = new Inbox();

beforeEach(() => {
  setClock(() => START);
  inbox = new Inbox();
});

const emailOf = async ({ id }: { id: string }) => {
  const [row] = await database.db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row?.email ?? "";
};
const invalid = (reason: string) => ({ code: "TOKEN_INVALID", values: { reason } });
const me = ({ id }: { id: string }) => findMe(database.db, id);

async function subscriber() {
  const owner = await addPerson(database.db);
  const order = { tier: "gold", method: "paypal", locale: "en", returnPath: "/profile" } as const;
  const { url } = await startSubscription(context, owner, order, newId());
  const providerId = url.split("/").at(-1) ?? "";
  wallet.subscribe(providerId);
  expect(await notifyOfSubscription(context, providerId)).toBe("active");
  return { ...owner, providerId, email: await emailOf(owner) };
}

/** The token of the last link that was sent to an address. */
async function linkTo(email: string): Promise<string> {
  await sendCancelLink(database.db, email.toUpperCase(), NOWHERE);
  await sendOutbox(database.db, inbox);
  const sent = inbox.to(email).filter(({ headers }) => headers["X-Steuntje-Kind"] === "cancel_plan");
  return /\/link\?token=([\w-]{43})/.exec(sent.at(-1)?.text ?? "")?.[1] ?? "";
}

describe("cancelling by the link of a message", () => {
  it("ends the plan of that person only, keeps the tier until it has run out, and confirms it by mail", async () => {
    const [owner, other] = [await subscriber(), await subscriber()];
    const token = await linkTo(owner.email);
    expect(await describeLink(database.db, token)).toMatchObject({ state: "open", purpose: "cancel_plan" });
    expect(await me(owner)).toMatchObject({ subscriptionCancelled: false });
    expect(await cancelByLink(context, token)).toEqual({ subscriptionExpiry: END.toISOString() });
    expect(wallet.subscription(owner.providerId).state).toBe("cancelled");
    expect(await me(owner)).toMatchObject({ subscriptionTier: "gold", subscriptionCancelled: true });
    expect(wallet.subscription(other.providerId).state).toBe("active");
    expect(await me(other)).toMatchObject({ subscriptionCancelled: false });
    await sendOutbox(database.db, inbox);
    const kinds = inbox.to(owner.email).map(({ headers }) => headers["X-Steuntje-Kind"]);
    expect(kinds.filter((kind) => kind === "plan_cancelled")).toHaveLength(1);
    await expect(cancelByLink(context, token)).rejects.toMatchObject(invalid("used"));
  });

  it.each(["before", "while"])(
    "works where two addresses claim the account, by a link that was sent %s they do",
    async (when) => {
      const owner = await subscriber();
      const contest = () =>
        database.db.update(users).set({ contestedBy: "two@example.org" }).where(eq(users.id, owner.id));
      if (when === "while") await contest();
      const token = await linkTo(owner.email);
      if (when === "before") await contest();
      expect(await cancelByLink(context, token)).toEqual({ subscriptionExpiry: END.toISOString() });
      expect(wallet.subscription(owner.providerId).state).toBe("cancelled");
      await forgotPassword(database.db, owner.email, NOWHERE);
      await sendOutbox(database.db, inbox);
      const kinds = inbox.to(owner.email).map(({ headers }) => headers["X-Steuntje-Kind"]);
      expect(kinds).toContain("plan_cancelled");
      expect(kinds).not.toContain("reset_password");
    },
  );

  it("names no day until which a plan stays that has run out because its payment failed", async () => {
    const owner = await subscriber();
    wallet.subscription(owner.providerId).state = "suspended";
    await notifyOfSubscription(context, owner.providerId);
    setClock(() => new Date(END.getTime() + DAY));
    await cancelByLink(context, await linkTo(owner.email));
    await sendOutbox(database.db, inbox);
    const isCancelled = (mail: (typeof inbox.received)[number]) =>
      mail.headers["X-Steuntje-Kind"] === "plan_cancelled";
    const text = inbox.to(owner.email).find(isCancelled)?.text;
    expect(text).toContain("You won’t be charged again.");
    expect(text).not.toContain("You keep Gold");
  });

  it("ends it in the books also where the provider refuses", async () => {
    const owner = await subscriber();
    const token = await linkTo(owner.email);
    vi.spyOn(wallet, "cancelSubscription").mockRejectedValueOnce(new Error("refused"));
    expect(await cancelByLink(context, token)).toEqual({ subscriptionExpiry: END.toISOString() });
  });

  it("acts once, however many press the button at once", async () => {
    const owner = await subscriber();
    const token = await linkTo(owner.email);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => cancelByLink(context, token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const written = (await mailsOf(database.db, owner.id)).filter(({ kind }) => kind === "plan_cancelled");
    expect(written).toHaveLength(1);
  });

  it("works for a day, and for the address that it was sent to", async () => {
    const owner = await subscriber();
    const [late, moved] = [await linkTo(owner.email), await linkTo(owner.email)];
    setClock(() => new Date(START.getTime() + DAY));
    await expect(cancelByLink(context, late)).rejects.toMatchObject(invalid("expired"));
    setClock(() => START);
    await database.db
      .update(users)
      .set({ email: `new-${owner.email}` })
      .where(eq(users.id, owner.id));
    await expect(cancelByLink(context, moved)).rejects.toMatchObject(invalid("outdated"));
    await expect(cancelByLink(context, "x".repeat(43))).rejects.toMatchObject(invalid("unknown"));
    expect(await me(owner)).toMatchObject({ subscriptionCancelled: false });
  });

  it("writes nothing for an address without an account, and spends no link without a plan", async () => {
    await sendCancelLink(database.db, "nobody@example.org", NOWHERE);
    const free = await addPerson(database.db);
    const token = await linkTo(await emailOf(free));
    await expect(cancelByLink(context, token)).rejects.toMatchObject({ code: "NOT_SUBSCRIBED" });
    expect(await describeLink(database.db, token)).toMatchObject({ state: "open" });
    expect(inbox.to("nobody@example.org")).toEqual([]);
  });
});
