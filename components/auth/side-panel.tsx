import { getLocale, getTranslations } from "next-intl/server";
import { env } from "@/lib/ground/env";
import { formatWholeMoney } from "@/lib/ground/money/format";

type Props = { activeRequests: number; totalRaised: number };

/** What the site is, with live figures (specification 2, Auth screen). Cents, shown without decimals. */
export async function SidePanel({ activeRequests, totalRaised }: Props) {
  const [t, locale] = await Promise.all([getTranslations("auth.panel"), getLocale()]);
  return (
    <section aria-labelledby="panel" className="rounded-2xl bg-secondary p-5 text-secondary-foreground">
      <h2 id="panel" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="mt-1">{t("text")}</p>
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Stat
          name={t("active", { count: activeRequests })}
          value={new Intl.NumberFormat(locale).format(activeRequests)}
        />
        <Stat name={t("raised")} value={formatWholeMoney(totalRaised, locale, env().currency)} />
      </dl>
    </section>
  );
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm">{name}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
    </div>
  );
}
