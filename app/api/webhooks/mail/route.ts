import { createHash, timingSafeEqual } from "node:crypto";
import { db } from "@/db/client";
import { mailIdIn } from "@/lib/delivery/message-id";
import { handleReport } from "@/lib/domain/messages/handle-report";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import { isMessage, readReport } from "@/lib/providers/smtp/report";
import { log } from "@/lib/server/log";
import { contract } from "@/lib/web/contract";
import { MAX_EVENT, readBytes } from "@/lib/web/input";
import { clearLimit } from "@/lib/web/rate-limit/limit";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.mailWebhook, async ({ request, requestId, address }) => {
    const raw = await readBytes(request, MAX_EVENT);
    assertAuthorized(request.headers.get("authorization"));
    // Only attempts at the secret count.
    await clearLimit(db(), "mailReportAddress", address);
    if (!isMessage(raw)) throw new AppError("VALIDATION_ERROR");
    const report = await readReport(raw);
    const mailId = report?.messageId ? mailIdIn(report.messageId) : null;
    const outcome =
      report && mailId ? await handleReport(db(), { kind: report.kind, mailId, at: now() }) : "unknown";
    log.info({ requestId, report: report?.kind ?? null, mail: mailId, outcome }, "mail report");
    return { received: true } as const;
  }),
});

/** @throws AppError BAD_SIGNATURE, for everything where no secret is configured */
function assertAuthorized(sent: string | null): void {
  const { mailReportSecret } = env();
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const isRight = timingSafeEqual(digest(sent ?? ""), digest(`Bearer ${mailReportSecret ?? ""}`));
  if (mailReportSecret === null || !isRight) throw new AppError("BAD_SIGNATURE");
}
