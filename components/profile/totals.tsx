import { EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Money } from "@/components/shared/money";
import type { Me } from "@/lib/domain/users/schema";

/** What one gave and received in all. One's own figures are never hidden from oneself; it says when they are from others (D15). */
export function Totals({ me }: { me: Me }) {
  const t = useTranslations("profile.totals");
  return (
    <dl className="grid grid-cols-2 gap-3">
      <Figure name={t("given")} cents={me.totalGiven} hidden={me.hideGivenAmount} />
      <Figure name={t("received")} cents={me.totalReceived} hidden={me.hideReceivedAmount} />
    </dl>
  );
}

function Figure({ name, cents, hidden }: { name: string; cents: number; hidden: boolean }) {
  const t = useTranslations("profile.totals");
  return (
    <div className="min-w-0 rounded-xl bg-secondary p-3 text-secondary-foreground">
      <dt className="text-sm">{name}</dt>
      <dd className="text-xl font-bold tabular-nums [overflow-wrap:anywhere]">
        <Money cents={cents} />
      </dd>
      {hidden && (
        <dd className="mt-1 flex items-start gap-1.5 text-sm">
          <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("onlyYou")}
        </dd>
      )}
    </div>
  );
}
