import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { clientTexts } from "@/components/shared/client-messages";
import { PlatformProvider } from "@/components/shared/platform";
import { TextsProvider } from "@/components/shared/texts-provider";
import { SandboxBanner } from "@/components/shell/sandbox-banner";
import { THEME_COLORS } from "@/components/shell/theme";
import { ThemeScript } from "@/components/shell/theme-script";
import { UpdateBar } from "@/components/shell/update-bar";
import { Toaster } from "@/components/ui/toaster";
import { env } from "@/lib/ground/env";
import { DONATION_METHODS } from "@/lib/ground/vocabulary";
import { GATEWAY } from "@/lib/providers/gateway";
import { buildVersion } from "@/lib/server/build-version";
import { opensSandbox } from "@/lib/web/client-address";
import { NONCE_HEADER } from "@/lib/web/csp";
import "./globals.css";

/**
 * Figtree, served from here. Its two alphabets are two families, so that a page loads only the one it needs. The first
 * is preloaded, and arrives with the style sheet. If it comes later than the first paint, that page keeps the system's
 * typeface: a swap would move the text where there is no Arial, to which Next.js fits the fallback.
 */
const figtree = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree",
  display: "optional",
  fallback: ["ui-sans-serif", "system-ui", "sans-serif"],
});

const figtreeExtended = localFont({
  src: "../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});

/** Scaling is off as the specification asks (D3), so no text is smaller than is readable. */
export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  maximumScale: 1,
  userScalable: false,
  viewportFit: "cover",
  themeColor: THEME_COLORS.light,
};

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  const { appName, appUrl } = env();
  return {
    metadataBase: new URL(appUrl),
    description: t("description", { appName }),
    title: { default: appName, template: `%s · ${appName}` },
    applicationName: appName,
    appleWebApp: { title: appName, statusBarStyle: "default" },
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [texts, t, sent] = await Promise.all([clientTexts(), getTranslations("shell"), headers()]);
  const { appName, appUrl, currency, development, mailPage, sandbox, walletDonations } = env();
  const providers = DONATION_METHODS.filter((each) => env()[GATEWAY[each]] !== null);
  return (
    <html
      lang={texts.locale}
      className={`${figtree.variable} ${figtreeExtended.variable}`}
      suppressHydrationWarning
    >
      <body>
        <ThemeScript nonce={sent.get(NONCE_HEADER) ?? undefined} />
        <a
          href="#main"
          className="sr-only z-50 rounded-lg bg-primary px-4 py-3 font-semibold text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t("skip")}
        </a>
        <TextsProvider {...texts}>
          <PlatformProvider value={{ appName, appUrl, currency, sandbox, providers, walletDonations }}>
            {sandbox && <SandboxBanner mailPage={mailPage} isOpen={opensSandbox(sent)} />}
            {children}
            {!development && <UpdateBar version={buildVersion()} />}
            <Toaster />
          </PlatformProvider>
        </TextsProvider>
      </body>
    </html>
  );
}
