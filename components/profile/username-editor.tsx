"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useSettings } from "./use-settings";

type Props = {
  username: string;
  /** The day from which it can be changed again, as text; null if it can be now. */
  fixedUntil: string | null;
};

/** @username, shown or being edited (specification 2, Profile). */
export function UsernameEditor({ username, fixedUntil }: Props) {
  const t = useTranslations("profile.username");
  const common = useTranslations("common");
  const { pending, errors, setErrors, save } = useSettings();
  const [editing, setEditing] = useState(false);

  function toggle(edit: boolean) {
    setErrors({});
    setEditing(edit);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("username")).trim();
    if (typed === username || (await save({ username: typed }))) toggle(false);
  }

  if (!editing) {
    return (
      <p className="-my-1 flex items-center gap-1">
        <span className="min-w-0 truncate text-muted-foreground">@{username}</span>
        <Button variant="ghost" size="icon" aria-label={t("edit")} onClick={() => toggle(true)}>
          <Pencil aria-hidden className="size-4" />
        </Button>
      </p>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2 space-y-3">
      <Field
        label={t("label")}
        hint={fixedUntil ? t("fixedUntil", { date: fixedUntil }) : t("hint")}
        error={errors.username}
      >
        {(control) => (
          <Input
            {...control}
            name="username"
            defaultValue={username}
            disabled={fixedUntil !== null}
            autoFocus
            autoCapitalize="none"
            autoComplete="username"
            spellCheck={false}
            maxLength={20}
          />
        )}
      </Field>
      <div className="flex gap-2">
        {fixedUntil === null && (
          <Button type="submit" disabled={pending}>
            {common("save")}
          </Button>
        )}
        <Button variant="ghost" onClick={() => toggle(false)}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
