import { useState } from "react";
import { toast } from "@/components/ui/toast-store";
import { ApiError } from "@/lib/web/http";
import { useFailureText } from "./use-failure-text";

/**
 * Makes calls of our API, one at a time. `errors` has the problem of each field, of which the first gets the focus; a
 * toast with the title `failed` says why anything else went wrong.
 */
export function useSending(failed: string) {
  const failureText = useFailureText();
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  /** `explain` returns what the toast says instead; null where there is none. */
  async function run(
    call: () => Promise<void>,
    form: HTMLFormElement | null,
    explain: (error: unknown) => string | null | undefined = () => undefined,
  ): Promise<void> {
    if (sending) return;
    setSending(true);
    setErrors({});
    try {
      await call();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      const text = explain(error);
      const first = [...(form?.elements ?? [])].find((each) => (each.getAttribute("name") ?? "") in fields);
      if (first instanceof HTMLElement) first.focus();
      if (Object.keys(fields).length === 0 && text !== null) {
        toast({ variant: "destructive", title: failed, description: text ?? failureText(error) });
      }
    }
    setSending(false);
  }

  return { sending, errors, setErrors, run };
}
