import { useRef, useTransition } from "react";
import { type Toast, toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";
import { newAttempt } from "@/lib/web/attempt";
import { useKeptPlace } from "./kept-place";
import { stepUp } from "./step-up";
import { useFailureText } from "./use-failure-text";
import { useLoginLink } from "./use-login-link";

type Refusal = Extract<ActionResult<unknown>, { ok: false }>;

export type RunOptions<T> = {
  /** The toast of a success. */
  done?: Toast;
  /** The toast of a failure; `text` where the server gave no sentence of its own, `more` after either. */
  failed: { title: string; text?: string; more?: string };
  onDone?: (data: T) => void;
  /** Without a refusal no answer came. */
  onFailed?: (refusal: Refusal | null) => void;
  /** What is sent, where it can change between two tries; the same is not sent twice at once. */
  content?: string;
};

/**
 * Runs server actions and shows in a toast how they went. One that asks for a fresh proof of who the person is runs
 * again after it. `pending` lasts until the screen shows what was changed.
 * The idempotency key stays the same until the server has decided or the content changes.
 */
export function useAction() {
  const failureText = useFailureText();
  const login = useLoginLink();
  const attempt = useRef(newAttempt());
  const latest = useRef("");
  const [pending, startTransition] = useTransition();
  useKeptPlace(pending);

  function run<T>(
    call: (idempotencyKey: string) => Promise<ActionResult<T>>,
    { done, failed, onDone, onFailed, content = "" }: RunOptions<T>,
  ): void {
    if (pending && content !== "" && content === latest.current) return;
    latest.current = content;
    startTransition(async () => {
      let refusal: Refusal | null = null;
      let text = failed.text;
      try {
        let result = await call(attempt.current.keyFor(content));
        if (!result.ok && result.code === "STEP_UP_REQUIRED") {
          attempt.current = newAttempt();
          if (await stepUp()) result = await call(attempt.current.keyFor(content));
        }
        if (result.ok) {
          attempt.current = newAttempt();
          if (done) toast(done);
          startTransition(() => onDone?.(result.data));
          return;
        }
        attempt.current.refused(result.code);
        refusal = result;
        text = result.message;
      } catch (error) {
        text ??= failureText(error);
      }
      toast({
        title: failed.title,
        description: [text, failed.more].filter(Boolean).join(" "),
        variant: "destructive",
        ...(refusal?.code === "UNAUTHENTICATED" && { link: login }),
      });
      startTransition(() => onFailed?.(refusal));
    });
  }

  return { pending, run };
}
