"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { toast } from "@/components/ui/toast-store";
import { createRequestAction } from "@/lib/actions/requests";
import { ERROR_STATUS, type ErrorCode, type FieldProblem } from "@/lib/errors";
import { newAttempt } from "@/lib/web/attempt";
import type { Blocker } from "./create-blocker";
import { DRAFT_FIELDS, type DraftField, readDraft } from "./draft";
import { type KeptDraft, keepDraft, takeDraft } from "./kept-draft";

type Failed = Extract<Awaited<ReturnType<typeof createRequestAction>>, { ok: false }>;
type FieldTexts = Partial<Record<DraftField, string>>;

/**
 * Sends a new request once, and tells every refusal by its code (specification 8, Create request errors). What was typed when the session had
 * ended is `kept` over the login. `goalLimit` in cents.
 */
export function useCreateRequest({ viewerId, goalLimit }: { viewerId: string; goalLimit: number }) {
  const t = useTranslations("request.create");
  const problemText = useTranslations("errors.fields");
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [attempt] = useState(newAttempt);
  const [errors, setErrors] = useState<FieldTexts>({});
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  const [kept, setKept] = useState<KeptDraft | null>(null);
  const [pending, startTransition] = useTransition();

  useEffect(() => {
    const draft = takeDraft(viewerId);
    if (draft) setKept(draft);
  }, [viewerId]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const draft = readDraft(new FormData(event.currentTarget), goalLimit);
    if ("problems" in draft) {
      showErrors(textsOf(draft.problems));
      fail(t("invalidTitle"), t("invalidText"));
      return;
    }
    setErrors({});
    setBlocker(null);
    startTransition(async () => {
      const key = attempt.keyFor(JSON.stringify(draft.input));
      const result = await createRequestAction(draft.input, key).catch(() => null);
      if (!result) fail(t("failedTitle"), t("failedText"));
      else if (!result.ok) refuse(result);
      else {
        const description = t("doneText", { item: result.data.item });
        const link = { label: t("doneLink"), href: `/?request=${result.data.id}` };
        toast({ title: t("doneTitle"), description, link, variant: "success" });
        router.push("/");
      }
    });
  }

  function refuse({ code, message, fields = {} }: Failed) {
    const ours = ERROR_STATUS[code] >= 500;
    attempt.refused(code);
    showErrors(fields);
    if (code === "UNAUTHENTICATED" && form.current) keepDraft(viewerId, new FormData(form.current));
    if (isBlocker(code)) {
      setBlocker(code);
      form.current?.scrollIntoView({ block: "start" });
    }
    const title = t(code === "VALIDATION_ERROR" ? "invalidTitle" : "failedTitle");
    fail(title, code === "UNAUTHENTICATED" ? t("login") : ours ? t("failedText") : message);
  }

  function showErrors(found: FieldTexts) {
    setErrors(found);
    const first = DRAFT_FIELDS.find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }

  function textsOf(problems: Partial<Record<DraftField, FieldProblem>>): FieldTexts {
    const texts: FieldTexts = {};
    for (const name of DRAFT_FIELDS) {
      const problem = problems[name];
      if (problem) texts[name] = problemText(problem);
    }
    return texts;
  }

  return { form, submit, errors, blocker, kept, pending };
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: "destructive" });
}

function isBlocker(code: ErrorCode): code is Blocker {
  return (
    code === "PAYMENT_METHOD_REQUIRED" ||
    code === "PAYMENT_DETAILS_REQUIRED" ||
    code === "MAX_REQUESTS_REACHED" ||
    code === "UNAUTHENTICATED"
  );
}
