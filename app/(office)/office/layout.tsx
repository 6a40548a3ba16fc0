import { Search } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OfficeNav } from "@/components/office/office-nav";
import { StepUp } from "@/components/security/step-up";
import { ClientMessages, STEP_UP_TEXTS } from "@/components/shared/client-messages";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Wordmark } from "@/components/shell/wordmark";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { env } from "@/lib/ground/env";
import { atOfficeDoor } from "@/lib/web/session/office";

const TEXTS = [
  "office.nav",
  "office.form",
  "office.unlock",
  "office.list",
  "office.ask",
  "office.payment.paymentState",
  "office.payouts.stepState",
  "office.money.payee",
  "office.check",
  ...STEP_UP_TEXTS,
];

/** The frame of the office. What its pages show they guard themselves (`requireOffice`). */
export default async function OfficeLayout({ children }: { children: ReactNode }) {
  const [{ viewer, isOpen }, t] = await Promise.all([atOfficeDoor(), getTranslations("office")]);
  return (
    <ClientMessages namespaces={TEXTS}>
      <header className="pt-safe border-b bg-card">
        <div className="px-safe mx-auto flex min-h-14 max-w-7xl flex-wrap items-center gap-x-3 py-1.5">
          <Link href="/" className="flex min-h-11 min-w-0 items-center rounded-lg">
            <Wordmark name={env().appName} />
          </Link>
          <span className="mr-auto font-semibold text-muted-foreground">{t("title")}</span>
          <span className="text-sm text-muted-foreground">@{viewer.username}</span>
          <ThemeToggle />
        </div>
        {isOpen && (
          <div className="px-safe mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4">
            <OfficeNav />
            <SearchForm />
          </div>
        )}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="px-safe mx-auto max-w-7xl pt-6 pb-[calc(32px+env(safe-area-inset-bottom))] outline-none"
      >
        {children}
      </main>
      <StepUp isForOffice />
    </ClientMessages>
  );
}

/** Finds a person, a payment or a report from any page of the office. */
async function SearchForm() {
  const t = await getTranslations("office.search");
  return (
    <search className="py-1.5 max-sm:w-full">
      <form method="get" action="/office/search" className="flex gap-2">
        <Input
          name="q"
          type="search"
          aria-label={t("title")}
          placeholder={t("hint")}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 sm:w-80"
        />
        <Button type="submit" variant="outline" size="icon" aria-label={t("title")}>
          <Search aria-hidden />
        </Button>
      </form>
    </search>
  );
}
