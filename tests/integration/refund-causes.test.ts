import { afterEach, describe, expect, it } from "vitest";
import { mails } from "@/db/schema";
import { mailTexts } from "@/lib/delivery/translator";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { giveBack } from "@/lib/domain/payouts/give-back";
import { takeBack } from "@/lib/domain/payouts/take-back";
import { deleteRequest } from "@/lib/domain/requests/delete-request";
import { reconcile } from "@/lib/domain/settlement/reconcile";
import { setClock } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import type { RefundReason } from "@/lib/ground/vocabulary";
import { openBooks } from "../support/books";
import * as decided from "../support/deciding";
import { donationRow, notificationsOf, type Started, start, tell } from "../support/donating";
import { sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";
import { ScriptedPayees } from "../support/scripted-payees";

const operator = { name: "ines" };
const reason = "The photo is of another request.";

const { database, card, context } = openBooks({ APP_URL: "https://steuntje.example" });

afterEach(async () => {
  await database.db.delete(mails);
});

async function people() {
  const [owner, donor] = [await addPerson(database.db), await addPerson(database.db)];
  const request = await addRequest(database.db, owner, { goal: 2_500, item: "A red bicycle" });
  return { owner, donor, request };
}
type People = Awaited<ReturnType<typeof people>>;

async function pay({ donor, request }: Pick<People, "donor" | "request">): Promise<Started> {
  const given = await start(context, donor, request, "25");
  card.pay(given.paymentId);
  await tell(context, given.paymentId);
  return given;
}

/** Does everything that is due, as on a later day. */
async function onDay(days: number): Promise<void> {
  const at = new Date(Date.now() + days * DAY);
  setClock(() => at);
  await reconcile(context, (subject, error) => {
    throw new Error(subject, { cause: error });
  });
}

/** A refund that was caused in one way, of a donation that was credited unless `isCredited` is false. */
type Cause = { name: string; run: (given: People) => Promise<Started>; isCredited?: false };

/** A donation that was begun before `closing`, and paid afterwards. */
const paidAfter = (closing: (given: People) => Promise<unknown>) => async (given: People) => {
  const begun = await start(context, given.donor, given.request, "25");
  await closing(given);
  card.pay(begun.paymentId);
  await tell(context, begun.paymentId);
  return begun;
};
const hide = ({ request }: Pick<People, "request">) => decided.hide(context, { requestId: request.id });
const returnAll = ({ request }: Pick<People, "request">) =>
  decided.returnAll(context, { requestId: request.id });

/** Every reason for which a donation goes back, and who can cause it. Null: it is a reason of purchases only. */
const CAUSES: Record<RefundReason, readonly Cause[] | null> = {
  requested: [
    {
      name: "an operator decides it",
      run: async (people) => {
        const given = await pay(people);
        await refundPayment(context, operator, { reference: given.donationId, reason });
        return given;
      },
    },
    {
      name: "an operator does it in the provider's pages",
      run: async (people) => {
        const given = await pay(people);
        card.truth(given.paymentId).refunded = true;
        await tell(context, given.paymentId);
        return given;
      },
    },
  ],
  payer_asked: [
    {
      name: "an operator does it because the donor asked",
      run: async (people) => {
        const given = await pay(people);
        await refundPayment(context, operator, { reference: given.donationId, reason, isAsked: true });
        return given;
      },
    },
  ],
  request_removed: [
    {
      name: "an operator returns all donations of a request",
      run: async (people) => {
        const given = await pay(people);
        await returnAll(people);
        return given;
      },
    },
  ],
  dispute: [
    {
      name: "a dispute is lost",
      run: async (people) => {
        const given = await pay(people);
        card.truth(given.paymentId).disputeLost = true;
        await tell(context, given.paymentId);
        return given;
      },
    },
  ],
  goal_reached: [
    {
      name: "another donation reaches the goal first",
      run: paidAfter(async ({ request }) => pay({ donor: await addPerson(database.db), request })),
      isCredited: false,
    },
  ],
  request_deleted: [
    {
      name: "the owner deletes the request",
      run: paidAfter(({ owner, request }) => deleteRequest(database.db, owner, request.id)),
      isCredited: false,
    },
    {
      name: "an operator returns all donations of a request that its owner deleted",
      run: async (people) => {
        const given = await pay(people);
        await deleteRequest(database.db, people.owner, people.request.id);
        await returnAll(people);
        return given;
      },
    },
  ],
  request_hidden: [{ name: "an operator hides the request", run: paidAfter(hide), isCredited: false }],
  mismatch: [
    {
      name: "the provider reports another amount",
      run: async ({ donor, request }) => {
        const given = await start(context, donor, request, "25");
        card.pay(given.paymentId);
        card.truth(given.paymentId).received += 1;
        await tell(context, given.paymentId);
        return given;
      },
      isCredited: false,
    },
  ],
  not_paid_out: [
    {
      name: "the recipient cannot be paid for 85 days",
      run: async (people) => {
        context.payoutProviders = { stripe: new ScriptedPayees(), paypal: null };
        const given = await pay(people);
        for (const day of [30, 60, 85, 85.1]) await onDay(day);
        return given;
      },
    },
  ],
  given_back: [
    {
      name: "the recipient gives it back",
      run: async (people) => {
        const given = await pay(people);
        await giveBack(context, people.owner);
        await onDay(0.01);
        return given;
      },
    },
  ],
  taken_back: [
    {
      name: "the donor takes it back",
      run: async (people) => {
        const given = await pay(people);
        await takeBack(context, people.donor, given.donationId);
        return given;
      },
    },
  ],
  plan_ended: null,
  account_erased: null,
  withdrawn: null,
};

const rows = Object.entries(CAUSES).flatMap(([why, causes]) =>
  (causes ?? []).map((cause) => ({ why: why as RefundReason, ...cause })),
);

describe("a refund", () => {
  it.each(rows)("says the true cause ($why) when $name", async ({ why, run, isCredited = true }) => {
    const given = await people();
    const { donationId } = await run(given);
    expect(await donationRow(database.db, donationId)).toMatchObject({
      paymentStatus: "refunded",
      refundReason: why,
    });
    const inApp = (await notificationsOf(database.db, given.donor.id)).filter(
      ({ type }) => type === "refund",
    );
    expect(inApp).toMatchObject([{ reason: why }]);
    const { shared } = await mailTexts("en");
    const sentence = `refunded: ${shared(`notifications.refundReasons.${why}`)}`;
    const sent = await sendOutbox(database.db);
    const textOf = ({ email }: { email: string }, kind: string) =>
      sent
        .filter(({ to, headers }) => to === email && headers["X-Steuntje-Kind"] === kind)
        .map(({ text }) => text.replaceAll("\n", " "));
    expect(textOf(given.donor, "donation_returned")).toEqual([expect.stringContaining(sentence)]);
    expect(textOf(given.owner, "donation_taken_back")).toEqual(
      isCredited ? [expect.stringContaining(sentence)] : [],
    );
    expect(/asked for it|requested/.test(sentence)).toBe(why === "payer_asked");
  });
});
