import { useEffect, useRef } from "react";
import { takeRaisedBefore } from "@/components/shared/raised-before";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { progressPercent } from "@/lib/ground/money/format";

/** The id of a card's element. */
export const cardId = (requestId: string) => `request-${requestId}`;

const MOVE = { duration: 700, delay: 300, easing: "ease-out", fill: "backwards" } as const;

/**
 * Returns to the card of a request after a donation (`/?gave={id}`), once the cards are there: it is scrolled to and
 * focused, its bar moves from where it was before the donation, and the address is cleaned. The request is null where
 * it is gone.
 */
export function useReturn(id: string | null, request: FundingRequest | null, ready: boolean): void {
  const latest = useRef(request);
  latest.current = request;

  useEffect(() => {
    if (!ready) return;
    if (new URLSearchParams(window.location.search).has("gave")) {
      window.history.replaceState(null, "", "/");
    }
    if (id === null) return;
    const card = document.getElementById(cardId(id));
    card?.scrollIntoView({ block: "center" });
    card?.querySelector<HTMLElement>("h2 button")?.focus({ preventScroll: true });
    const bar = card?.querySelector("[role=progressbar] > *");
    const before = takeRaisedBefore(id);
    if (bar && latest.current && before !== null) moveBar(bar, before, latest.current);
  }, [id, ready]);
}

function moveBar(bar: Element, before: number, { raised, goal }: FundingRequest): void {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const widths = [before, raised].map((cents) => ({ width: `${progressPercent(cents, goal)}%` }));
  bar.animate(widths, MOVE);
}
