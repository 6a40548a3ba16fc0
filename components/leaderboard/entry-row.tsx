import { Medal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { personHref } from "@/components/shared/person-name";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { Movement } from "@/lib/domain/leaderboard/rules";
import { Given } from "./given";

export type Row = {
  rank: number;
  username: string;
  avatar: string;
  isPremium: boolean;
  /** What they gave in the period, as money; null when hidden. */
  given: string | null;
  own: boolean;
  movement: Movement | null;
};

/** The first three ranks: people who share a rank look the same. */
export const PODIUM: Record<number, { colours: string; medal: string; role: "first" | "second" | "third" }> =
  {
    1: { colours: "border-gold-border bg-gold", medal: "text-gold-foreground", role: "first" },
    2: { colours: "bg-silver", medal: "text-silver-foreground", role: "second" },
    3: { colours: "bg-bronze", medal: "text-bronze-foreground", role: "third" },
  };

/** The text of a person's role (specification 2, Leaderboard). */
export function roleOf(rank: number, isPremium: boolean) {
  return PODIUM[rank]?.role ?? (isPremium ? "premium" : "community");
}

/**
 * One place on the leaderboard: medal or rank, person, role, and what they gave openly. It links to the
 * person.
 */
export function EntryRow({ rank, username, avatar, isPremium, given, own, movement }: Row) {
  const t = useTranslations("leaderboard");
  const podium = PODIUM[rank];
  return (
    <div
      className={cn(
        "relative flex min-h-16 flex-wrap items-center gap-x-3 rounded-xl border default:bg-card px-3 py-2 max-[359px]:gap-x-2 max-[359px]:px-2",
        podium?.colours,
        own && "ring-2 ring-primary ring-inset",
      )}
    >
      <span className="flex w-9 shrink-0 flex-col items-center font-bold tabular-nums max-[359px]:w-7">
        <span className="sr-only">{t("rank")}</span>
        {podium && <Medal aria-hidden className={cn("size-5", podium.medal)} />}
        {rank}
      </span>
      <PersonAvatar avatar={avatar} size="sm" />
      <span className="min-w-0 flex-1 basis-[5rem]">
        <span className="flex flex-wrap items-center gap-x-2">
          <Link
            href={personHref(username)}
            prefetch={false}
            className="font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-xl"
          >
            @{username}
          </Link>
          {own && <Badge variant="primary">{t("you")}</Badge>}
        </span>
        <span className="block text-sm leading-tight text-muted-foreground">
          {t(`roles.${roleOf(rank, isPremium)}`)}
        </span>
      </span>
      <span className="ml-auto flex shrink-0 flex-col items-end">
        <Given given={given} movement={movement} />
      </span>
    </div>
  );
}
