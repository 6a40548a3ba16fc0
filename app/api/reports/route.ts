import { v5 } from "uuid";
import { db } from "@/db/client";
import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { sendReport } from "@/lib/domain/safety/send-report";
import { AppError } from "@/lib/ground/errors";
import { contract } from "@/lib/web/contract";
import { assertKey } from "@/lib/web/idempotency/once";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { browserNow } from "@/lib/web/session/known-browser";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.sendReport, async ({ viewer, body, operationId, request }) => {
    // Reports hold money, and it is not known whose they would be (D52).
    if (viewer?.isContested) throw new AppError("ACCOUNT_CONTESTED");
    const [locale, browser] = await Promise.all([currentLocale(), browserNow()]);
    const guestId = body.receiptToken === undefined ? null : readReceiptToken(body.receiptToken);
    const key = viewer ? null : request.headers.get("idempotency-key");
    if (key !== null) assertKey(key);
    // Keys belong to people (`once`): that of a visitor is in the id of the report, so that a repeat finds it (C351).
    const id = key === null ? operationId : v5(JSON.stringify([key, body]), v5.URL);
    return sendReport(db(), { viewer, guestId, locale, browser }, body, id);
  }),
});
