import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { newId } from "@/db/schema";
import { findPurchase } from "@/lib/domain/boosts/queries";
import { startBoostPurchase } from "@/lib/domain/boosts/start-purchase";
import { findContribution } from "@/lib/domain/donations/queries";
import { listNotifications } from "@/lib/domain/messages/queries";
import { paymentHistory } from "@/lib/domain/operator/payment-history";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { exportData } from "@/lib/domain/privacy/export-data";
import { openBooks } from "../support/books";
import { donationRow, start, tell } from "../support/donating";
import { sendOutbox } from "../support/outbox";
import { addPerson, addRequest } from "../support/people";

const { database, card, context } = openBooks({ APP_URL: "https://steuntje.example" });

async function given() {
  const { db } = database;
  const [owner, donor] = [await addPerson(db), await addPerson(db)];
  const request = await addRequest(db, owner);
  const { donationId, paymentId } = await start(context, donor, request, "25");
  card.pay(paymentId);
  await tell(context, paymentId);
  const { receiptNumber } = await donationRow(db, donationId);
  return { owner, donor, donationId, receiptNumber };
}

const exported = async (person: { id: string }) => text((await exportData(database.db, person)).json);

describe("the number of a receipt", () => {
  it("is random: neither a counter nor a part of the row's id", async () => {
    const [first, second] = [await given(), await given()];
    for (const { receiptNumber, donationId } of [first, second]) {
      expect(receiptNumber).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/);
      expect(donationId.replaceAll("-", "").toUpperCase()).not.toContain(receiptNumber.slice(0, 4));
    }
    expect(first.receiptNumber).not.toBe(second.receiptNumber);
    const taken = sql`update donations set receipt_number = ${first.receiptNumber} where id = ${second.donationId}`;
    await expect(database.db.execute(taken)).rejects.toMatchObject({
      cause: { constraint_name: "donations_receipt_number_key" },
    });
  });

  it("is shown to the donor: after paying, in the receipt and in their data", async () => {
    const { donor, donationId, receiptNumber } = await given();
    expect(await findContribution(database.db, { id: donationId, donorId: donor.id })).toMatchObject({
      receiptNumber,
    });
    const mails = await sendOutbox(database.db);
    expect(mails.find(({ to }) => to === donor.email)?.text).toContain(receiptNumber);
    expect(await exported(donor)).toContain(receiptNumber);
  });

  it("is shown to nobody else, the recipient included", async () => {
    const { owner, donor, donationId, receiptNumber } = await given();
    expect(await findContribution(database.db, { id: donationId, donorId: owner.id })).toBeNull();
    for (const mail of (await sendOutbox(database.db)).filter(({ to }) => to !== donor.email))
      expect(mail.text).not.toContain(receiptNumber);
    const shown = [
      await exported(owner),
      JSON.stringify(await listNotifications(database.db, owner.id, { limit: 20 })),
      JSON.stringify(await payoutsOf(database.db, owner)),
    ];
    expect(shown.filter((each) => each.includes(receiptNumber))).toEqual([]);
  });

  it("finds the payment for the operator, however it is typed", async () => {
    const { donationId, receiptNumber } = await given();
    const plain = receiptNumber.replaceAll("-", "");
    for (const typed of [
      receiptNumber,
      receiptNumber.toLowerCase(),
      plain,
      ` ${plain.slice(0, 4)} ${plain.slice(4)} `,
    ])
      expect(await paymentHistory(database.db, typed)).toMatchObject({
        payment: { id: donationId, receiptNumber },
      });
    for (const none of ["0000-0000-0000", "----", "%", ""])
      await expect(paymentHistory(database.db, none)).rejects.toThrow("No payment has that id");
  });

  it("finds a purchase too", async () => {
    const buyer = await addPerson(database.db);
    const id = newId();
    await startBoostPurchase(
      context,
      buyer,
      {
        boostType: "normal",
        quantity: 5,
        method: "stripe",
        description: "5 normal boosts",
        locale: "en",
        returnPath: "/profile",
      },
      id,
    );
    const { receiptNumber } = (await findPurchase(database.db, id))!;
    expect(await paymentHistory(database.db, receiptNumber)).toMatchObject({ payment: { id } });
    expect(await exported(buyer)).toContain(receiptNumber);
  });
});
