import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useSending } from "@/components/shared/use-sending";
import type { Me } from "@/lib/domain/users/schema";
import type { FieldErrors, FieldProblem } from "@/lib/ground/errors";
import { ApiError, send } from "@/lib/web/http";

type Options<T> = {
  path: string;
  /** Where to go once signed in: a path of this origin. */
  next: string;
  check: (input: T) => FieldErrors;
  /** What to say of a problem instead of the catalogue's sentence for it. */
  explain?: (problem: FieldProblem) => string | undefined;
  onSuccess: (user: Me) => void;
  /** The title of the toast of a failure, and its text; null where there is none. */
  failed: string;
  failure: (error: unknown) => string | null;
};

/**
 * Sends a sign-in form, keeps the problem of each field, and leaves once there is a session. The fields keep what
 * was typed.
 */
export function useAuthForm<T extends Record<string, string>>(options: Options<T>) {
  const router = useRouter();
  const t = useTranslations("errors.fields");
  const { sending, errors, setErrors, refuse, run } = useSending(options.failed);
  const [entering, setEntering] = useState(false);
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const busy = sending || entering;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const input = Object.fromEntries(new FormData(form)) as T;
    const problems = Object.entries(options.check(input)).map(([field, problem]) => [
      field,
      options.explain?.(problem) ?? t(problem),
    ]);
    refuse(form, Object.fromEntries(problems));
    if (problems.length > 0) return;
    setSuggestions([]);
    const call = async () => {
      const { user } = await send<{ user: Me }>("POST", options.path, input);
      setEntering(true);
      options.onSuccess(user);
      router.replace(options.next);
      router.refresh();
    };
    void run(call, form, (error) => {
      if (error instanceof ApiError) setSuggestions(error.suggestions);
      return options.failure(error);
    });
  }

  /** After another value was put into a field that was refused. */
  function mend(field: string) {
    setErrors(({ [field]: _, ...others }) => others);
    setSuggestions([]);
  }

  return { busy, entering, errors, suggestions, submit, mend };
}
