import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { FormatMoney } from "@/components/shared/use-money";
import { TabPending } from "@/components/shell/tab-pending";
import type { OwnRank } from "@/lib/domain/leaderboard/schema";
import type { Viewer } from "@/lib/domain/users/types";
import { isPaid } from "@/lib/ground/tiers";
import { EntryRow } from "./entry-row";

type Props = OwnRank & { viewer: Viewer; money: FormatMoney };

/** The person's own place when the list does not show it; it stays visible above the tabs. */
export async function OwnRankBar({ viewer, rank, given, isListed, money }: Props) {
  const [t, shared] = await Promise.all([getTranslations("leaderboard"), getTranslations("shared")]);
  return (
    <section
      aria-label={t("ownPlace")}
      className="sticky bottom-[calc(72px+env(safe-area-inset-bottom))] mt-4 rounded-xl bg-background shadow-lg"
    >
      {rank === null ? (
        <div className="rounded-xl border bg-secondary px-4 pt-3 text-center font-medium text-secondary-foreground">
          <p>{t("notRanked")}</p>
          <Link
            href="/"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {shared("seeRequests")}
            <TabPending href="/" />
          </Link>
        </div>
      ) : (
        <>
          <EntryRow
            own
            movement={null}
            rank={rank}
            given={money(given)}
            username={viewer.username}
            avatar={viewer.avatar}
            isPremium={isPaid(viewer.tier)}
          />
          {!isListed && <p className="px-4 py-2 text-sm text-muted-foreground">{t("onlyYou")}</p>}
        </>
      )}
    </section>
  );
}
