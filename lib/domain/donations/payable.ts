import type { Tx } from "@/db/client";
import { liftHold, placeHold } from "@/lib/domain/holds/place-hold";
import { writeGuestMail, writeMail, writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { recordDisputeFee } from "@/lib/domain/payments/ledger";
import type { MissedPayment, Payable } from "@/lib/domain/payments/types";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { NoMethodLeft } from "@/lib/providers/gateway";
import { creditDonation, returnPart, reverseDonation } from "./books-store";
import { metadataOf, paymentFor, totalOf } from "./rules";
import { checkWithin, donationRecords, findDonationSubject, returnSecret } from "./store";
import { takesDonations } from "./terms";
import type { Donation } from "./types";

/** Donations as a payable of the settlement engine (D21, D26, D27). */
export const donationPayable: Payable<Donation> = {
  ...donationRecords,
  name: "donation",
  key: "donation",
  total: totalOf,
  metadata: metadataOf,
  idIn: ({ donationId }) => donationId,
  fail: (db, id, missed) =>
    db.transaction(async (tx) => {
      if (!(await donationRecords.fail(tx, id))) return false;
      if (missed) await writeFailed(tx, id, missed);
      return true;
    }),
  accepts: (db, { requestId }) => takesDonations(db, requestId),
  credit: async (db, donation, confirmed) => (await creditDonation(db, donation, confirmed)) === "credited",
  reverse: reverseDonation,
  returnPart: async (db, donation, part) =>
    part.returned > donation.returned && returnPart(db, donation, part),
  holdDisputed: async (db, { id, isDisputed }, isOpen, at) => {
    if (!isOpen && !isDisputed) return;
    await db.transaction((tx) => holdDisputed(tx, id, isOpen, at));
  },
  holdReversed: async (db, { id }, at) => {
    await db.transaction(async (tx) => {
      const donation = await donationRecords.lock(tx, id);
      if (donation?.paymentStatus !== "completed") return;
      const decision = "the provider reversed the payment and shows neither a refund nor a dispute";
      await placeHold(tx, { subject: { donationId: id }, cause: "risk", decision, at });
      await writeOperatorMail(tx, { about: "dispute", cause: `${id}:reversed`, reference: id, at });
    });
  },
  recordDisputeFee: (tx, { id: donationId }, charged, at) =>
    recordDisputeFee(tx, { donationId }, charged, at),
  // The same key returns the payment that was made; where the item changed since, another one is made, which no form
  // shows. Once the recipient's account is erased the form is never shown again.
  recover: async (db, gateway, donation) => {
    if (!gateway.createPayment) return null;
    const subject = await findDonationSubject(db, donation.id);
    if (subject?.isErased) return null;
    const payment = await gateway
      .createPayment(paymentFor(donation, subject?.item ?? ""))
      .catch((error: unknown) => {
        if (error instanceof NoMethodLeft) return null;
        throw error;
      });
    if (payment === null) return null;
    const secret = returnSecret(payment.clientSecret);
    return (await donationRecords.attachPayment(db, donation, payment.id, secret)) ? payment.id : null;
  },
};

/** The provider is asked about an open dispute once a day, in case its event is lost. */
const DISPUTE_CHECK = DAY;

async function holdDisputed(tx: Tx, donationId: string, isOpen: boolean, at: Date): Promise<void> {
  const donation = await donationRecords.lock(tx, donationId);
  if (donation?.paymentStatus !== "completed") return;
  const dispute = { subject: { donationId }, cause: "dispute", at } as const;
  if (!isOpen) {
    await liftHold(tx, dispute);
    return;
  }
  await placeHold(tx, dispute);
  await writeOperatorMail(tx, { about: "dispute", cause: donationId, reference: donationId, at });
  await checkWithin(tx, donationId, at, DISPUTE_CHECK);
}

/** Informs who gave of a payment that failed after they had done their part (mail-and-access.md, Messages). */
async function writeFailed(tx: Tx, id: string, missed: MissedPayment): Promise<void> {
  const donation = await donationRecords.find(tx, id);
  if (!donation) throw new Error(`donation ${id} vanished`);
  const { donorId: userId, guestId } = donation;
  const mail = { kind: "donation_failed", cause: id, at: now(), data: { missed } } as const;
  if (userId !== null) await writeMail(tx, { ...mail, userId });
  if (guestId !== null) await writeGuestMail(tx, { ...mail, guestId });
}
