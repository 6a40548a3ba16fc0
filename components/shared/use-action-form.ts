import { type FormEvent, useRef, useState } from "react";
import type { Toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";
import { useAction } from "./use-action";

type Options<T> = {
  /** Gets the form's fields by their names. */
  act: (fields: Record<string, string>) => Promise<ActionResult<T>>;
  done: Toast;
  /** The title of the toast of a failure. */
  failed: string;
  onDone?: (data: T, form: HTMLFormElement) => void;
};

/**
 * A form that a server action answers: the problem of each field, and the focus on the first of them. What is changed
 * and sent while it is at work follows by itself: Next.js sends actions one after another. It sends no idempotency key,
 * because with a key the server would store a hash of the input.
 */
export function useActionForm<T>({ act, done, failed, onDone }: Options<T>) {
  const { pending, run } = useAction();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const latest = useRef("");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    const content = JSON.stringify(fields);
    if (pending && content === latest.current) return;
    latest.current = content;
    setErrors({});
    run(() => act(Object.fromEntries(fields)), {
      done,
      failed: { title: failed },
      onDone: (data) => {
        setErrors({});
        onDone?.(data, form);
      },
      onFailed: (refusal) => {
        const problems = refusal?.fields ?? {};
        setErrors(problems);
        const first = Object.keys(problems).map((name) => form.elements.namedItem(name))[0];
        if (first instanceof HTMLElement) first.focus();
      },
    });
  }

  return { pending, errors, submit };
}
