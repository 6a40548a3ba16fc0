"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { DateTimeText } from "@/components/shared/dates";
import { InputField } from "@/components/shared/field";
import { UsernameSuggestions } from "@/components/shared/username-suggestions";
import { Button } from "@/components/ui/button";
import { useSettings } from "./use-settings";

type Props = {
  username: string;
  /** When it can be changed again, ISO 8601; null if it can be now. */
  fixedUntil: string | null;
};

/**
 * The username, shown or edited (specification 2, Profile). The limit of one change a week is shown before the
 * edit.
 */
export function UsernameEditor({ username, fixedUntil }: Props) {
  const t = useTranslations("profile.username");
  const [mode, setMode] = useState<"display" | "edit" | "returned">("display");

  if (mode === "edit") return <EditForm username={username} onDone={() => setMode("returned")} />;
  const place = mode === "returned" ? { ref: focusOn } : {};
  return (
    <div>
      <p className="flex min-h-11 flex-wrap items-center gap-x-1">
        <span
          tabIndex={-1}
          className="min-w-0 text-muted-foreground outline-none [overflow-wrap:anywhere]"
          {...(fixedUntil && place)}
        >
          @{username}
        </span>
        {!fixedUntil && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("edit")}
            onClick={() => setMode("edit")}
            {...place}
          >
            <Pencil aria-hidden />
          </Button>
        )}
      </p>
      {fixedUntil && (
        <p className="pb-2 text-sm text-muted-foreground">
          {t.rich("fixedUntil", { date: () => <DateTimeText value={fixedUntil} /> })}
        </p>
      )}
    </div>
  );
}

function EditForm({ username, onDone }: { username: string; onDone: () => void }) {
  const t = useTranslations("profile.username");
  const common = useTranslations("common");
  const { saving, save } = useSettings();
  const [error, setError] = useState<string>();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);

  function forget() {
    setError(undefined);
    setSuggestions([]);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = String(new FormData(form).get("username")).trim();
    if (typed === username) return onDone();
    forget();
    save(
      { username: typed },
      {
        onSaved: onDone,
        onRefused: (fields, message, free) => {
          setError(fields.username ?? message);
          setSuggestions(free);
          form.querySelector("input")?.focus();
        },
      },
    );
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="space-y-3 py-2">
      <InputField
        label={t("label")}
        hint={t("hint")}
        error={error}
        ref={focusOn}
        name="username"
        defaultValue={username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={({ key }) => key === "Escape" && !saving && onDone()}
      />
      <UsernameSuggestions names={suggestions} onChosen={forget} />
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-3">
        <Button type="submit" pending={saving}>
          {saving ? t("saving") : common("save")}
        </Button>
        <Button variant="outline" aria-disabled={saving || undefined} onClick={() => !saving && onDone()}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Focuses what replaces the form or the text. */
function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
