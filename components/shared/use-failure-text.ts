import { useTranslations } from "next-intl";
import { ApiError, failureKey } from "@/lib/web/http";

/** The sentence for a failed call in the reader's language (specification 8, Generic failed response). */
export function useFailureText(): (error: unknown) => string {
  const t = useTranslations("errors.mobile");
  return (error) => {
    const key = failureKey(error);
    return key === null && error instanceof ApiError ? error.message : t(key ?? "unknown");
  };
}
