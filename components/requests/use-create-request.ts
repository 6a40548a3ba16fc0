import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useTransition } from "react";
import { usePhoto } from "@/components/photos/use-photo";
import { useAmountLike } from "@/components/shared/amount-field";
import { usePlatform } from "@/components/shared/platform";
import { useMoney } from "@/components/shared/use-money";
import { toast } from "@/components/ui/toast-store";
import { createRequestAction } from "@/lib/actions/requests";
import { ERROR_STATUS, type FieldProblem } from "@/lib/ground/errors";
import type { BoostType } from "@/lib/ground/vocabulary";
import { newAttempt, onceMore } from "@/lib/web/attempt";
import { BLOCKERS, type Blocker } from "./create-blocker";
import { DRAFT_FIELDS, type DraftField, readDraft } from "./draft";
import { clearDraft, readStoredDraft, type StoredDraft, storeDraft, storePhoto } from "./draft-storage";

type Failed = Extract<Awaited<ReturnType<typeof createRequestAction>>, { ok: false }>;
type FieldTexts = Partial<Record<DraftField, string>>;

/**
 * Sends a new request once, after its photo, and shows every refusal by its code (specification 8, Create request
 * errors). `kept` is the stored draft, `filled` what the form contains now. `goalLimit` in cents.
 */
export function useCreateRequest({ viewerId, goalLimit }: { viewerId: string; goalLimit: number }) {
  const t = useTranslations("request.create");
  const problemText = useTranslations("errors.fields");
  const boostText = useTranslations("boosts.choice");
  const money = useMoney();
  const { currency } = usePlatform();
  const amountLike = useAmountLike();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [attempt] = useState(newAttempt);
  const [errors, setErrors] = useState<FieldTexts>({});
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  const [kept, setKept] = useState<StoredDraft | null>(null);
  const [filled, setFilled] = useState<FormData | null>(null);
  const [isPosting, startTransition] = useTransition();

  const photo = usePhoto((sent) => storePhoto(viewerId, sent));
  const pending = isPosting || photo.isAwaited;

  const resume = useEffectEvent(() => {
    const draft = readStoredDraft(viewerId);
    if (draft.fields) setKept(draft.fields);
    if (draft.photo) photo.restore(draft.photo);
  });
  useEffect(() => resume(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: again once the form shows the stored draft
  useEffect(() => {
    if (form.current) setFilled(new FormData(form.current));
  }, [kept]);

  /** Phones may discard a page at any time, most of all while their camera is open. */
  function keep() {
    if (!form.current) return;
    const now = new FormData(form.current);
    storeDraft(viewerId, now);
    setFilled(now);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const on = event.currentTarget;
    if (pending || !checked(on)) return;
    setErrors({});
    setBlocker(null);
    // Before the transition: until that ends, the router leads nowhere.
    const photoUrl = await photo.settled().catch(() => undefined);
    // Its field says what went wrong.
    if (photoUrl === undefined) return;
    const draft = checked(on);
    if (!draft) return;
    startTransition(async () => {
      const input = { ...draft, ...(photoUrl && { photoUrl }) };
      const key = attempt.keyFor(JSON.stringify(input));
      const result = await onceMore(() => createRequestAction(input, key)).catch(() => null);
      if (!result) fail(t("failedTitle"), t("failedText"));
      else if (!result.ok) refuse(result, draft.appliedBoostType ?? null);
      else {
        toast({ title: t("doneTitle"), variant: "success", toNextPage: true });
        clearDraft();
        router.push(`/request/live?id=${result.data.id}`);
      }
    });
  }

  /** The input of the form; null when something is wrong with it, which is then shown. */
  function checked(on: HTMLFormElement) {
    const draft = readDraft(new FormData(on), goalLimit, currency);
    if ("input" in draft) return draft.input;
    showErrors(textsOf(draft.problems));
    fail(t("invalidTitle"), t("invalidText"));
    return null;
  }

  function refuse({ code, message, fields = {} }: Failed, boostType: BoostType | null) {
    const ours = ERROR_STATUS[code] >= 500;
    attempt.refused(code);
    showErrors(fields);
    if (code === "INSUFFICIENT_BOOSTS" && boostType) {
      fail(boostText("insufficientTitle"), boostText(`insufficient.${boostType}`));
      router.refresh();
      return;
    }
    if (code === "PHOTO_INVALID") photo.refuse(message);
    const met = BLOCKERS.find((each) => each === code);
    if (met) {
      setBlocker(met);
      // PayoutQuestion scrolls to itself.
      if (code !== "PAYMENT_METHOD_REQUIRED") form.current?.scrollIntoView({ block: "start" });
      // Without a session the page leads to the login at once, and nobody reads why.
      if (code !== "UNAUTHENTICATED") router.refresh();
    }
    const title = t(code === "VALIDATION_ERROR" ? "invalidTitle" : "failedTitle");
    fail(title, code === "UNAUTHENTICATED" ? t("login") : ours ? t("failedText") : message);
  }

  function showErrors(found: FieldTexts) {
    setErrors(found);
    const controls = Array.from(form.current?.querySelectorAll<HTMLInputElement>("[name]") ?? []);
    controls.find(({ name }) => name in found)?.focus();
  }

  function textsOf(problems: Partial<Record<DraftField, FieldProblem>>): FieldTexts {
    const texts: FieldTexts = {};
    for (const name of DRAFT_FIELDS) {
      const problem = problems[name];
      if (!problem) continue;
      const text = problemText(problem, { limit: money(goalLimit) });
      texts[name] = problem === "amountInvalid" ? amountLike(text) : text;
    }
    return texts;
  }

  return { form, submit, keep, errors, blocker, kept, filled, photo, pending };
}

function fail(title: string, description: string): void {
  toast({ title, description, variant: "destructive" });
}
