import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";

/** Half of what the module's own `source` has, for every page anew. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** WCAG 2.2 A and AA; the zoom rule is set aside by the specification (D3). */
const OPTIONS: axe.RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: { "meta-viewport": { enabled: false }, "meta-viewport-large": { enabled: false } },
  // What passes need not be described.
  resultTypes: ["violations"],
  // It would fetch styles and media again, for one rule that is an experiment and one of films and sounds.
  preload: false,
};

/**
 * Compares what the page shows now with WCAG. The walk in accessibility.spec.ts calls it at every screen: in a journey
 * it is for states that the walk does not reach.
 */
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
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  }, OPTIONS);
  expect.soft(found, where).toEqual([]);
}
