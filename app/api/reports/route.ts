import { db } from "@/db/client";
import { sendReport } from "@/lib/domain/safety/send-report";
import { contract } from "@/lib/web/contract";
import { currentLocale } from "@/lib/web/locale";
import { endpoints, route } from "@/lib/web/route";
import { browserNow } from "@/lib/web/session/known-browser";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.sendReport, async ({ viewer, body, operationId }) => {
    const [locale, browser] = await Promise.all([currentLocale(), browserNow()]);
    return sendReport(db(), { viewer, locale, browser }, body, operationId);
  }),
});
