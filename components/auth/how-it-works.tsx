import { getTranslations } from "next-intl/server";
import { FEE_BASIS_POINTS } from "@/lib/ground/money";

const STEPS = ["ask", "give", "happen"] as const;

/** How the site works, in three steps. */
export async function HowItWorks() {
  const t = await getTranslations("auth.how");
  return (
    <section aria-labelledby="how" className="space-y-3">
      <h2 id="how" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <ol className="space-y-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-9 shrink-0 place-items-center rounded-full bg-primary font-bold text-primary-foreground"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{t(`${step}.title`)}</h3>
              <p className="text-muted-foreground">
                {t(`${step}.text`, { percent: FEE_BASIS_POINTS / 100 })}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
