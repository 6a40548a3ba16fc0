import { Info } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LeaveForm } from "@/components/payouts/leave-form";
import { StepUp } from "@/components/security/step-up";
import { ClientMessages, STEP_UP_TEXTS } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { findCountry } from "@/lib/domain/payouts/open-account";
import { homeCountry, PAYEE_COUNTRIES } from "@/lib/domain/payouts/rules";
import { env } from "@/lib/ground/env";
import type { LANGUAGES } from "@/lib/ground/i18n/languages";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

const TEXTS = ["gettingPaid.start", ...STEP_UP_TEXTS];

export const generateMetadata = titled("gettingPaid.start.title");

/** Before the person leaves for the provider's page: what is asked there, by whom and why (payouts.md, Screens). */
export default async function PayoutStartPage({ searchParams }: PageProps<"/payouts/start">) {
  const [viewer, t, locale, { expired }] = await Promise.all([
    requireViewer(),
    getTranslations("gettingPaid.start"),
    getLocale(),
    searchParams,
  ]);
  const { country, mayChange } = await findCountry(db(), viewer.id);
  return (
    <ClientMessages namespaces={TEXTS}>
      <PageTitle title={t("title")} />
      <div className="flex flex-col gap-4">
        {expired !== undefined && (
          <p role="status" className="flex gap-3 rounded-2xl bg-accent-soft p-4 text-accent-foreground">
            <Info aria-hidden className="mt-0.5 size-5 shrink-0" />
            {t("expired")}
          </p>
        )}
        <Card className="space-y-4">
          <Part title={t("asked.title")}>
            <ul className="list-disc space-y-1 pl-5">
              <li>{t("asked.person")}</li>
              <li>{t("asked.bank")}</li>
              <li>{t("asked.document")}</li>
            </ul>
          </Part>
          <Part title={t("who.title")}>{t("who.text")}</Part>
          <Part title={t("why.title")}>{t("why.text")}</Part>
          <Part title={t("you.title")}>{t("you.text")}</Part>
          <Part title={t("donors.title")}>{t("donors.text")}</Part>
        </Card>
        <Card>
          <LeaveForm
            countries={mayChange ? countriesIn(locale) : null}
            chosen={country ?? homeCountry(env().timeZone)}
          />
        </Card>
      </div>
      <StepUp />
    </ClientMessages>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-1">
      <h2 className="font-semibold">{title}</h2>
      <div className="text-muted-foreground">{children}</div>
    </section>
  );
}

/** The countries whose banks can be paid to, by their names in a language. */
function countriesIn(locale: keyof typeof LANGUAGES) {
  const names = new Intl.DisplayNames(locale, { type: "region" });
  const { compare } = new Intl.Collator(locale);
  return PAYEE_COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    compare(a.name, b.name),
  );
}
