import { db } from "@/db/client";
import { mailTexts } from "@/lib/delivery/translator";
import { findGiven } from "@/lib/domain/given/given";
import { findNightOf } from "@/lib/domain/open-books/queries";
import { now } from "@/lib/ground/clock";
import { makePdf } from "@/lib/statement/make-pdf";
import { receiptFileOf } from "@/lib/statement/words";
import { contract } from "@/lib/web/contract";
import { payments } from "@/lib/web/payments";
import { endpoints, file, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.giftReceipt, async ({ viewer, params: { donationId } }) => {
    const { id, name, username, preferredLanguage: locale } = viewer;
    const receipt = await findGiven(payments(), id, donationId);
    const person = { name, username };
    const pdf = await makePdf(id, async () => ({
      receipt,
      person,
      night: await findNightOf(db(), donationId),
      locale,
      at: now(),
    }));
    return file(pdf, receiptFileOf(await mailTexts(locale), receipt.receiptNumber), "application/pdf");
  }),
});
