import "server-only";
import { getTranslations } from "next-intl/server";
import { isDatabaseAway } from "@/db/unavailable";
import { env } from "@/lib/env";
import { AppError, type ErrorCode } from "@/lib/errors";
import { formatMoney } from "@/lib/money";
import { BadSignature, ProviderUnavailable } from "@/lib/providers/payment";
import { currentLocale } from "./locale";
import { log } from "./log";

/** What a caller is told of an error (api.md, Every answer). */
export type Problem = {
  error: string;
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
};

/** Every thrown thing as one of ours; what we do not know is logged and becomes INTERNAL, telling nothing. */
export function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof BadSignature) return new AppError("BAD_SIGNATURE", { cause: thrown });
  if (thrown instanceof ProviderUnavailable) {
    log.warn({ requestId, error: thrown.message }, "provider unavailable");
    return new AppError("PROVIDER_UNAVAILABLE", { cause: thrown });
  }
  if (isDatabaseAway(thrown)) {
    log.error({ requestId, err: thrown }, "the database is away");
    return new AppError("UNAVAILABLE", { cause: thrown });
  }
  log.error({ requestId, err: thrown }, "unexpected error");
  return new AppError("INTERNAL", { cause: thrown });
}

/** The error in the reader's language. */
export async function toProblem(error: AppError): Promise<Problem> {
  const locale = await currentLocale();
  const t = await getTranslations({ locale, namespace: "errors" });
  const values = Object.entries(error.values).map(([name, value]) =>
    name.endsWith("Cents")
      ? [name.slice(0, -"Cents".length), formatMoney(Number(value), locale, env().currency)]
      : [name, value],
  );
  const message = t(error.code, Object.fromEntries(values));
  const problem: Problem = { error: message, message, code: error.code };
  if (error.fields) {
    problem.fields = Object.fromEntries(
      Object.entries(error.fields).map(([field, key]) => [field, t(`fields.${key}`)]),
    );
  }
  return problem;
}
