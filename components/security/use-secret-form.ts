import { type FormEvent, useState } from "react";
import { useAction } from "@/components/shared/use-action";
import type { Toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";

type Options<T> = {
  act: (input: T) => Promise<ActionResult<unknown>>;
  done: Toast;
  failed: string;
};

/**
 * A form that changes how an account is entered. Its fields are emptied once that is done. It
 * sends no idempotency key, because with a key the server would store a hash of the input.
 */
export function useSecretForm<T extends Record<string, string>>({ act, done, failed }: Options<T>) {
  const { pending, run } = useAction();
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    setErrors({});
    run(() => act(Object.fromEntries(new FormData(form)) as T), {
      done,
      failed: { title: failed },
      onDone: () => form.reset(),
      onFailed: (refusal) => {
        const fields = refusal?.fields ?? {};
        setErrors(fields);
        const first = [...form.elements].find(
          (element) => element instanceof HTMLInputElement && element.name in fields,
        );
        if (first instanceof HTMLInputElement) first.focus();
      },
    });
  }

  return { pending, errors, submit };
}
