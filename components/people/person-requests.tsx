import { HeartHandshake } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { use } from "react";
import { GoalReached } from "@/components/requests/goal-reached";
import { RequestSummary } from "@/components/requests/request-summary";
import { EmptyState } from "@/components/shared/empty-state";
import { LoadingRegion } from "@/components/shared/loading-region";
import { personHref } from "@/components/shared/person-name";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton, Skeletons } from "@/components/ui/skeleton";
import type { Faces } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import type { PublicPerson } from "@/lib/domain/users/schema";
import type { Page } from "@/lib/ground/paging";

type Props = {
  person: PublicPerson;
  read: Promise<Page<FundingRequest> & { faces: Faces }>;
  money: FormatMoney;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/** A person's open and completed requests, newest first; each links to the request. */
export function PersonRequests({ person, read, money, renderedAt }: Props) {
  const t = useTranslations("people");
  const feed = useTranslations("feed");
  const shared = useTranslations("shared");
  const { items, next, faces } = use(read);
  return (
    <section aria-labelledby="requests" className="space-y-3">
      <h2 id="requests" className="text-xl font-semibold">
        {feed("title")}
      </h2>
      {items.length === 0 ? (
        <EmptyState
          icon={HeartHandshake}
          title={t("empty")}
          wayOn={{ href: "/", text: shared("seeRequests") }}
        />
      ) : (
        <ul className="grid gap-3 lg:grid-cols-2 lg:gap-4">
          {items.map((request, index) => (
            <li key={request.id}>
              <Card
                tint={request.user.subscriptionTier}
                className="relative flex h-full flex-col gap-3 overflow-hidden shadow-xs"
              >
                <RequestSummary
                  request={request}
                  money={money}
                  renderedAt={renderedAt}
                  faces={faces[request.id] ?? []}
                  first={index === 0}
                  reached={<GoalReached request={request} />}
                >
                  <h3 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
                    <Link
                      href={`/?request=${request.id}`}
                      prefetch={false}
                      className="after:absolute after:inset-0 after:rounded-2xl"
                    >
                      {request.item}
                    </Link>
                  </h3>
                </RequestSummary>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button asChild variant="outline" className="w-full">
          <Link href={`${personHref(person.username)}?cursor=${encodeURIComponent(next)}`} prefetch={false}>
            {feed("loadMore")}
          </Link>
        </Button>
      )}
    </section>
  );
}

/** The shape of a person's requests while they are read. */
export function RequestsSkeleton() {
  return (
    <LoadingRegion>
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-32" />
        {["a", "b"].map((key) => (
          <Card key={key} className="flex flex-col gap-3">
            <Skeletons of={["h-6 w-3/4", "h-12", "h-2.5", "h-5 w-40"]} />
          </Card>
        ))}
      </div>
    </LoadingRegion>
  );
}
