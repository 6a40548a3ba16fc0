import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { TierBadge } from "@/components/shared/tier-badge";
import { Card } from "@/components/ui/card";
import { now } from "@/lib/clock";
import { usernameFixedUntil } from "@/lib/domain/users/rules";
import type { Me } from "@/lib/domain/users/schema";
import { env } from "@/lib/env";
import { formatMoney } from "@/lib/money";
import { AvatarPicker } from "./avatar-picker";
import { UsernameEditor } from "./username-editor";

/** Who one is, and what one gave and received; one's own figures are always visible to oneself (D15). */
export async function PersonCard({ me }: { me: Me }) {
  const [t, format, locale] = await Promise.all([getTranslations("profile"), getFormatter(), getLocale()]);
  const lastChange = me.lastUsernameChange === null ? null : new Date(me.lastUsernameChange);
  const fixedUntil = usernameFixedUntil(lastChange, now());
  const money = (cents: number) => formatMoney(cents, locale, env().currency);
  return (
    <Card tint={me.subscriptionTier}>
      <div className="flex items-start gap-4">
        <AvatarPicker avatar={me.avatar} imageUrl={me.profileImageUrl} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 text-xl font-semibold">
            <span className="min-w-0 [overflow-wrap:anywhere]">{me.name}</span>
            <TierBadge tier={me.subscriptionTier} />
          </p>
          <UsernameEditor
            username={me.username}
            fixedUntil={fixedUntil && format.dateTime(fixedUntil, { dateStyle: "long" })}
          />
          <p className="text-sm text-muted-foreground">
            {t("memberSince", { year: format.dateTime(new Date(me.createdAt), { year: "numeric" }) })}
          </p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-2 text-center">
        <Total
          name={t("totalGiven")}
          amount={money(me.totalGiven)}
          {...(me.hideGivenAmount && { note: t("hiddenFromOthers") })}
        />
        <Total
          name={t("totalReceived")}
          amount={money(me.totalReceived)}
          {...(me.hideReceivedAmount && { note: t("hiddenFromOthers") })}
        />
      </dl>
    </Card>
  );
}

function Total({ name, amount, note }: { name: string; amount: string; note?: string }) {
  return (
    <div className="rounded-xl bg-muted px-2 py-3">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-xl font-bold tabular-nums">{amount}</dd>
      {note && <dd className="text-sm text-muted-foreground">{note}</dd>}
    </div>
  );
}
