"use client";

import { CircleAlert, HandHeart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { type FirstPage, useRequestPages } from "@/components/requests/use-request-pages";
import { EmptyState } from "@/components/shared/empty-state";
import { lazily } from "@/components/shared/lazily";
import { useDialog } from "@/components/shared/use-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { Delivery } from "@/lib/domain/posts/types";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { OwnRequest } from "./own-request";

const DeleteDialog = lazily(() => import("./delete-dialog"), "DeleteDialog");
const ApplyBoostDialog = lazily(() => import("./apply-boost-dialog"), "ApplyBoostDialog");

type Boost = Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt">;

type Props = {
  first: FirstPage;
  /** The number of active requests, and the limit (D8). */
  active: number;
  limit: number;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  tier: Tier;
  /** By the ids of the requests of which money arrived. */
  deliveries: Record<string, Delivery>;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/** The My Requests list (specification 2). */
export function MyRequests({ first, active, limit, boosts, tier, deliveries, renderedAt }: Props) {
  const t = useTranslations("profile.requests");
  const feed = useTranslations("feed");
  const { items: known, hasMore, loading, loadMore, renderedAtOf } = useRequestPages(first, renderedAt);
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  /** The boosts applied here, because only the first page is read again. */
  const [boosted, setBoosted] = useState<ReadonlyMap<string, Boost>>(new Map());
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that opened it is gone with its request, or with the boost.
  const deleting = useDialog<FundingRequest>(() => heading.current);
  const toDelete = deleting.shown;
  const boosting = useDialog<{ request: FundingRequest; boostType: BoostType }>(() => heading.current);
  const items = known
    .filter(({ id }) => !deleted.has(id))
    .map((request) => ({ ...request, ...boosted.get(request.id) }));
  const full = active >= limit;

  return (
    <section aria-labelledby="requests" className="mt-2 space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 ref={heading} id="requests" tabIndex={-1} className="text-xl font-semibold outline-none">
          {t("title", { count: hasMore ? `${items.length}+` : String(items.length) })}
        </h2>
        <Badge variant={full ? "accent" : "neutral"}>{t("active", { active, limit })}</Badge>
      </div>
      {full && (
        <p role="status" className="flex gap-3 rounded-2xl bg-accent-soft p-4 text-accent-foreground">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t("limitReached", { limit })}
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState icon={HandHeart} title={t("empty")} wayOn={{ href: "/request", text: t("create") }} />
      ) : (
        <ul className="flex flex-col gap-3">
          {items.map((request) => (
            <li key={request.id}>
              <OwnRequest
                request={request}
                boosts={boosts}
                delivery={deliveries[request.id] ?? null}
                renderedAt={renderedAtOf(request.id)}
                onBoost={(boostType, button) => boosting.show({ request, boostType }, button)}
                onDelete={(button) => deleting.show(request, button)}
              />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" className="w-full" pending={loading} onClick={loadMore}>
          {feed(loading ? "loadingMore" : "loadMore")}
        </Button>
      )}
      {boosting.shown && (
        <ApplyBoostDialog
          {...boosting.shown}
          {...boosting.props}
          owned={boosts[boosting.shown.boostType]}
          tier={tier}
          onApplied={({ id, appliedBoostType, boostAppliedAt }) =>
            setBoosted((before) => new Map(before).set(id, { appliedBoostType, boostAppliedAt }))
          }
        />
      )}
      {toDelete && (
        <DeleteDialog
          request={toDelete}
          {...deleting.props}
          onDeleted={() => setDeleted((before) => new Set(before).add(toDelete.id))}
        />
      )}
    </section>
  );
}
