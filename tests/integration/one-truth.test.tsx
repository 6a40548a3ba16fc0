import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { createTranslator, NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { moneySentence } from "@/components/payouts/money-sentence";
import { PayeeFace } from "@/components/payouts/payee-face";
import { holds, newId, payeeAccounts, users } from "@/db/schema";
import { identityVerified } from "@/lib/delivery/kinds/identity-verified";
import { search } from "@/lib/domain/finding/search";
import type { StandingCode, StandingWaits } from "@/lib/domain/holds/standing-rules";
import { listPayouts, lookUpMoney } from "@/lib/domain/operator/payouts";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { findPayeeFacts, isIdentityMissing } from "@/lib/domain/payouts/message-facts";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { findStanding } from "@/lib/domain/payouts/standing";
import { findRequest } from "@/lib/domain/requests/queries";
import type * as Environment from "@/lib/ground/env";
import { env } from "@/lib/ground/env";
import { LOCALES } from "@/lib/ground/vocabulary";
import { sourceFiles } from "@/scripts/source-files";
import { openBooks } from "../support/books";
import { start, tell } from "../support/donating";
import { addPerson, addRequest, STRANGER } from "../support/people";
import { ScriptedPayouts } from "../support/scripted-payouts";

vi.mock("@/components/payouts/buttons", () => ({ CheckNowButton: () => "CHECK" }));
vi.mock("@/lib/ground/env", async (original) => {
  const actual = await original<typeof Environment>();
  return { ...actual, env: vi.fn(actual.env) };
});

const { database, card, context } = openBooks();
beforeEach(() => {
  context.payoutProviders = { stripe: new ScriptedPayouts(), paypal: new ScriptedPayouts("paypal") };
  walletPays(true);
});

const walletPays = (walletPayouts: boolean) => {
  const actual = env();
  vi.mocked(env).mockImplementation(() => ({ ...actual, walletPayouts }));
};

const SOON = new Date(Date.now() + 3 * 86_400_000);
const READY = {
  transfers: "active",
  payouts: "active",
  waitsFor: "nobody",
  submittedAt: new Date(),
} as const;

type Person = { id: string };
type Account = Partial<typeof payeeAccounts.$inferInsert>;

async function account({ id: userId }: Person, facts: Account = {}) {
  const id = newId();
  const providerAccountId = facts.provider === "paypal" ? `${id}:a@example.org` : `acct_${id}`;
  await database.db
    .insert(payeeAccounts)
    .values({ id, userId, provider: "stripe", providerAccountId, country: "NL", ...facts });
  const isVerified = facts.payouts === "active" && facts.provider !== "paypal" && !facts.closedAt;
  await database.db.update(users).set({ bankAccountVerified: isVerified }).where(eq(users.id, userId));
  return id;
}

const choose = ({ id }: Person, facts: Partial<typeof users.$inferInsert>) =>
  database.db.update(users).set(facts).where(eq(users.id, id));

const hold = ({ id: userId }: Person, facts: Partial<typeof holds.$inferInsert>) =>
  database.db.insert(holds).values({ userId, cause: "operator", ...facts });

const byWallet = { paymentMethod: "paypal", paypalEmail: "a@example.org" } as const;

type State = [
  name: string,
  code: StandingCode,
  expected: { by: "bank" | "paypal" | null; waitsFor: StandingWaits; until?: Date },
  arrange: (person: Person) => Promise<unknown>,
];

const readyBut = (facts: Account) => async (person: Person) => account(person, { ...READY, ...facts });
const held = (facts: Partial<typeof holds.$inferInsert>) => async (person: Person) => {
  await account(person, READY);
  await hold(person, facts);
};

const NO_WAY = { by: null, waitsFor: "owner" } as const;

const STATES: State[] = [
  ["nothing", "start", NO_WAY, async () => undefined],
  ["an address that is missing", "start", NO_WAY, (person) => choose(person, { paymentMethod: "paypal" })],
  [
    "a card token alone",
    "unpayable",
    NO_WAY,
    (person) => choose(person, { paymentMethod: "visa", visaCardToken: "tok_visa" }),
  ],
  [
    "the wallet, where this deployment pays to none",
    "unpayable",
    NO_WAY,
    (person) => {
      walletPays(false);
      return choose(person, byWallet);
    },
  ],
  ["an account that was begun", "continue", NO_WAY, (person) => account(person)],
  [
    "an account of the wallet that is not chosen any more",
    "start",
    NO_WAY,
    (person) => account(person, { ...READY, provider: "paypal" }),
  ],
  [
    "being checked",
    "checking",
    { by: null, waitsFor: "provider" },
    readyBut({ transfers: "pending", payouts: "pending", waitsFor: "provider" }),
  ],
  [
    "transfers that are lost, while payouts are active",
    "checking",
    { by: null, waitsFor: "provider" },
    readyBut({ transfers: "restricted", waitsFor: "provider" }),
  ],
  [
    "a restriction that asks for nothing",
    "stopped",
    { by: null, waitsFor: "nobody" },
    readyBut({ transfers: "restricted", payouts: "restricted", problem: "restricted_other" }),
  ],
  [
    "something asked before it works",
    "asked",
    NO_WAY,
    readyBut({ transfers: "pending", payouts: "pending", waitsFor: "owner" }),
  ],
  [
    "something asked with a deadline",
    "asked",
    { by: "bank", waitsFor: "owner", until: SOON },
    readyBut({ waitsFor: "owner", waitsUntil: SOON }),
  ],
  [
    "refused",
    "stopped",
    { by: null, waitsFor: "nobody" },
    readyBut({ transfers: "rejected", payouts: "rejected", problem: "rejected.other" }),
  ],
  ["closed", "start", NO_WAY, readyBut({ closedAt: new Date() })],
  ["the bank", "ready", { by: "bank", waitsFor: "nobody" }, readyBut({ bankLast4: "4300" })],
  [
    "the bank, with a card token",
    "ready",
    { by: "bank", waitsFor: "nobody" },
    async (person) => {
      await account(person, READY);
      await choose(person, { paymentMethod: "visa", visaCardToken: "tok_visa" });
    },
  ],
  ["the wallet", "ready", { by: "paypal", waitsFor: "nobody" }, (person) => choose(person, byWallet)],
  [
    "the wallet, with an account that was begun",
    "ready",
    { by: "paypal", waitsFor: "nobody" },
    async (person) => {
      await account(person);
      await choose(person, byWallet);
    },
  ],
  [
    "a failed payout",
    "payout_failed",
    { by: "bank", waitsFor: "owner" },
    async (person) => {
      await hold(person, {
        cause: "provider",
        decision: "account_closed",
        accountId: await account(person, READY),
      });
    },
  ],
  [
    "a failed payout to another way",
    "ready",
    { by: "paypal", waitsFor: "nobody" },
    async (person) => {
      await hold(person, {
        cause: "provider",
        decision: "account_closed",
        accountId: await account(person, READY),
      });
      await choose(person, byWallet);
    },
  ],
  ["a report", "held", { by: "bank", waitsFor: "operator" }, held({ cause: "report" })],
  ["a risk", "held", { by: "bank", waitsFor: "operator" }, held({ cause: "risk" })],
  ["an operator", "held", { by: "bank", waitsFor: "operator" }, held({ cause: "operator" })],
  ["an operator until a day", "held", { by: "bank", waitsFor: "time", until: SOON }, held({ endsAt: SOON })],
  ["a hold that has ended", "ready", { by: "bank", waitsFor: "nobody" }, held({ endsAt: new Date(0) })],
  ["a hold that was lifted", "ready", { by: "bank", waitsFor: "nobody" }, held({ liftedAt: new Date() })],
  ["an operator's review", "review", { by: "bank", waitsFor: "operator" }, held({ cause: "first_payout" })],
  [
    "a review of somebody who is asked something",
    "asked",
    { by: "bank", waitsFor: "owner" },
    async (person) => {
      await account(person, { ...READY, waitsFor: "owner" });
      await hold(person, { cause: "first_payout" });
    },
  ],
  [
    "a new bank account",
    "delayed",
    { by: "bank", waitsFor: "time", until: SOON },
    held({ cause: "new_bank_account", endsAt: SOON }),
  ],
  [
    "a reset password",
    "delayed",
    { by: "paypal", waitsFor: "time", until: SOON },
    (person) => choose(person, { ...byWallet, payoutsHeldUntil: SOON }),
  ],
];

/** Somebody who is owed 20.00, in a state. */
async function owedTo(arrange: State[3]) {
  const [person, donor] = [await addPerson(database.db), await addPerson(database.db)];
  await choose(person, { paymentMethod: "bank", paypalEmail: null, visaCardToken: null });
  const request = await addRequest(database.db, person, { goal: 100_000 });
  const { paymentId } = await start(context, donor, request, "20.00");
  card.pay(paymentId);
  await tell(context, paymentId);
  await arrange(person);
  return { person, request };
}

const messagesIn = (locale: string) => JSON.parse(readFileSync(`messages/${locale}.json`, "utf8"));

/** What the screens say: the face's title, and where the money is. */
async function textOf(
  locale: (typeof LOCALES)[number],
  person: Person,
): Promise<{ face: string; sentence: string }> {
  const messages = messagesIn(locale);
  const [payouts, [row]] = await Promise.all([
    payoutsOf(database.db, person),
    database.db.select().from(users).where(eq(users.id, person.id)),
  ]);
  const face = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="Europe/Amsterdam">
      <PayeeFace payee={payouts.payee} method={row?.paymentMethod ?? null} contact="a@example.org" />
    </NextIntlClientProvider>,
  );
  const t = createTranslator({ locale, messages, namespace: "payoutsPage" });
  const sentence = moneySentence(payouts, {
    t: t as unknown as Parameters<typeof moneySentence>[1]["t"],
    money: (cents) => String(cents),
    day: (at) => at.toISOString(),
  });
  return { face: />([^<]*)<\/h3>/.exec(face)?.[1] ?? "", sentence };
}

/** Everything that says whether somebody can be paid, by way of the one function. */
const SURFACES = [
  "app/(office)/office/person-money.tsx",
  "app/(shell)/payouts/page.tsx",
  "app/(shell)/payouts/return/page.tsx",
  "app/(shell)/profile/page.tsx",
  "app/(shell)/request/(form)/page.tsx",
  "app/(shell)/request/live/page.tsx",
  "app/api/payouts/check/route.ts",
  "app/api/payouts/route.ts",
  "components/requests/draft-request.ts",
  "components/requests/payout-mark.tsx",
  "lib/delivery/kinds/donation-received.tsx",
  "lib/delivery/kinds/donations-paused.tsx",
  "lib/delivery/kinds/identity-asked.tsx",
  "lib/delivery/kinds/identity-reminder.tsx",
  "lib/delivery/kinds/identity-verified.tsx",
  "lib/delivery/kinds/payouts-stopped.tsx",
  "lib/domain/finding/store.ts",
  "lib/domain/holds/guards.ts",
  "lib/domain/holds/standing-rules.ts",
  "lib/domain/operator/money-reports-store.ts",
  "lib/domain/operator/money-store.ts",
  "lib/domain/operator/payouts.ts",
  "lib/domain/payouts/ask-payout.ts",
  "lib/domain/payouts/message-facts.ts",
  "lib/domain/payouts/queries.ts",
  "lib/domain/payouts/standing.ts",
  "lib/domain/requests/present.ts",
  "lib/domain/requests/schema.ts",
];

describe("trust 46: one truth about being paid", () => {
  it("who is restricted reads that they may be paid yet, before their money goes back", async () => {
    const restricted = { transfers: "restricted", payouts: "restricted" } as const;
    const { person } = await owedTo(readyBut(restricted));
    const { sentence } = await textOf("en", person);
    expect(sentence).toContain("until it goes back to the donors, unless our payment provider can pay you");
  });

  it.each(STATES)(
    "every surface says the same of somebody with %s: %s",
    async (_, code, expected, arrange) => {
      const { person, request } = await owedTo(arrange);
      const { bank: _bank, ...standing } = await findStanding(database.db, person.id);
      expect(standing).toEqual({ code, until: null, ...expected });
      const isPayable = expected.by !== null;

      // What they see and what a call answers.
      const { payee, waitingBecause, canAsk } = await payoutsOf(database.db, person);
      expect(payee).toMatchObject({
        standing: code,
        by: expected.by,
        waitsFor: expected.waitsFor,
        waitsUntil: expected.until?.toISOString() ?? null,
      });
      expect(waitingBecause === "payee").toBe(!isPayable);
      expect(canAsk).toBe(false);
      for (const locale of LOCALES) {
        const { faces } = messagesIn(locale).gettingPaid;
        const { face, sentence } = await textOf(locale, person);
        expect(face).toBe(faces[code === "unpayable" ? "start" : code].title);
        expect(sentence).not.toMatch(/[{}]/);
      }

      // What donors see.
      const shown = await findRequest(database.db, request.id, STRANGER);
      expect(shown?.canBePaidOut).toBe(isPayable);
      const asked = { filter: "payable", sort: "newest", limit: 100 } as const;
      const { items } = await search(database.db, STRANGER, asked);
      expect(items.some(({ id }) => id === request.id)).toBe(isPayable);

      // What messages are written by.
      const facts = await findPayeeFacts(database.db, person.id);
      expect(facts.standing).toMatchObject(standing);
      expect(await isIdentityMissing(database.db, person.id)).toBe(
        ["start", "continue", "unpayable"].includes(code),
      );

      // What an operator sees.
      const operator = { name: "ines" };
      const money = await lookUpMoney(database.db, operator, { reference: person.id, limit: 5 });
      expect(money.standing).toEqual(standing);
      const unready = (await listPayouts(database.db, 200)).payees.find(
        ({ personId }) => personId === person.id,
      );
      expect(unready?.standing).toBe(isPayable ? undefined : code);

      // What a call is refused with.
      const refused = await askPayout(context, person, {}).catch((error: { code: string }) => error.code);
      if (!isPayable) expect(refused).toBe("PAYEE_NOT_READY");
      else expect(refused).not.toBe("PAYEE_NOT_READY");
    },
  );

  it("every code is tried", () => {
    const { faces } = messagesIn("en").gettingPaid;
    expect(new Set(STATES.map(([, code]) => code)).size).toBe(Object.keys(faces).length + 1);
  });

  it.each(["review", "held"] as const)(
    "who waits for an operator's yes is not told to wait for a day: %s",
    async (code) => {
      const { person } = await owedTo(held({ cause: code === "review" ? "first_payout" : "risk" }));
      const load = { recipient: { id: person.id } } as Parameters<typeof identityVerified.load>[1];
      const view = await identityVerified.load(database.db, load);
      expect(view?.standing.code).toBe(code);
      const { how } = messagesIn("en").mail.identity_verified;
      expect(how).toContain(`${code} {`);
      expect((await payoutsOf(database.db, person)).waitingBecause).toBe("hold");
      expect((await textOf("en", person)).sentence).not.toContain("at least until");
    },
  );

  it("the surfaces are these: whoever adds one adds it here and to the test above", () => {
    const asks =
      /\b(?:findStanding|standingOf|wayOf|canBePaid|findPayeeFacts|isIdentityMissing|payoutsOf|canBePaidOut)\b/;
    const found = sourceFiles(/^(app|components|lib|scripts)\/.*\.tsx?$/).filter(
      (file) => !/\.test\.tsx?$/.test(file) && asks.test(readFileSync(file, "utf8")),
    );
    expect(found.toSorted()).toEqual(SURFACES);
  });
});
