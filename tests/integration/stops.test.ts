import { expect, it } from "vitest";
import { newId } from "@/db/schema";
import { retryStep } from "@/lib/domain/operator/payout-steps";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { resume, stop } from "@/lib/domain/operator/stops";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { moveDonation, settleTransfer } from "@/lib/domain/payouts/move-donation";
import { settlePayout } from "@/lib/domain/payouts/settle-payout";
import { createRequest } from "@/lib/domain/requests/create-request";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { addOperator } from "../support/deciding";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { openPayoutBooks, payoutsOf, returnsOf, transfersOf } from "../support/payouts";
import { addPerson, addRequest } from "../support/people";
import { noPhotos } from "../support/photo-store";

const { context, card, bank, paypal, addPayee, give, later, housekeeping } = openPayoutBooks();

async function stopped(what: Stoppable) {
  const operator = await addOperator(context.db);
  await stop(context.db, operator, { what, reason: "an incident" });
  await expect(stop(context.db, operator, { what, reason: "again" })).rejects.toThrow("already");
  return () => resume(context.db, operator, { what, reason: "it is over" });
}

it("while giving is stopped nothing is begun, and events and refunds go on", async () => {
  const donor = await addPerson(context.db);
  const request = await addRequest(context.db, await addPerson(context.db));
  const [begun, given] = [await start(context, donor, request, "5"), await give(request, 700)];
  const go = await stopped("giving");
  await expect(start(context, donor, request, "5")).rejects.toMatchObject({
    code: "STOPPED",
    values: { what: "giving" },
  });
  card.pay(begun.paymentId);
  expect(await tell(context, begun.paymentId)).toBe("credited");
  expect(await requestRow(context.db, request.id)).toMatchObject({ raised: 1_200 });
  await refundPayment(context, await addOperator(context.db), {
    reference: given.donationId,
    reason: "asked for",
    isAsked: true,
  });
  expect(await donationRow(context.db, given.donationId)).toMatchObject({ paymentStatus: "refunded" });
  await go();
  await start(context, donor, request, "5");
});

it("while payouts are stopped nothing leaves, what goes back goes on, and afterwards all moves once", async () => {
  const owner = await addPayee();
  const request = await addRequest(context.db, owner, { goal: 100_000 });
  const [moved, kept] = [await give(request, 1_000), await give(request, 2_000)];
  later(9);
  await housekeeping();
  const before = bank.transfers.size;
  const go = await stopped("payouts");
  const late = await give(request, 3_000);
  later(9);
  await housekeeping();
  await expect(askPayout(context, owner, {})).rejects.toMatchObject({
    code: "STOPPED",
    values: { what: "payouts" },
  });
  expect([bank.transfers.size, bank.payouts.size]).toEqual([before, 0]);
  await refundPayment(context, await addOperator(context.db), {
    reference: moved.donationId,
    reason: "asked for",
    isAsked: true,
  });
  await housekeeping();
  await go();
  await housekeeping();
  await askPayout(context, owner, {});
  expect([...bank.payouts.values()].map(({ amount }) => amount)).toEqual([5_000]);
  for (const { donationId } of [kept, late])
    expect(await donationRow(context.db, donationId)).toMatchObject({ paymentStatus: "completed" });
});

/** What an operator tries again. */
const retry = async (reference: string) => {
  const order = { reference, reason: "it is urgent" };
  return retryStep(context, await addOperator(context.db), order);
};

it.each(["stripe", "paypal"] as const)(
  "while payouts are stopped a payout by %s that got no answer is not sent, whoever tries again",
  async (provider) => {
    const calls = provider === "stripe" ? bank : paypal;
    const owner = await addPayee(provider);
    await give(await addRequest(context.db, owner, { goal: 100_000 }), 1_000);
    later(9);
    await housekeeping();
    const id = newId();
    calls.failures.push({ call: "createPayout" });
    expect(await askPayout(context, owner, {}, id)).toMatchObject({ id, amount: 1_000 });
    const go = await stopped("payouts");
    later(0, 10);
    const asked = calls.calls.createPayout;
    await expect(askPayout(context, owner, {}, id)).rejects.toMatchObject({ code: "STOPPED" });
    await expect(retry(id)).rejects.toThrow("Payouts are stopped");
    expect(await settlePayout(context, id)).toBe("stopped");
    await housekeeping();
    expect([calls.calls.createPayout, (await payoutsOf(context.db, owner.id))[0]?.state]).toEqual([
      asked,
      "created",
    ]);
    await go();
    later(0, 10);
    expect(await settlePayout(context, id)).toBe("sent");
  },
);

it.each([
  ["before it is claimed", async (stopNow: () => Promise<void>) => stopNow()],
  [
    "while its payouts are asked for",
    async (stopNow: () => Promise<void>) => {
      bank.onCall = async (call, when) => {
        if (call !== "listPayouts" || when !== "after") return;
        bank.onCall = () => undefined;
        await stopNow();
      };
    },
  ],
])(
  "a payout of which no call was made keeps no return waiting: payouts are stopped %s",
  async (_, stopAt) => {
    const owner = await addPayee();
    const { donationId } = await give(await addRequest(context.db, owner, { goal: 100_000 }), 1_000);
    later(9);
    await housekeeping();
    const id = newId();
    bank.failures.push({ call: "createPayout", refused: "insufficient_funds" });
    await askPayout(context, owner, {}, id);
    later(0, 70);
    let go: () => Promise<void> = async () => undefined;
    await stopAt(async () => {
      go = await stopped("payouts");
    });
    const asked = bank.calls.createPayout;
    expect(await settlePayout(context, id)).toBe("stopped");
    later(0, 10);
    await refundPayment(context, await addOperator(context.db), {
      reference: donationId,
      reason: "asked for",
      isAsked: true,
    });
    await housekeeping();
    expect(await returnsOf(context.db, donationId)).toMatchObject([{ state: "done" }]);
    expect(bank.calls.createPayout).toBe(asked);
    await go();
  },
);

it("while payouts are stopped a transfer that got no answer is not made, and one that was made is booked", async () => {
  const owner = await addPayee();
  const request = await addRequest(context.db, owner, { goal: 100_000 });
  const { donationId } = await give(request, 1_000);
  const made = await give(request, 2_000);
  later(9);
  bank.failures.push({ call: "createTransfer" });
  await expect(moveDonation(context, donationId)).rejects.toThrow("scripted");
  expect(await moveDonation(context, made.donationId)).toBe("sent");
  const [planned] = await transfersOf(context.db, donationId);
  const id = newId();
  bank.failures.push({ call: "createPayout", acted: true });
  await askPayout(context, owner, {}, id);
  const go = await stopped("payouts");
  later(0, 10);
  await expect(retry(planned?.id ?? "")).rejects.toThrow("Payouts are stopped");
  expect(await settleTransfer(context, planned?.id ?? "")).toBe("stopped");
  // As its event does.
  expect(await settlePayout(context, id)).toBe("sent");
  expect([bank.transfers.size, bank.payouts.size]).toEqual([1, 1]);
  await go();
  expect(await settleTransfer(context, planned?.id ?? "")).toBe("sent");
});

it("a run that has begun sends nothing more once payouts are stopped", async () => {
  const request = await addRequest(context.db, await addPayee(), { goal: 100_000 });
  await Promise.all([give(request, 1_000), give(request, 2_000)]);
  later(9);
  let go: () => Promise<void> = async () => undefined;
  bank.onCall = async (call, when) => {
    if (call !== "createTransfer" || when !== "after") return;
    bank.onCall = () => undefined;
    go = await stopped("payouts");
  };
  await housekeeping();
  expect(bank.transfers.size).toBe(1);
  await go();
  later(0, 10);
  await housekeeping();
  expect(bank.transfers.size).toBe(2);
});

it("while asking is stopped nobody asks", async () => {
  const owner = await addPerson(context.db);
  const ask = () =>
    createRequest(
      { db: context.db, photos: noPhotos },
      owner,
      { item: "A coat", description: "It is cold.", goal: 5_000 },
      newId(),
    );
  const go = await stopped("asking");
  await expect(ask()).rejects.toMatchObject({ code: "STOPPED", values: { what: "asking" } });
  await go();
  await ask();
});
