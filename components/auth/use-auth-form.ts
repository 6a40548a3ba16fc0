import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import type { FieldErrors, FieldProblem } from "@/lib/ground/errors";
import { ApiError, send } from "@/lib/web/http";

type State = "idle" | "sending" | "entering";

type Options<T> = {
  path: string;
  /** Where to go once signed in: a path of this origin. */
  next: string;
  check: (input: T) => FieldErrors;
  /** What to say of a problem instead of the catalogue's sentence for it. */
  explain?: (problem: FieldProblem) => string | undefined;
  onSuccess: () => void;
  onFailure: (error: unknown) => void;
};

/**
 * Sends a sign-in form, keeps the problem of each field, and leaves once there is a session. The fields keep what
 * was typed.
 */
export function useAuthForm<T extends Record<string, string>>(options: Options<T>) {
  const router = useRouter();
  const t = useTranslations("errors.fields");
  const [state, setState] = useState<State>("idle");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);

  function show(form: HTMLFormElement, found: Record<string, string>) {
    setErrors(found);
    const first = [...form.elements].find(
      (element) => element instanceof HTMLInputElement && element.name in found,
    );
    if (first instanceof HTMLInputElement) first.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state !== "idle") return;
    const form = event.currentTarget;
    const input = Object.fromEntries(new FormData(form)) as T;
    const problems = Object.entries(options.check(input));
    show(
      form,
      Object.fromEntries(
        problems.map(([field, problem]) => [field, options.explain?.(problem) ?? t(problem)]),
      ),
    );
    if (problems.length > 0) return;
    setState("sending");
    setSuggestions([]);
    try {
      await send("POST", options.path, input);
    } catch (error) {
      setState("idle");
      if (error instanceof ApiError) {
        show(form, error.fields);
        setSuggestions(error.suggestions);
      }
      options.onFailure(error);
      return;
    }
    setState("entering");
    options.onSuccess();
    router.replace(options.next);
    router.refresh();
  }

  /** After another value was put into a field that was refused. */
  function mend(field: string) {
    setErrors(({ [field]: _, ...others }) => others);
    setSuggestions([]);
  }

  return { state, errors, suggestions, submit, mend };
}
