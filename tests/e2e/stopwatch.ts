import type { Page } from "@playwright/test";

type Selectors = {
  /** The first thing that answers the press. */
  news?: string;
  /** What the press was for. */
  ready: string;
  /** Where it has to be: the path of the address. */
  path?: string;
};

/** Milliseconds from a press to the paint that showed something new, and to the one that showed what it was for. */
export type Timed = { news: number; ready: number };

/**
 * Does what presses something, and measures in the page how long the answer takes, from the press itself: what the
 * driver does before and after is not counted. For steps that stay in one document.
 */
export async function timed(page: Page, selectors: Selectors, act: () => Promise<unknown>): Promise<Timed> {
  const answer = page.evaluate(watch, selectors);
  await act();
  return answer;
}

/** Runs in the page: measures every frame after the next press. */
function watch({ news, ready, path }: Selectors): Promise<Timed> {
  return new Promise((resolve) => {
    // The methods of an object, because the tests' compiler gives other functions a name by a helper of its own.
    const frames = {
      first: null as number | null,
      isShown(selector: string): boolean {
        return [...document.querySelectorAll(selector)].some((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        );
      },
      look(pressedAt: number): void {
        const isReady = (path === undefined || location.pathname === path) && frames.isShown(ready);
        const isNews = isReady || (news !== undefined && frames.isShown(news));
        const { port1, port2 } = new MessageChannel();
        // A task that is posted before this frame is painted runs after that.
        port1.onmessage = () => {
          const took = performance.now() - pressedAt;
          if (isNews) frames.first ??= took;
          if (isReady) resolve({ news: frames.first ?? took, ready: took });
          else requestAnimationFrame(() => frames.look(pressedAt));
        };
        port2.postMessage(null);
      },
    };
    window.addEventListener(
      "pointerdown",
      ({ timeStamp }) => requestAnimationFrame(() => frames.look(timeStamp)),
      { capture: true, once: true },
    );
  });
}
