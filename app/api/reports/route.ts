import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { sendReport } from "@/lib/domain/safety/send-report";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { browserNow } from "@/lib/web/session/known-browser";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.sendReport, async ({ viewer, body, operationId }) => {
    // Reports hold money, and it is not known whose they would be (D52).
    if (viewer?.isContested) throw new AppError("ACCOUNT_CONTESTED");
    const [locale, browser] = await Promise.all([currentLocale(), browserNow()]);
    const guestId = body.receiptToken === undefined ? null : readReceiptToken(body.receiptToken);
    return sendReport(db(), { viewer, guestId, locale, browser }, body, operationId);
  }),
});
