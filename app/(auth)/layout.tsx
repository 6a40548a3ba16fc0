import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LanguageSelect } from "@/components/shared/language-select";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Wordmark } from "@/components/shell/wordmark";
import { env } from "@/lib/ground/env";

/** The frame of the sign-in screen: the name, a choice of language and the theme. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations("shell");
  return (
    <>
      <header className="pt-safe">
        <div className="px-safe mx-auto flex min-h-16 max-w-5xl items-center gap-1">
          <div className="mr-auto flex min-w-0 items-center">
            <Wordmark name={env().appName} />
          </div>
          <LanguageSelect aria-label={t("language")} className="w-auto" />
          <ThemeToggle />
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="px-safe mx-auto max-w-md pt-3 pb-[calc(32px+env(safe-area-inset-bottom))] outline-none lg:max-w-5xl lg:pt-10"
      >
        {children}
      </main>
    </>
  );
}
