import { useFormatter, useTranslations } from "next-intl";
import type { GivenDonation } from "@/lib/domain/given/schema";
import { DAY_FORMAT } from "@/lib/ground/i18n/date-formats";

/** What became of a donation, step by step (giving.md). */
export function DonationSteps({ steps }: Pick<GivenDonation, "steps">) {
  const t = useTranslations("give.receipt");
  const format = useFormatter();
  return (
    <ol className="space-y-2">
      {steps.map(({ step, at }) => (
        <li key={step} className="flex flex-wrap justify-between gap-x-4">
          {t(`steps.${step}`)}
          <time dateTime={at} className="text-muted-foreground tabular-nums">
            {format.dateTime(new Date(at), DAY_FORMAT)}
          </time>
        </li>
      ))}
    </ol>
  );
}
