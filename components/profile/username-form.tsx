"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { InputField } from "@/components/shared/field";
import { UsernameSuggestions } from "@/components/shared/username-suggestions";
import { Button } from "@/components/ui/button";
import { useSettings } from "./use-settings";

/** Changes the username; `onClose` is called once it is saved, or when nothing is to be changed. */
export function UsernameForm({ username, onClose }: { username: string; onClose: () => void }) {
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
    if (typed === username) return onClose();
    forget();
    save(
      { username: typed },
      {
        onSaved: onClose,
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
        onKeyDown={({ key }) => key === "Escape" && !saving && onClose()}
      />
      <UsernameSuggestions names={suggestions} onChosen={forget} />
      <div className="flex flex-wrap gap-2 *:flex-1 *:px-3">
        <Button type="submit" pending={saving}>
          {saving ? t("saving") : common("save")}
        </Button>
        <Button variant="outline" aria-disabled={saving || undefined} onClick={() => !saving && onClose()}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Named, so that it is called once: whatever else gets the focus keeps it. */
function focusOn(input: HTMLInputElement | null): void {
  input?.focus();
}
