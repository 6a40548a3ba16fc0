import { expect, type Page } from "@playwright/test";

/** Text sizes that a person can set on a phone, in percent of the usual. */
const PERCENTS = [130, 150, 200];

/**
 * Expects that what the page shows now leaves room for larger text: nothing is wider than the screen or clipped, no two
 * controls overlap, and no amount is broken over two lines.
 */
export async function expectRoomForLargeText(page: Page, where: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  // One call for all sizes: both functions go to the page as text.
  const found = await page.evaluate<string[][]>(
    `(${findAtSizes})(${JSON.stringify(PERCENTS)}, (${setTextSize}), () => (${findFaults})(${width}))`,
  );
  for (const [index, faults] of found.entries())
    expect.soft(faults, `${where}, text at ${PERCENTS[index]} %`).toEqual([]);
}

/** Takes back what `expectRoomForLargeText` leaves on a page. */
export async function showUsualText(page: Page): Promise<void> {
  await page.evaluate(setTextSize, "");
}

/** Runs in the page, as do those below. */
async function findAtSizes(
  percents: number[],
  setSize: typeof setTextSize,
  find: () => string[],
): Promise<string[][]> {
  const found: string[][] = [];
  for (const percent of percents) {
    await setSize(`${percent}%`);
    found.push(find());
  }
  return found;
}

async function setTextSize(size: string): Promise<void> {
  document.documentElement.style.fontSize = size;
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

function findFaults(width: number): string[] {
  const CONTROLS = "a[href], button, select, textarea, summary, input, label:has(input), [role=switch]";
  const AMOUNT = /€\s?\d[\d.,]*|\d[\d.,]*[\u00a0\u202f]€/g;
  const faults: string[] = [];
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const root = dialogs[dialogs.length - 1] ?? document.body;

  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 60)}`;
  const isShown = (element: Element) => {
    if (element.closest(".sr-only:not(:focus)")) return false;
    const { width: wide, height: high } = element.getBoundingClientRect();
    return (
      wide > 1 && high > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  /** The nearest part of the page that stays in place while the rest scrolls below it, or that scrolls by itself. */
  const layerOf = (element: Element | null): Element | null => {
    for (let each = element; each; each = each.parentElement) {
      const { position, overflowY } = getComputedStyle(each);
      if (/fixed|sticky/.test(position) || /auto|scroll/.test(overflowY)) return each;
    }
    return null;
  };

  /** In a row that scrolls sideways by itself, such as the categories to find by. */
  const isInRow = (element: Element): boolean => {
    for (let each = element.parentElement; each; each = each.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };

  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  if (root.getBoundingClientRect().top < 0 && root !== document.body) faults.push("the dialog is too high");

  for (const element of root.querySelectorAll("*")) {
    if (!isShown(element) || !(element instanceof HTMLElement) || !element.textContent?.trim()) continue;
    const { left, right } = element.getBoundingClientRect();
    if ((right > width + 1 || left < -1) && !isInRow(element))
      faults.push(`beyond the screen: ${name(element)}`);
    const style = getComputedStyle(element);
    const isPreview = style.webkitLineClamp !== "none";
    const isField = element.matches("input, textarea, select");
    const hides = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`);
    const isTooSmall =
      element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (hides && isTooSmall && !isPreview && !isField) faults.push(`clipped: ${name(element)}`);
  }

  const controls = [...root.querySelectorAll(CONTROLS)]
    .filter(isShown)
    .map((element) => ({ element, layer: layerOf(element), boxes: [...element.getClientRects()] }));
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.layer !== other.layer || one.element.contains(other.element)) continue;
      const overlaps = one.boxes.some((a) =>
        other.boxes.some((b) => {
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          // A button inside a field, which keeps its text clear of it.
          const isInside = one.element.matches("input") && wide >= b.width - 1 && high >= b.height - 1;
          return wide > 1 && high > 1 && !isInside;
        }),
      );
      if (overlaps) faults.push(`overlapping: ${name(one.element)} and ${name(other.element)}`);
    }
  }

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement || !isShown(node.parentElement) || !node.textContent?.trim()) continue;
    const control = node.parentElement.closest(CONTROLS);
    const words = document.createRange();
    words.selectNodeContents(node);
    if (control && !control.matches("select, textarea") && getComputedStyle(control).display !== "inline") {
      const [text, box] = [words.getBoundingClientRect(), control.getBoundingClientRect()];
      if (text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1)
        faults.push(`too small for its text: ${name(control)}`);
    }
    for (const { 0: amount, index } of node.textContent.matchAll(AMOUNT)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + amount.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.push(`broken: ${amount}`);
    }
  }
  return [...new Set(faults)];
}
