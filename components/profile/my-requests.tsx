import { FileHeart, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/shared/empty-state";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { FundingRequest } from "@/lib/domain/requests/types";
import { OwnRequest } from "./own-request";

type Props = {
  requests: FundingRequest[];
  active: number;
  limit: number;
  /** Where the older ones are; null when these are all. */
  olderHref: string | null;
};

/** One's own requests and how many more there may be (specification 2, My Requests list; D8). */
export function MyRequests({ requests, active, limit, olderHref }: Props) {
  const t = useTranslations("profile.requests");
  return (
    <section aria-labelledby="my-requests" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
        <h2 id="my-requests" className="text-xl font-bold">
          {t("title", { count: requests.length })}
        </h2>
        <Badge variant={active >= limit ? "accent" : "neutral"} className="tabular-nums">
          {t("counter", { active, limit })}
        </Badge>
      </div>
      {active >= limit && (
        <p className="flex gap-2.5 rounded-xl bg-accent-soft p-3.5 font-medium text-accent-foreground">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {t("limitReached", { limit })}
        </p>
      )}
      {requests.length === 0 ? (
        <EmptyState icon={FileHeart} title={t("empty")}>
          <Button asChild>
            <Link href="/request">{t("create")}</Link>
          </Button>
        </EmptyState>
      ) : (
        <ul className="space-y-3">
          {requests.map((request) => (
            <li key={request.id}>
              <OwnRequest request={request} />
            </li>
          ))}
        </ul>
      )}
      {olderHref && (
        <Button asChild variant="outline" className="w-full">
          <Link href={olderHref}>{t("older")}</Link>
        </Button>
      )}
    </section>
  );
}
