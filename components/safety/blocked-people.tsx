"use client";

import { useTranslations } from "next-intl";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { blockAction } from "@/lib/actions/safety";

/** Whom the person blocked, each with a way to end it; nothing where that is nobody. */
export function BlockedPeople({ usernames }: { usernames: readonly string[] }) {
  const t = useTranslations("safety.block");
  const { pending, run } = useAction();
  if (usernames.length === 0) return null;
  return (
    <div className="border-t pt-4">
      <h3 className="font-medium">{t("list")}</h3>
      <ul className="divide-y">
        {usernames.map((username) => (
          <li
            key={username}
            className="flex items-center justify-between gap-3 py-2 [overflow-wrap:anywhere]"
          >
            <span>@{username}</span>
            <Button
              variant="outline"
              aria-disabled={pending || undefined}
              aria-label={t("unblockOne", { username })}
              onClick={() =>
                !pending &&
                run(() => blockAction({ username, isBlocked: false }), { failed: { title: t("failed") } })
              }
            >
              {t("unblock")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
