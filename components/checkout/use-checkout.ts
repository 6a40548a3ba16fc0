import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { useLoginLink } from "@/components/shared/use-login-link";
import { toast } from "@/components/ui/toast-store";
import { ERROR_STATUS, type ErrorCode } from "@/lib/ground/errors";
import { newAttempt, onceMore } from "@/lib/web/attempt";

/** The server's answer to a checkout: where to pay, or why not. */
type CheckoutAnswer = { ok: true; data: { url: string } } | { ok: false; code: ErrorCode; message: string };

/** The titles of a refusal, and of no answer at all, by what is paid for on a provider's page. */
const TITLES = {
  purchase: { refused: "purchaseFailed", noAnswer: "purchaseError" },
  subscription: { refused: "subscriptionError", noAnswer: "subscriptionError" },
  donation: { refused: "paymentFailed", noAnswer: "paymentError" },
} as const;

type Options = { onLeave?: (() => void) | undefined; returnTo?: string };

/** `preparing` while the server is asked, `leaving` while the browser loads the provider's page. */
export type CheckoutState = "idle" | "preparing" | "leaving";

/**
 * Takes a person to the provider's own page to pay. Nothing is charged before; two tries of the same purchase are
 * one order, because they carry the same key. `onLeave` runs before the browser leaves. `returnTo` is the page
 * after a new login when the session has ended; by default the current page.
 */
export function useCheckout(paid: keyof typeof TITLES, { onLeave, returnTo }: Options = {}) {
  const t = useTranslations("checkout.failures");
  const failureText = useFailureText();
  const router = useRouter();
  const login = useLoginLink(returnTo);
  const [state, setState] = useState<CheckoutState>("idle");
  const [attempt] = useState(newAttempt);
  const here = useRef(true);

  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  async function go(input: unknown, start: (key: string) => Promise<CheckoutAnswer>) {
    if (state !== "idle") return;
    setState("preparing");
    let error: unknown = null;
    const key = attempt.keyFor(JSON.stringify(input));
    const answer = await onceMore(() => start(key)).catch((thrown: unknown) => {
      error = thrown;
      return null;
    });
    if (answer?.ok === false) attempt.refused(answer.code);
    // The dialog was closed: stay on this page.
    if (!here.current) return;
    const failure = failureOf(answer, error);
    if (!failure && answer?.ok) {
      setState("leaving");
      onLeave?.();
      // On the way back the browser may restore this page as it was, still waiting.
      window.addEventListener("pageshow", () => setState("idle"), { once: true });
      window.location.assign(answer.data.url);
      return;
    }
    setState("idle");
    if (!failure) return;
    const ended = answer?.ok === false && answer.code === "UNAUTHENTICATED";
    toast({
      ...failure,
      variant: "destructive",
      ...(ended && { link: login }),
    });
    // A refusal means that the screen is out of date. Without a session the login page would replace it.
    if (answer?.ok === false && !ended) router.refresh();
  }

  /**
   * The message for a checkout that failed (specification 8): a refusal shows its sentence, a fault of ours or of the
   * provider its status, an answer without an address a text of its own. Null when there is an address to go to.
   */
  function failureOf(answer: CheckoutAnswer | null, error: unknown) {
    const { refused, noAnswer } = TITLES[paid];
    if (answer === null) return { title: t(noAnswer), description: failureText(error) };
    if (answer.ok) {
      return answer.data.url === "" ? { title: t("paymentError"), description: t("noUrl") } : null;
    }
    const status = ERROR_STATUS[answer.code];
    if (status < 500) return { title: t(refused), description: answer.message };
    return { title: t("paymentError"), description: t("http", { status, body: answer.message }) };
  }

  return { state, go };
}
