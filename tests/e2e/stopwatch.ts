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
 * driver does before and after is not counted. A fade from page to page is, to its end. For steps that stay in one
 * document.
 */
export async function timed(page: Page, selectors: Selectors, act: () => Promise<unknown>): Promise<Timed> {
  const answer = page.evaluate(watch, selectors);
  await act();
  return answer;
}

/** Runs in the page: looks at every frame after the next press. */
function watch({ news, ready, path }: Selectors): Promise<Timed> {
  const isShown = (selector: string) =>
    [...document.querySelectorAll(selector)].some((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
  const isFading = () =>
    document.getAnimations().some(({ effect, playState }) => {
      const { pseudoElement } = effect as KeyframeEffect;
      return playState === "running" && pseudoElement?.startsWith("::view-transition");
    });
  return new Promise((resolve) => {
    const begin = ({ timeStamp }: PointerEvent) => {
      let first: number | null = null;
      const frame = () => {
        const isThere = (path === undefined || window.location.pathname === path) && isShown(ready);
        const isNews = isThere || (news !== undefined && isShown(news));
        const isDone = isThere && !isFading();
        const { port1, port2 } = new MessageChannel();
        // A task after this frame runs once it was painted.
        port1.onmessage = () => {
          const now = performance.now() - timeStamp;
          if (isNews) first ??= now;
          if (isDone) resolve({ news: first ?? now, ready: now });
          else requestAnimationFrame(frame);
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(frame);
    };
    window.addEventListener("pointerdown", begin, { capture: true, once: true });
  });
}
