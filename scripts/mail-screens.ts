import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { renderMail } from "@/lib/delivery/render";
import { mailTexts } from "@/lib/delivery/translator";
import { MAIL_KIND_NAMES } from "@/lib/ground/mail-kinds";
import { LOCALES, type Locale } from "@/lib/ground/vocabulary";
import playwrightConfig from "../playwright.config";
import { MAIL_SAMPLES, sampleMail } from "../tests/support/mail-samples";

/**
 * `npm run screens:mail [language …]`, also run by `npm run screens`: pictures of every message, rendered as they are
 * sent, on a phone in both themes, with the plain text beside them; into screens/. A command of its own, because React
 * renders no HTML under the condition `react-server`.
 */
const PHONE = { width: 390, height: 844 };

process.env.AUTH_SECRET ??= randomUUID();
process.env.DATABASE_URL ??= "postgres://localhost/none";

const asked = process.argv.slice(3);
const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
let count = 0;
try {
  for (const locale of LOCALES.filter((each) => asked.length === 0 || asked.includes(each))) {
    const page = await browser.newPage({ viewport: PHONE, locale });
    await shootAll(page, locale);
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(`${count} pictures of messages in screens/`);

async function shootAll(page: Page, locale: Locale): Promise<void> {
  const folder = join("screens", locale, "mail");
  mkdirSync(folder, { recursive: true });
  const texts = await mailTexts(locale);
  for (const kind of MAIL_KIND_NAMES) {
    for (const [name, view] of Object.entries(MAIL_SAMPLES[kind])) {
      const { subject, html, text } = await renderMail(sampleMail(kind, locale), view, texts);
      writeFileSync(join(folder, `${kind}-${name}.txt`), `${subject}\n\n${text}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        if (overflow) console.error(`mail ${kind} (${locale}, ${name}) is wider than a phone`);
        await page.screenshot({ path: join(folder, `${kind}-${name}-${colorScheme}.png`), fullPage: true });
        count += 1;
      }
    }
  }
}
