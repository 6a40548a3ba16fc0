"use client";

import { HeartHandshake, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import {
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
import { EmptyState } from "@/components/shared/empty-state";
import { lazily } from "@/components/shared/lazily";
import { useReturnFocus } from "@/components/shared/use-return-focus";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { Face } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { RequestCard } from "./request-card";
import { useFaces } from "./use-faces";
import { useOpenRequest } from "./use-open-request";
import { cardId, useReturn } from "./use-return";

const RequestDetail = lazily(() =>
  import("@/components/requests/request-detail").then((module) => module.RequestDetail),
);
const DonationFlow = lazily(() =>
  import("@/components/donate/donation-flow").then((module) => module.DonationFlow),
);

/** Fills the tallest screen. The server renders no more; the browser adds as many at a time. */
const DRAWN_AT_ONCE = 4;

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
  appUrl: string;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/** The list of requests with its dialogs (specification 2, Home feed). */
export function Feed({ first, linked, viewerId, setup, appUrl, renderedAt, ...returned }: Props) {
  const t = useTranslations("feed");
  const {
    items: listed,
    hasMore,
    loading,
    loadMore,
  } = useRequestPages(useMemo(() => JSON.parse(first) as FirstPage, [first]));
  const opened = useOpenRequest();
  const [returnedTo] = useState(returned.returnedTo);
  const items = withFirst(linked !== null && linked.id === returnedTo ? linked : null, listed);
  const drawn = useDrawn(items.length);
  const faces = useFaces(items);
  useReturn(returnedTo, returnedTo === null ? null : find(returnedTo), drawn === Infinity);
  const focus = useReturnFocus();
  const [donationsTo, setDonationsTo] = useState<FundingRequest | null>(null);
  const named = opened.id === null ? null : find(opened.id);
  const gone = opened.id !== null && named === null;

  useEffect(() => {
    if (!gone) return;
    toast({ title: t("goneTitle"), description: t("goneText") });
    window.history.replaceState(null, "", "/");
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
        <EmptyState icon={HeartHandshake} title={t("empty")} wayOn={{ href: "/request", text: t("ask") }}>
          <p>{t("emptyHint")}</p>
        </EmptyState>
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {items.slice(0, drawn).map((request, index) => (
            <li key={request.id} id={cardId(request.id)}>
              <RequestCard
                request={request}
                viewerId={viewerId}
                appUrl={appUrl}
                renderedAt={renderedAt}
                faces={faces[request.id] ?? NOBODY}
                isReturnedTo={request.id === returnedTo}
                first={index < 2}
                onOpen={openFromCard}
                onDonate={donateFromCard}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" className="mt-4 w-full" aria-disabled={loading} onClick={loadMore}>
          {loading && <LoaderCircle aria-hidden className="animate-spin" />}
          {t(loading ? "loadingMore" : "loadMore")}
        </Button>
      )}
      {named && (
        <RequestDetail
          request={named}
          viewerId={viewerId}
          appUrl={appUrl}
          renderedAt={renderedAt}
          onDonate={donate}
          onClose={opened.close}
          onClosed={focus.giveBack}
        />
      )}
      {donationsTo && (
        <DonationFlow
          request={donationsTo}
          setup={setup}
          onClose={opened.close}
          onBack={() => setDonationsTo(null)}
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
function useDrawn(total: number): number {
  const hydrating = useHydrating();
  const [drawn, setDrawn] = useState(hydrating ? DRAWN_AT_ONCE : Infinity);
  useEffect(() => {
    const next = drawn + DRAWN_AT_ONCE;
    // What is loaded later is drawn at once.
    if (drawn < Infinity) startTransition(() => setDrawn(next < total ? next : Infinity));
  }, [drawn, total]);
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
