import { Medal } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { personHref } from "@/components/shared/person-name";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { PODIUM, type Row, roleOf } from "./entry-row";
import { Given } from "./given";

/** How many people are on it. */
export const PLACES = 3;

/** The first is in the middle, the second on the left. Screen readers get them in the order of the list. */
const COLUMNS = ["@min-[17.5rem]:order-2", "@min-[17.5rem]:order-1", "@min-[17.5rem]:order-3"];

/** By rank and not by column: people who share a rank are equally high. */
const HEIGHTS: Record<number, string> = {
  1: "@min-[17.5rem]:h-24",
  2: "@min-[17.5rem]:h-16",
  3: "@min-[17.5rem]:h-11",
};

/**
 * The first three of a board. With fewer people, the other places invite. The three are beside each other where they
 * have room, also with large text, else below each other.
 */
export function Podium({ rows }: { rows: readonly (Row & { id: string })[] }) {
  const t = useTranslations("leaderboard");
  return (
    <div className="@container mx-auto w-full max-w-xl">
      <ol aria-label={t("podium")} className="grid gap-2 @min-[17.5rem]:grid-cols-3 @min-[17.5rem]:items-end">
        {COLUMNS.map((column, n) => {
          const row = rows[n];
          return (
            <li key={row?.id ?? column} className={cn("relative flex min-w-0 flex-col text-center", column)}>
              {row ? <Person {...row} /> : <FreePlace place={n + 1} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Person({ rank, username, avatar, isPremium, given, own, movement }: Row) {
  const t = useTranslations("leaderboard");
  const { colours, medal } = PODIUM[rank] ?? {};
  return (
    <>
      <span className="mb-2 flex min-w-0 flex-col items-center gap-1 px-0.5">
        <PersonAvatar
          avatar={avatar}
          className={cn(
            "ring-2 ring-offset-2 ring-offset-background default:ring-border",
            rank === 1 ? "size-16 ring-gold-border" : "size-12",
          )}
        />
        <Link
          href={personHref(username)}
          prefetch={false}
          className="max-w-full leading-tight font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-xl"
        >
          @{username}
        </Link>
        {own && <Badge variant="primary">{t("you")}</Badge>}
        <span className="text-sm leading-tight text-muted-foreground">
          {t(`roles.${roleOf(rank, isPremium)}`)}
        </span>
        <Given given={given} movement={movement} />
      </span>
      <Step place={rank} className={cn(colours, own && "ring-2 ring-primary ring-inset")}>
        <Medal aria-hidden className={cn("size-5", medal)} />
        <span className="sr-only">{t("rank")}</span>
      </Step>
    </>
  );
}

function FreePlace({ place }: { place: number }) {
  const t = useTranslations("leaderboard");
  return (
    <>
      <span className="mb-2 text-sm text-muted-foreground">{t("freePlace")}</span>
      <Step place={place} className="border-dashed text-muted-foreground" />
    </>
  );
}

type StepProps = { place: number; className: string; children?: ReactNode };

/** A step of the podium; `children` are before the number. */
function Step({ place, className, children }: StepProps) {
  return (
    <span
      className={cn(
        "flex items-center justify-center gap-1 rounded-xl border py-1 text-lg font-bold tabular-nums @min-[17.5rem]:rounded-b-none",
        HEIGHTS[place],
        className,
      )}
    >
      {children}
      {place}
    </span>
  );
}
