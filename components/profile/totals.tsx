import { EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import type { Me } from "@/lib/domain/users/schema";

/** What the person gave and received in all, and whether others see it (D15). */
export function Totals({ me, money }: { me: Me; money: FormatMoney }) {
  const t = useTranslations("profile.totals");
  return (
    <dl className="grid grid-cols-2 gap-3">
      <Figure name={t("given")} amount={money(me.totalGiven)} hidden={me.hideGivenAmount} />
      <Figure name={t("received")} amount={money(me.totalReceived)} hidden={me.hideReceivedAmount} />
    </dl>
  );
}

function Figure({ name, amount, hidden }: { name: string; amount: string; hidden: boolean }) {
  const t = useTranslations("profile.totals");
  return (
    <div className="min-w-0 rounded-xl bg-secondary p-3 text-secondary-foreground">
      <dt className="text-sm">{name}</dt>
      <dd className="text-xl font-bold tabular-nums [overflow-wrap:anywhere]">{amount}</dd>
      {hidden && (
        <dd className="mt-1 flex items-start gap-1.5 text-sm">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("onlyYou")}
        </dd>
      )}
    </div>
  );
}
