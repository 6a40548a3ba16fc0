import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/shared/disclosure";
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
          <Disclosure key={question} summary={t(`${question}.q`)} summaryClass="min-h-12 py-3 font-semibold">
            <p className="pb-4 text-muted-foreground">{t(`${question}.a`, values)}</p>
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
