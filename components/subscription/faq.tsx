import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { BOOST } from "@/lib/domain/requests/rules";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";

const QUESTIONS = ["boost", "order", "fee", "pay", "cancel", "upgrade", "unused", "refund"] as const;

/** Frequent questions (specification 2, Subscription page). */
export function Faq() {
  const t = useTranslations("subscription.faq");
  const values = {
    normal: BOOST.normal.hours,
    premium: BOOST.premium.hours,
    percent: FEE_BASIS_POINTS / 100,
  };
  return (
    <section aria-labelledby="faq" className="space-y-2">
      <h2 id="faq" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <div className="divide-y rounded-2xl border bg-card px-4">
        {QUESTIONS.map((question) => (
          <details key={question} className="group">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-lg py-3 font-semibold [&::-webkit-details-marker]:hidden">
              {t(`${question}.q`)}
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="pb-4 text-muted-foreground">{t(`${question}.a`, values)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
