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

  /** Shows what is wrong with some fields; nothing is, without any. */
  function refuse(form: HTMLFormElement | null, fields: Record<string, string>): void {
    setErrors(fields);
    const first = [...(form?.elements ?? [])].find((each) => (each.getAttribute("name") ?? "") in fields);
    if (first instanceof HTMLElement) first.focus();
  }

  /** `explain` returns what a toast says, also of a field; null where there is none. */
  async function run(
    call: () => Promise<void>,
    form: HTMLFormElement | null = null,
    explain: (error: unknown) => string | null | undefined = () => undefined,
  ): Promise<void> {
    if (sending) return;
    setSending(true);
    setErrors({});
    try {
      await call();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      refuse(form, fields);
      const said = explain(error);
      const text = said === undefined && Object.keys(fields).length === 0 ? failureText(error) : said;
      if (text) toast({ variant: "destructive", title: failed, description: text });
    }
    setSending(false);
  }

  return { sending, errors, setErrors, refuse, run };
}
