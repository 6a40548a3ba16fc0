import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { TabPending } from "@/components/shell/tab-pending";
import { Card } from "@/components/ui/card";
import type { Viewer } from "@/lib/domain/users/types";

type Props = Pick<Viewer, "name" | "avatar" | "profileImageUrl"> & {
  /** Their place on the leaderboard; null without a donation. */
  rank: number | null;
  /** What they gave in all, as money. */
  totalGiven: string;
};

/**
 * The signed-in person's own card: name, place on the leaderboard, total given (specification 2). It leads to the
 * leaderboard, and the total to what they gave (giving.md).
 */
export function OwnCard({ name, avatar, profileImageUrl, rank, totalGiven }: Props) {
  const t = useTranslations("feed");
  return (
    <Card className="relative flex flex-wrap items-center gap-x-3 gap-y-1 bg-secondary py-2! text-secondary-foreground">
      <PersonAvatar avatar={avatar} imageUrl={profileImageUrl} size="sm" className="bg-card" />
      <div className="min-w-0 flex-1 basis-32">
        <p className="leading-5 font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-sm leading-5 [overflow-wrap:anywhere]">
          <Link
            href="/leaderboard"
            className="font-semibold underline-offset-4 after:absolute after:inset-0 after:rounded-2xl hover:underline"
          >
            {rank === null ? t("noRank") : t("rank", { rank: String(rank) })}
            <ChevronRight aria-hidden className="inline size-4 align-[-3px]" />
            <TabPending href="/leaderboard" />
          </Link>
        </p>
        {rank === null && <p className="text-sm [@media(max-height:799px)]:hidden">{t("noRankHint")}</p>}
      </div>
      <dl className="ml-auto flex flex-col-reverse text-right">
        <dt className="text-sm leading-4">{t("totalGiven")}</dt>
        <dd className="text-lg leading-6 font-bold whitespace-nowrap tabular-nums">
          <Link href="/gifts" prefetch={false} className="relative z-10 underline-offset-4 hover:underline">
            {totalGiven}
          </Link>
        </dd>
      </dl>
    </Card>
  );
}
