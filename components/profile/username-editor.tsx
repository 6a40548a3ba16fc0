"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DateTimeText } from "@/components/shared/dates";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";

const UsernameForm = lazily(() => import("./username-form"), "UsernameForm");

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

  if (mode === "edit") return <UsernameForm username={username} onClose={() => setMode("returned")} />;
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

/** Focuses what replaces the form. */
function focusOn(element: HTMLElement | null): void {
  element?.focus();
}
