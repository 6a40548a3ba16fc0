import { EyeOff } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { Figure } from "@/components/shared/figure";
import { personHref } from "@/components/shared/person-name";
import { TierBadge } from "@/components/shared/tier-badge";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { usernameFixedUntil } from "@/lib/domain/accounts/rules";
import type { Me } from "@/lib/domain/users/schema";
import { now } from "@/lib/ground/clock";
import { AvatarPicker } from "./avatar-picker";
import { UsernameEditor } from "./username-editor";

/** The person's name, picture, username and totals. */
export function Identity({ me, money }: { me: Me; money: FormatMoney }) {
  const t = useTranslations("profile");
  const people = useTranslations("people");
  const format = useFormatter();
  const lastChange = me.lastUsernameChange === null ? null : new Date(me.lastUsernameChange);
  const fixedUntil = usernameFixedUntil(lastChange, now())?.toISOString() ?? null;
  return (
    <Card className="space-y-4">
      <div className="flex items-start gap-4">
        <AvatarPicker avatar={me.avatar} imageUrl={me.profileImageUrl} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">{me.name}</h2>
            <TierBadge tier={me.subscriptionTier} />
          </div>
          <UsernameEditor username={me.username} fixedUntil={fixedUntil} />
          <p className="text-sm text-muted-foreground">
            {t("memberSince", { year: format.dateTime(new Date(me.createdAt), { year: "numeric" }) })}
          </p>
        </div>
      </div>
      <Totals me={me} money={money} />
      <Button asChild variant="link" className="-my-2 px-0">
        <Link href={personHref(me.username)} prefetch={false}>
          {people("view")}
        </Link>
      </Button>
    </Card>
  );
}

/** What the person gave and received in all, and whether others see it (D15). */
function Totals({ me, money }: { me: Me; money: FormatMoney }) {
  const t = useTranslations("profile.totals");
  const onlyYou = (
    <dd className="mt-1 flex items-start gap-1.5 text-sm">
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t("onlyYou")}
    </dd>
  );
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      <Figure name={t("given")} value={money(me.totalGiven)}>
        {me.hideGivenAmount && onlyYou}
      </Figure>
      <Figure name={t("received")} value={money(me.totalReceived)}>
        {me.hideReceivedAmount && onlyYou}
      </Figure>
    </dl>
  );
}
