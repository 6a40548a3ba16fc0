import { expect, it } from "vitest";
import { newId } from "@/db/schema";
import { refundPayment } from "@/lib/domain/operator/refund-payment";
import { resume, stop } from "@/lib/domain/operator/stops";
import { askPayout } from "@/lib/domain/payouts/ask-payout";
import { createRequest } from "@/lib/domain/requests/create-request";
import type { Stoppable } from "@/lib/ground/vocabulary";
import { addOperator } from "../support/deciding";
import { donationRow, requestRow, start, tell } from "../support/donating";
import { openPayoutBooks } from "../support/payouts";
import { addPerson, addRequest } from "../support/people";
import { noPhotos } from "../support/photo-store";

const { context, card, bank, addPayee, give, later, housekeeping } = openPayoutBooks();

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
