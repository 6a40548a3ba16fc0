import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { holds, newId, payeeAccounts, providerEvents, users } from "@/db/schema";
import { checkPayee } from "@/lib/domain/payouts/check-payee";
import { findCountry, startOnboarding } from "@/lib/domain/payouts/open-account";
import { selectPayee as findPayee } from "@/lib/domain/payouts/payee-store";
import { payeeState } from "@/lib/domain/payouts/rules";
import { handlePayoutEvent } from "@/lib/domain/settlement/handle-payout-event";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import type * as Environment from "@/lib/ground/env";
import { env } from "@/lib/ground/env";
import { openBooks } from "../support/books";
import { notificationsOf, userRow } from "../support/donating";
import { mailsOf } from "../support/outbox";
import { addPerson } from "../support/people";
import { ScriptedPayees } from "../support/scripted-payees";

vi.mock("@/lib/ground/env", async (original) => {
  const actual = await original<typeof Environment>();
  return { ...actual, env: vi.fn(actual.env) };
});

const ORIGIN = "https://steuntje.example";
const [HOUR, DAY] = [3_600_000, 86_400_000];

const { database, context } = openBooks();
let payees: ScriptedPayees;
beforeEach(() => {
  payees = new ScriptedPayees();
  context.payoutProviders = { stripe: payees, paypal: null };
  review(false);
});

const review = (payoutReview: boolean) => {
  const actual = env();
  vi.mocked(env).mockImplementation(() => ({ ...actual, payoutReview }));
};
const later = (milliseconds: number) => setClock(() => new Date(Date.now() + milliseconds));
const begin = (person: { id: string }, country?: string) =>
  startOnboarding(context, person, { origin: ORIGIN, country });
const stateOf = async ({ id }: { id: string }) => payeeState(await findPayee(database.db, id));
const check = async ({ id }: { id: string }) => payeeState(await checkPayee(context, id));
const failOnError = (subject: string, error: unknown) => {
  throw new Error(subject, { cause: error });
};
const holdsOf = ({ id }: { id: string }) => database.db.select().from(holds).where(eq(holds.userId, id));
const kindsOf = async ({ id }: { id: string }) => (await mailsOf(database.db, id)).map(({ kind }) => kind);

/** Somebody who was on the provider's page; `account` is the provider's id. */
async function started() {
  const person = await addPerson(database.db);
  await begin(person);
  const account = (await findPayee(database.db, person.id))?.providerAccountId ?? "";
  return { person, account };
}

describe("starting", () => {
  it("opens one account, and makes another page each time", async () => {
    const person = await addPerson(database.db);
    expect(await stateOf(person)).toBe("none");
    const [first, second] = [await begin(person), await begin(person)];
    expect(first.url).not.toBe(second.url);
    expect(payees.opened).toEqual([
      expect.objectContaining({ email: person.email, country: "NL", currency: "eur" }),
    ]);
    expect(payees.pages[0]).toMatchObject({
      returnUrl: `${ORIGIN}/payouts/return`,
      refreshUrl: `${ORIGIN}/payouts/refresh`,
    });
    expect(await stateOf(person)).toBe("started");
    const [{ providerAccountId } = { providerAccountId: null }] = await database.db
      .select()
      .from(payeeAccounts)
      .where(eq(payeeAccounts.userId, person.id));
    expect(await userRow(database.db, person.id)).toMatchObject({
      stripeAccountId: providerAccountId,
      bankAccountVerified: false,
    });
  });

  it("chooses the bank for somebody who has not chosen how to be paid, and leaves another choice", async () => {
    const [undecided, decided] = [await addPerson(database.db), await addPerson(database.db)];
    await database.db.update(users).set({ paymentMethod: null }).where(eq(users.id, undecided.id));
    await database.db.update(users).set({ paymentMethod: "paypal" }).where(eq(users.id, decided.id));
    await begin(undecided);
    await begin(decided);
    expect(await userRow(database.db, undecided.id)).toMatchObject({ paymentMethod: "bank" });
    expect(await userRow(database.db, decided.id)).toMatchObject({ paymentMethod: "paypal" });
  });

  it("opens one account where two tabs begin at once", async () => {
    const person = await addPerson(database.db);
    await Promise.all([begin(person), begin(person), begin(person)]);
    expect(payees.opened).toHaveLength(1);
    expect(await database.db.$count(payeeAccounts, eq(payeeAccounts.userId, person.id))).toBe(1);
  });

  it("goes on with the account that was opened by a call without an answer", async () => {
    const person = await addPerson(database.db);
    payees.failures.push({ call: "createAccount", acted: true });
    await expect(begin(person)).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await stateOf(person)).toBe("started");
    expect(await check(person)).toBe("started");
    await begin(person);
    expect(payees.opened).toHaveLength(1);
  });

  it("forgets an account that the provider refuses to open, so that another country can be named", async () => {
    const person = await addPerson(database.db);
    payees.failures.push({ call: "createAccount", refused: "country_unsupported" });
    await expect(begin(person, "CH")).rejects.toThrow("country_unsupported");
    expect(await stateOf(person)).toBe("none");
    await begin(person, "DE");
    expect(payees.opened).toEqual([expect.objectContaining({ country: "DE" })]);
  });

  it("opens another account after the first was closed at the provider, also without an event of that", async () => {
    const { person, account } = await started();
    payees.set(account, { closed: true });
    await begin(person);
    expect(payees.opened).toHaveLength(2);
    expect(await stateOf(person)).toBe("started");
    expect((await userRow(database.db, person.id)).stripeAccountId).toBe(
      (await findPayee(database.db, person.id))?.providerAccountId,
    );
  });

  describe("a wrong country", () => {
    const openOf = async ({ id }: { id: string }) => (await findPayee(database.db, id))?.country;

    it.each(["started", "in_review", "document_asked", "verified"] as const)(
      "can be chosen again while nothing was moved: %s",
      async (standing) => {
        const { person, account } = await started();
        if (standing !== "started") payees.answer(account, standing);
        await check(person);
        expect(await findCountry(database.db, person.id)).toEqual({ country: "NL", mayChange: true });
        await begin(person, "BE");
        expect(payees.opened.map(({ country }) => country)).toEqual(["NL", "BE"]);
        expect(payees.truth(account).closed).toBe(true);
        expect(await openOf(person)).toBe("BE");
        expect(await stateOf(person)).toBe("started");
        expect(await userRow(database.db, person.id)).toMatchObject({
          bankAccountVerified: false,
          stripeAccountId: (await findPayee(database.db, person.id))?.providerAccountId,
        });
        expect(await kindsOf(person)).not.toContain("payouts_stopped");
      },
    );

    it("stays without another choice, after something was moved, and where the provider refused", async () => {
      const { person, account } = await started();
      await begin(person);
      payees.answer(account, "refused");
      await check(person);
      await begin(person, "BE");
      expect(payees.opened).toHaveLength(1);
      expect(await findCountry(database.db, person.id)).toEqual({ country: "NL", mayChange: false });
    });

    it("is closed at the provider later, where that cannot be reached now, and mails nothing", async () => {
      const { person, account } = await started();
      payees.failures.push({ call: "closeAccount" });
      await begin(person, "BE");
      expect([payees.truth(account).closed, await openOf(person)]).toEqual([false, "BE"]);
      await handlePayoutEvent(context, "stripe_accounts", {
        id: newId(),
        type: "v2.core.account.closed",
        account,
        payout: null,
      });
      await reconcile(context, failOnError);
      expect(payees.truth(account).closed).toBe(true);
      expect(await kindsOf(person)).not.toContain("payouts_stopped");
      payees.asked.length = 0;
      await reconcile(context, failOnError);
      expect(payees.asked).not.toContain(account);
    });
  });

  it("is not possible where this deployment cannot pay, and for nobody", async () => {
    const person = await addPerson(database.db);
    await expect(begin({ id: newId() })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    context.payoutProviders = { stripe: null, paypal: null };
    await expect(begin(person)).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await stateOf(person)).toBe("none");
  });
});

describe("the five test persons", () => {
  it("verified at once: ready, with the bank account's last digits and a message", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    expect(await stateOf(person)).toBe("started");
    expect(await check(person)).toBe("ready");
    const payee = await findPayee(database.db, person.id);
    expect(payee).toMatchObject({ bankLast4: "4300", readyAt: expect.any(Date) });
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: true });
    expect(await kindsOf(person)).toEqual(["identity_verified"]);
    await check(person);
    expect(await kindsOf(person)).toEqual(["identity_verified"]);
  });

  it("in review, then verified", async () => {
    const { person, account } = await started();
    payees.answer(account, "in_review");
    expect(await check(person)).toBe("checking");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: false });
    payees.answer(account, "verified");
    expect(await check(person)).toBe("ready");
  });

  it("a document asked: it is the owner's turn again, until it is answered", async () => {
    const { person, account } = await started();
    payees.answer(account, "in_review");
    await check(person);
    const waitsUntil = new Date(Date.now() + 14 * DAY);
    payees.answer(account, "document_asked");
    payees.set(account, { waitsUntil });
    expect(await check(person)).toBe("asked");
    expect(await findPayee(database.db, person.id)).toMatchObject({ waitsFor: "owner", waitsUntil });
    await check(person);
    expect(await kindsOf(person)).toEqual(["identity_asked"]);
    payees.answer(account, "verified");
    payees.set(account, { waitsUntil: null });
    expect(await check(person)).toBe("ready");
  });

  it("refused: stopped, nothing verified, and one message", async () => {
    const { person, account } = await started();
    payees.answer(account, "refused");
    expect(await check(person)).toBe("stopped");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: false });
    await check(person);
    expect(await kindsOf(person)).toEqual(["payouts_stopped"]);
  });

  it("asked again after a while: still paid until the deadline; each deadline is one message", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    payees.answer(account, "asked_again");
    payees.set(account, { waitsUntil: new Date(Date.now() + 30 * DAY) });
    expect(await check(person)).toBe("asked");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: true });
    payees.set(account, { waitsUntil: new Date(Date.now() + 7 * DAY) });
    await check(person);
    expect((await kindsOf(person)).sort()).toEqual(["identity_asked", "identity_asked", "identity_verified"]);
  });
});

describe("what the provider says later", () => {
  it("a lost capability: nothing is verified any more, and the owner sees who waits", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    payees.set(account, { payouts: "restricted", waitsFor: "provider" });
    expect(await check(person)).toBe("checking");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: false });
    payees.set(account, { payouts: "active", transfers: "restricted", waitsFor: "owner" });
    expect(await check(person)).toBe("asked");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: true });
  });

  it("closed: not verified, no account any more, and never asked about again", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    payees.set(account, { closed: true });
    expect(await check(person)).toBe("closed");
    expect(await userRow(database.db, person.id)).toMatchObject({
      bankAccountVerified: false,
      stripeAccountId: null,
    });
    later(400 * DAY);
    expect(await check(person)).toBe("closed");
    await reconcile(context, failOnError);
    expect(payees.asked.filter((id) => id === account)).toHaveLength(2);
  });

  it("an account that it does not know is not paid to, and is again once it is known", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    const known = payees.truth(account);
    payees.accounts.delete(account);
    expect(await check(person)).toBe("checking");
    expect(await findPayee(database.db, person.id)).toMatchObject({
      problem: "account_unknown",
      closedAt: null,
    });
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: false });
    payees.accounts.set(account, known);
    expect(await check(person)).toBe("ready");
  });

  it("an earlier answer never replaces a later one", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    const find = payees.findAccount.bind(payees);
    let goOn: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    vi.spyOn(payees, "findAccount").mockImplementationOnce(async (id) => {
      const answer = await find(id);
      await late;
      return answer;
    });
    const slow = check(person);
    await vi.waitFor(() => expect(payees.asked).toHaveLength(1), 30_000);
    later(1_000);
    payees.answer(account, "refused");
    expect(await check(person)).toBe("stopped");
    goOn();
    expect(await slow).toBe("stopped");
    expect(await userRow(database.db, person.id)).toMatchObject({ bankAccountVerified: false });
  });
});

describe("the bank account", () => {
  it("another one holds everything for 7 days and informs its owner; the same one does not", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    await check(person);
    expect(await holdsOf(person)).toEqual([]);
    payees.setBank(account, "DE89370400440532013000");
    const at = new Date();
    setClock(() => at);
    await check(person);
    expect(await holdsOf(person)).toMatchObject([
      { cause: "new_bank_account", endsAt: new Date(at.getTime() + 7 * DAY), liftedAt: null },
    ]);
    expect(await kindsOf(person)).toContain("payout_details_changed");
    expect(await notificationsOf(database.db, person.id)).toMatchObject([
      { type: "account", accountChange: "payout_method" },
    ]);
    expect(await findPayee(database.db, person.id)).toMatchObject({ bankLast4: "3000" });
  });

  it("is noticed by way of a new account, and after it was removed for a while", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    payees.set(account, { bankLast4: null, bankFingerprint: null });
    await check(person);
    payees.set(account, { closed: true });
    await check(person);
    await begin(person);
    const second = (await findPayee(database.db, person.id))?.providerAccountId ?? "";
    payees.answer(second, "verified", "FR1420041010050500013M02606");
    await check(person);
    expect(await holdsOf(person)).toMatchObject([{ cause: "new_bank_account" }]);
  });

  it("of several people has the same hash, which is not the provider's fingerprint", async () => {
    const [one, other] = [await started(), await started()];
    for (const { person, account } of [one, other]) {
      payees.answer(account, "verified", "BE71096123456769");
      await check(person);
    }
    const hashes = await Promise.all(
      [one, other].map(async ({ person }) => {
        const [row] = await database.db
          .select({ hash: payeeAccounts.bankHash })
          .from(payeeAccounts)
          .where(eq(payeeAccounts.userId, person.id));
        return row?.hash;
      }),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toContain("BE71");
  });
});

describe("the review before the first payout", () => {
  it("holds a person once they can be paid, and never again after an operator's yes", async () => {
    review(true);
    const { person, account } = await started();
    await check(person);
    expect(await holdsOf(person)).toEqual([]);
    payees.answer(account, "verified");
    await check(person);
    await check(person);
    expect(await holdsOf(person)).toMatchObject([{ cause: "first_payout", endsAt: null, liftedAt: null }]);
    await database.db.update(holds).set({ liftedAt: new Date(), liftedBy: "ines" });
    await check(person);
    expect(await holdsOf(person)).toHaveLength(1);
  });

  it("does not exist where it is off", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    await check(person);
    expect(await holdsOf(person)).toEqual([]);
  });
});

describe("events and reconciliation", () => {
  const tell = (account: string | null, id: string) =>
    handlePayoutEvent(context, "stripe_accounts", { id, type: "v2.core.account", account, payout: null });

  it("an event asks the provider once, however often it comes, and what it says is not believed", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    expect(await tell(account, "evt_1")).toBe("payee ready");
    expect(await tell(account, "evt_1")).toBe("already handled");
    expect(payees.asked.filter((id) => id === account)).toHaveLength(1);
    expect(await stateOf(person)).toBe("ready");
    expect(
      await database.db.select().from(providerEvents).where(eq(providerEvents.eventId, "evt_1")),
    ).toMatchObject([{ provider: "stripe_accounts", paymentId: account, outcome: "payee ready" }]);
    expect(await tell("acct_of_nobody", "evt_2")).toBe("unknown");
    expect(await tell(null, "evt_3")).toBe("not about a payee");
  });

  it("an event whose question failed is handled when it comes again", async () => {
    const { person, account } = await started();
    payees.answer(account, "verified");
    payees.failures.push({ call: "findAccount", acted: false });
    await expect(tell(account, "evt_4")).rejects.toMatchObject({ name: "ProviderUnavailable" });
    expect(await tell(account, "evt_4")).toBe("payee ready");
    expect(await stateOf(person)).toBe("ready");
  });

  it("a lost event: it asks after a quarter of an hour, then less often, and daily once ready", async () => {
    const { person, account } = await started();
    payees.answer(account, "in_review");
    await reconcile(context, failOnError);
    expect(await stateOf(person)).toBe("started");
    later(HOUR / 4);
    await reconcile(context, failOnError);
    expect(await stateOf(person)).toBe("checking");
    payees.answer(account, "verified");
    later(HOUR / 2 + 1_000);
    await reconcile(context, failOnError);
    expect(await stateOf(person)).toBe("ready");
    payees.set(account, { payouts: "restricted", waitsFor: "owner" });
    later(23 * HOUR);
    await reconcile(context, failOnError);
    expect(await stateOf(person)).toBe("ready");
    later(25 * HOUR);
    await reconcile(context, failOnError);
    expect(await stateOf(person)).toBe("asked");
  });

  it("two servers ask about an account once", async () => {
    const { account } = await started();
    payees.answer(account, "verified");
    later(HOUR);
    await Promise.all([reconcile(context, failOnError), reconcile(context, failOnError)]);
    expect(payees.asked.filter((id) => id === account)).toHaveLength(1);
  });
});
