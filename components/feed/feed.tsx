"use client";

import { useTranslations } from "next-intl";
import {
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { CardSetup } from "@/components/donate/types";
import { type FirstPage, useRequestPages } from "@/components/requests/use-request-pages";
import { lazily } from "@/components/shared/lazily";
import { takeRaisedBefore } from "@/components/shared/raised-before";
import { useReturnFocus } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import { MOST_ASKED_FACES } from "@/lib/domain/donors/rules";
import type { Face, Faces } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { progressPercent } from "@/lib/ground/money/format";
import { send } from "@/lib/web/http";
import { RequestCard } from "./request-card";
import { feedAddress, useOpenRequest } from "./use-open-request";

const RequestDetail = lazily(() => import("@/components/requests/request-detail"), "RequestDetail");
const DonationFlow = lazily(() => import("@/components/donate/donation-flow"), "DonationFlow");

/** How many cards fill the tallest screen. The server draws no more; the browser adds as many at a time. */
const DRAWN_AT_ONCE = { phone: 2, desk: 4 };

const NOBODY: readonly Face[] = [];

type Props = {
  /**
   * A `FirstPage` as JSON: as a prop React would visit every field, once on the server and once in the browser.
   */
  first: string;
  /** The request that the address opens or returns to; it need not be on the first page. */
  linked: FundingRequest | null;
  /** The id of the request that the viewer gave to and comes back from. */
  returnedTo: string | null;
  viewerId: string;
  setup: CardSetup;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** Where the browser says that it is a phone's. */
  isPhone: boolean;
  /** What it shows instead of an empty list. */
  empty: ReactNode;
};

/** The list of requests with its dialogs (specification 2, Home feed). */
export function Feed({ first, linked, viewerId, setup, renderedAt, isPhone, empty, ...returned }: Props) {
  const t = useTranslations("feed");
  const {
    items: listed,
    hasMore,
    loading,
    loadMore,
    renderedAtOf,
  } = useRequestPages(
    useMemo(() => JSON.parse(first) as FirstPage, [first]),
    renderedAt,
  );
  const stays = useRef(false);
  const opened = useOpenRequest(() => {
    if (stays.current) opened.replaceWithDialog();
    else setDonationsTo(null);
  });
  const [returnedTo] = useState(returned.returnedTo);
  const items = withFirst(linked !== null && linked.id === returnedTo ? linked : null, listed);
  const drawn = useDrawn(items.length, DRAWN_AT_ONCE[isPhone ? "phone" : "desk"]);
  const faces = useFaces(items);
  useReturn(returnedTo, returnedTo === null ? null : find(returnedTo), drawn === Infinity);
  const focus = useReturnFocus();
  const [donationsTo, setDonationsTo] = useState<FundingRequest | null>(null);
  const named = opened.id === null ? null : find(opened.id);
  const gone = opened.id !== null && named === null;

  useEffect(() => {
    if (!gone) return;
    toast({ title: t("goneTitle"), description: t("goneText") });
    window.history.replaceState(null, "", feedAddress(null));
  }, [gone, t]);

  function find(id: string): FundingRequest | null {
    return items.find((request) => request.id === id) ?? (linked?.id === id ? linked : null);
  }

  function donate(request: FundingRequest) {
    opened.replaceWithDialog();
    setDonationsTo(request);
  }

  const openFromCard = useStable((id: string) => {
    focus.remember();
    opened.open(id);
  });
  const donateFromCard = useStable((request: FundingRequest) => {
    focus.remember();
    donate(request);
  });

  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {items.slice(0, drawn).map((request, index) => (
            <li key={request.id} id={cardId(request.id)}>
              <RequestCard
                request={request}
                viewerId={viewerId}
                renderedAt={renderedAtOf(request.id)}
                faces={faces[request.id] ?? NOBODY}
                isReturnedTo={request.id === returnedTo}
                first={index === 0}
                onOpen={openFromCard}
                onDonate={donateFromCard}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" className="mt-4 w-full" pending={loading} onClick={loadMore}>
          {t(loading ? "loadingMore" : "loadMore")}
        </Button>
      )}
      {named && (
        <RequestDetail
          request={named}
          viewerId={viewerId}
          renderedAt={renderedAtOf(named.id)}
          onDonate={donate}
          onClose={opened.close}
          onClosed={focus.giveBack}
        />
      )}
      {donationsTo && (
        <DonationFlow
          request={find(donationsTo.id) ?? donationsTo}
          renderedAt={renderedAtOf(donationsTo.id)}
          setup={setup}
          stays={stays}
          onClose={opened.close}
          onClosed={focus.giveBack}
        />
      )}
    </>
  );
}

/** The list with a request that is not in it at its beginning. */
function withFirst(request: FundingRequest | null, listed: FundingRequest[]): FundingRequest[] {
  return request === null || listed.some(({ id }) => id === request.id) ? listed : [request, ...listed];
}

/**
 * How many of the requests are drawn: the server's, then a few more at a time, so that the browser can answer a press
 * in between. All at once on pages that are rendered in the browser.
 */
function useDrawn(total: number, atOnce: number): number {
  const hydrating = useHydrating();
  const [drawn, setDrawn] = useState(hydrating ? atOnce : Infinity);
  useEffect(() => {
    const next = drawn + atOnce;
    // What is loaded later is drawn at once.
    if (drawn < Infinity) startTransition(() => setDrawn(next < total ? next : Infinity));
  }, [drawn, total, atOnce]);
  return drawn;
}

/** The same function for as long as the component lives: what gets it is not rendered again because of it. */
function useStable<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback((argument) => latest.current(argument), []);
}

const never = () => () => undefined;

/** True for the server's HTML and its hydration; false afterwards, and on pages that are rendered in the browser. */
function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}

/**
 * Who gave to these requests. Asked after the page is there, because the feed's query would read many more pages of the
 * database; asked again where another donation has come.
 */
function useFaces(items: readonly FundingRequest[]): Faces {
  const [faces, setFaces] = useState<Faces>({});
  const asked = useRef(new Map<string, number>());
  const state = items.map(({ id, givers }) => `${id}:${givers}`).join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` is all that it uses of `items`.
  useEffect(() => {
    const due = items.filter(({ id, givers }) => givers !== (asked.current.get(id) ?? 0));
    for (const { id, givers } of due) asked.current.set(id, givers);
    for (let at = 0; at < due.length; at += MOST_ASKED_FACES) {
      const ids = due.slice(at, at + MOST_ASKED_FACES).map(({ id }) => id);
      const none = Object.fromEntries(ids.map((id) => [id, []]));
      send<Faces>("GET", `/api/requests/faces?ids=${ids.join()}`)
        .then((found) => setFaces((known) => ({ ...known, ...none, ...found })))
        // The neutral avatars stay.
        .catch(() => undefined);
    }
  }, [state]);

  return faces;
}

/** The id of a card's element. */
const cardId = (requestId: string) => `request-${requestId}`;

const MOVE = { duration: 700, delay: 300, easing: "ease-out", fill: "backwards" } as const;

/**
 * Returns to the card of a request after a donation (`/?gave={id}`), once the cards are there: it is scrolled to and
 * focused, its bar moves from where it was before the donation, and the address is cleaned. The request is null where
 * it is gone.
 */
function useReturn(id: string | null, request: FundingRequest | null, ready: boolean): void {
  const latest = useRef(request);
  latest.current = request;

  useEffect(() => {
    if (!ready) return;
    if (new URLSearchParams(window.location.search).has("gave")) {
      window.history.replaceState(null, "", feedAddress(null));
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
