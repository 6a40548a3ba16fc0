import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { BlockButton } from "@/components/safety/block-button";
import { ReportLink } from "@/components/safety/report-link";
import { Delivered } from "@/components/shared/delivered";
import { Figure } from "@/components/shared/figure";
import { PersonAvatar } from "@/components/shared/person-avatar";
import type { FormatMoney } from "@/components/shared/use-money";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { PublicPerson } from "@/lib/domain/users/schema";
import { FollowButton } from "./follow-button";

type Props = { person: PublicPerson; own: boolean; money: FormatMoney };

/** The person, and what they gave and received unless they hide it (D50). */
export function PersonCard({ person, own, money }: Props) {
  const t = useTranslations("people");
  const profile = useTranslations("profile");
  const common = useTranslations("common");
  const format = useFormatter();
  const shown = (cents: number | null) =>
    cents === null ? <i className="text-lg font-normal">{common("hidden")}</i> : money(cents);
  const year = format.dateTime(new Date(person.memberSince), { year: "numeric" });
  return (
    <Card className="grid gap-4 lg:grid-cols-2 lg:items-center">
      <div className="flex items-center gap-4">
        <PersonAvatar avatar={person.avatar} imageUrl={person.profileImageUrl} size="lg" />
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl leading-tight font-bold [overflow-wrap:anywhere]">{person.name}</h1>
          <p className="[overflow-wrap:anywhere]">@{person.username}</p>
          <p className="text-sm text-muted-foreground">{profile("memberSince", { year })}</p>
          <Delivered delivered={person.delivered} />
        </div>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
        <Figure name={profile("totals.given")} value={shown(person.totalGiven)} />
        <Figure name={profile("totals.received")} value={shown(person.totalReceived)} />
      </dl>
      {!own && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FollowButton username={person.username} followed={person.followed} />
          <ReportLink kind="person" id={person.username} />
          <BlockButton username={person.username} />
        </div>
      )}
      {own && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:col-span-2">
          <p className="text-muted-foreground">{t("own")}</p>
          <Button asChild variant="outline">
            <Link href="/profile">
              {t("toProfile")}
              <TabPending href="/profile" />
            </Link>
          </Button>
        </div>
      )}
    </Card>
  );
}
