import type { BrowserContext } from "@playwright/test";

/**
 * Lets presses and typing wait, on every page of this context, until React has taken the page over: a test is quicker
 * than any thumb, and what it does to a page that is only drawn yet is lost. The page itself is not touched, so that
 * nothing it renders differs.
 */
export async function awaitHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A test may replace the page's clock later.
    const nextFrame = requestAnimationFrame.bind(window);
    const untouchable = new CSSStyleSheet();
    untouchable.replaceSync(
      "* { pointer-events: none !important } input, textarea, select { visibility: hidden !important }",
    );
    document.adoptedStyleSheets.push(untouchable);
    const look = () => {
      if (isTakenOver())
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== untouchable);
      else nextFrame(look);
    };
    look();

    function isTakenOver(): boolean {
      if (document.readyState === "loading") return false;
      if (!document.querySelector('script[src^="/_next/"]')) return true;
      return [...document.querySelectorAll("a, button, input, textarea, select")].every((element) =>
        Object.keys(element).some((key) => key.startsWith("__reactProps$")),
      );
    }
  });
}
