import { PartyPopper, TrendingUp } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { personHref } from "@/components/shared/person-name";
import type { NextAbove } from "@/lib/domain/leaderboard/schema";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";

/** With how much more a person passes the next one, or that they are first. Rendered on the server. */
export function PassNext({ next }: { next: NextAbove }) {
  const t = useTranslations("leaderboard");
  const locale = useLocale();
  const Icon = next.state === "first" ? PartyPopper : TrendingUp;
  return (
    <p className="flex items-center gap-2.5 rounded-xl bg-accent-soft px-4 py-2.5 font-medium text-accent-foreground">
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {next.state === "first"
          ? t("first")
          : t.rich("pass", {
              more: formatWholeMoney(next.more, locale, env().currency),
              username: next.username,
              person: (name) => (
                <Link
                  href={personHref(next.username)}
                  prefetch={false}
                  className="inline-flex min-h-6 items-center font-bold underline underline-offset-4"
                >
                  {name}
                </Link>
              ),
            })}
      </span>
    </p>
  );
}
