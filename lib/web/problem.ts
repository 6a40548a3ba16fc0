import "server-only";
import { getFormatter, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { isDatabaseAway } from "@/db/unavailable";
import { Refusal } from "@/lib/domain/operator/types";
import { isCutOff } from "@/lib/ground/cut-off";
import { env } from "@/lib/ground/env";
import { AppError, type ErrorCode } from "@/lib/ground/errors";
import { DAY_FORMAT, TIME_FORMAT } from "@/lib/ground/i18n/date-formats";
import { formatMoney } from "@/lib/ground/money";
import type { Locale, Stoppable } from "@/lib/ground/vocabulary";
import { BadSignature, ProviderUnavailable } from "@/lib/providers/gateway";
import { StoreUnavailable } from "@/lib/providers/photo-store";
import { log } from "@/lib/server/log";
import type { errorSchema } from "./contract";
import { currentLocale } from "./locale";

/** The body of an error (api.md, Every answer). */
export type Problem = z.infer<typeof errorSchema> & { code: ErrorCode };

/** Maps everything thrown to an AppError; the unknown is logged and becomes INTERNAL, without details. */
export function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof Refusal)
    return new AppError("REFUSED", { values: { kind: thrown.kind }, cause: thrown });
  if (thrown instanceof BadSignature) return new AppError("BAD_SIGNATURE", { cause: thrown });
  if (thrown instanceof ProviderUnavailable) {
    log.warn({ requestId, error: thrown.message }, "provider unavailable");
    const provider = thrown instanceof StoreUnavailable ? "photos" : "payment";
    return new AppError("PROVIDER_UNAVAILABLE", { values: { provider }, cause: thrown });
  }
  // Before the database, whose connections can be reset too. Nobody reads this answer.
  if (isCutOff(thrown)) return new AppError("VALIDATION_ERROR", { cause: thrown });
  if (isDatabaseAway(thrown)) {
    log.error({ requestId, err: thrown }, "a call needs the database");
    return new AppError("UNAVAILABLE", { cause: thrown });
  }
  log.error({ requestId, err: thrown }, "unexpected error");
  return new AppError("INTERNAL", { cause: thrown });
}

/** The error in the reader's language. */
export async function toProblem(error: AppError): Promise<Problem> {
  const locale = await currentLocale();
  const t = await getTranslations({ locale, namespace: "errors" });
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 0) / 60));
  const values = await readable(
    { ...error.values, ...(error.code === "RATE_LIMITED" && { minutes }) },
    locale,
  );
  const sentence = t(error.code, values);
  const message =
    error.code === "USERNAME_TOO_SOON" ? `${sentence}. ${t("usernameFixedUntil", values)}` : sentence;
  const problem: Problem = { error: message, message, code: error.code };
  if (error.fields) {
    problem.fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, key]) => [field, t(`fields.${key}`, values)]),
    );
  }
  if (error.suggestions) problem.suggestions = error.suggestions;
  if (error.code === "STOPPED") problem.what = error.values.what as Stoppable;
  if (error.code === "BEING_PAID") {
    problem.until = String(error.values.untilTime);
    problem.remaining = Number(error.values.remainingCents);
  }
  if (error.code === "WORK_REQUIRED") problem.challenge = String(error.values.challenge);
  return problem;
}

/** The values of a sentence, formatted for people: `…Cents` as money, `…Time` as a date. */
async function readable(values: AppError["values"], locale: Locale): Promise<AppError["values"]> {
  const common = await getTranslations({ locale, namespace: "common" });
  const format = await getFormatter({ locale });
  const shown = Object.entries(values).map(([name, value]) => {
    if (name.endsWith("Cents")) {
      return [name.slice(0, -"Cents".length), formatMoney(Number(value), locale, env().currency)];
    }
    if (!name.endsWith("Time")) return [name, value];
    const time = new Date(value);
    const text = common("dateAtTime", {
      date: format.dateTime(time, DAY_FORMAT),
      time: format.dateTime(time, TIME_FORMAT),
    });
    return [name.slice(0, -"Time".length), text];
  });
  return Object.fromEntries(shown);
}
