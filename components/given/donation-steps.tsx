import { useFormatter, useTranslations } from "next-intl";
import type { GivenDonation } from "@/lib/domain/given/schema";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";

/** What became of a donation, step by step (giving.md). */
export function DonationSteps({ steps }: Pick<GivenDonation, "steps">) {
  const t = useTranslations("give.receipt");
  const format = useFormatter();
  const day = (at: string) => format.dateTime(new Date(at), DAY_FORMAT);
  return (
    <ol className="space-y-2">
      {steps.map(({ step, at, until }) => (
        <li key={step} className="flex flex-wrap justify-between gap-x-4">
          <span>
            {t(`steps.${step}`)}
            {until && (
              <span className="block text-sm text-muted-foreground">{t("until", { day: day(until) })}</span>
            )}
          </span>
          <time dateTime={at} className="text-muted-foreground tabular-nums">
            {day(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
