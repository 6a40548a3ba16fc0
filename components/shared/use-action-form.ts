import { type FormEvent, useState } from "react";
import type { Toast } from "@/components/ui/toast-store";
import type { ActionResult } from "@/lib/web/action";
import { useAction } from "./use-action";

type Options<T> = {
  /** Gets the form's fields by their names. */
  act: (fields: Record<string, string>) => Promise<ActionResult<T>>;
  done: Toast;
  /** The title of the toast of a failure. */
  failed: string;
  onDone?: (data: T) => void;
  /** Closes or empties the form once it is done, unless something else is typed by then. */
  end?: (form: HTMLFormElement) => void;
  /** What is changed and sent while it is at work follows by itself: Next.js sends actions one after another. */
  isRepeatable?: boolean;
};

/** What is typed into a form, to compare. A known town is its id: its name is written out by itself (`PlaceField`). */
export function typedInto(form: HTMLFormElement): string {
  const fields = new FormData(form);
  if (fields.get("placeId")) fields.delete("place");
  return JSON.stringify([...fields]);
}

/**
 * A form that a server action answers: the problem of each field, and the focus on the first of them, unless something
 * else is typed by then. It sends no idempotency key, because with a key the server would store a hash of the input.
 */
export function useActionForm<T>({ act, done, failed, onDone, end, isRepeatable = false }: Options<T>) {
  const { pending, run } = useAction();
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending && !isRepeatable) return;
    const form = event.currentTarget;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    const typed = typedInto(form);
    setErrors({});
    run(() => act(Object.fromEntries(fields)), {
      done,
      failed: { title: failed },
      content: isRepeatable ? typed : "",
      onDone: (data) => {
        setErrors({});
        onDone?.(data);
        if (typedInto(form) === typed) end?.(form);
      },
      onFailed: (refusal) => {
        const problems = refusal?.fields ?? {};
        setErrors(problems);
        if (typedInto(form) !== typed) return;
        const first = Object.keys(problems).map((name) => form.elements.namedItem(name))[0];
        if (first instanceof HTMLElement) first.focus();
      },
    });
  }

  return { pending, errors, submit };
}
