import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/** WCAG 2.2 A and AA; the zoom rule is set aside by the specification (D3). */
const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "meta-viewport": { enabled: false }, "meta-viewport-large": { enabled: false } },
  // What passes need not be described.
  resultTypes: ["violations"],
};

/** Holds what the page shows now to WCAG. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // The title follows when a page is opened by a link.
  await expect(page).toHaveTitle(/./);
  // What fades in has not its colours yet; what turns for ever has.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished.catch(() => null)),
    ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  }, OPTIONS);
  expect.soft(found, where).toEqual([]);
}
