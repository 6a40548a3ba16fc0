"use client";

import { useLiveRequest } from "@/components/shared/use-live";
import { useMoney } from "@/components/shared/use-money";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { CardPreview } from "./card-preview";

type Props = {
  request: FundingRequest;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
};

/** The card of the request that its owner just made, as it is now. */
export function LivePreview({ request, renderedAt }: Props) {
  const money = useMoney();
  const live = useLiveRequest(request, renderedAt);
  return (
    <CardPreview
      request={live.request}
      faces={live.faces ?? []}
      money={money}
      renderedAt={renderedAt}
      heading="h2"
    />
  );
}
