import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { clearTab } from "@/components/shared/clear-tab";
import { withProof } from "@/components/shared/step-up";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import { ApiError, send } from "@/lib/web/http";

/**
 * Deletes the account and leaves by a full page load, so that nothing of it stays in memory. `problem` is what is
 * wrong with the typed username; `owed` says that the person is still owed money, which comes first.
 */
export function useErase() {
  const t = useTranslations("profile.data.erase");
  const failureText = useFailureText();
  const [erasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [owed, setOwed] = useState(false);

  async function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (erasing) return;
    const form = event.currentTarget;
    setErasing(true);
    setProblem(undefined);
    try {
      const username = String(new FormData(form).get("username") ?? "");
      await withProof(() => send("DELETE", "/api/auth/user", { username }));
      clearTab();
      window.location.assign("/auth?erased=1");
    } catch (error) {
      setErasing(false);
      if (error instanceof ApiError && error.code === "MONEY_OWED") return setOwed(true);
      const wrong = error instanceof ApiError ? error.fields.username : undefined;
      setProblem(wrong);
      if (wrong) form.querySelector("input")?.focus();
      else toast({ variant: "destructive", title: t("failed"), description: failureText(error) });
    }
  }

  return { erasing, problem, erase, owed, setOwed };
}
