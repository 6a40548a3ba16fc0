import { useTranslations } from "next-intl";
import { useFailureText } from "@/components/shared/use-failure-text";
import { ApiError } from "@/lib/web/http";
import { type CardFailure, cardError, setupError } from "./card-error";

export type ErrorText = { title: string; description: string };

/** The messages for a card payment, or its preparation, that failed (specification 8). */
export function useCardErrorText() {
  const t = useTranslations("cardErrors");
  const donate = useTranslations("donate");
  const feed = useTranslations("feed");
  const failureText = useFailureText();
  return {
    payment(failure: CardFailure): ErrorText {
      const { title, text, message } = cardError(failure);
      return { title: t(`titles.${title}`), description: message ?? t(`texts.${text}`) };
    },
    ended: { title: t("titles.ended"), description: t("texts.ended") },
    setup(error: unknown): ErrorText {
      const { status, code, fields } = error instanceof ApiError ? error : new ApiError(500, "INTERNAL", "");
      if (code === "UNAUTHENTICATED") return { title: donate("loginTitle"), description: donate("login") };
      if (code === "GOAL_REACHED") {
        return { title: feed("goalReachedTitle"), description: feed("goalReachedText") };
      }
      if (code === "RATE_LIMITED") return { title: t("titles.tooMany"), description: failureText(error) };
      const kind = setupError({ status, code });
      const text = t(`setup.${kind}`);
      const detail = Object.values(fields)[0] ?? failureText(error);
      const detailed = (kind === "amount" || kind === "unable") && detail !== text;
      return {
        title: t("titles.setup"),
        description: detailed ? t("setup.detail", { text, detail }) : text,
      };
    },
  };
}
