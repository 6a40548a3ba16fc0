import Link from "next/link";
import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { Money } from "@/components/shared/money";
import { ProgressBar } from "@/components/shared/progress-bar";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { requestStatus } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/types";
import { DeleteRequest } from "./delete-request";

const LOOK = { completed: "success", active: "primary", inactive: "neutral" } as const;

export function OwnRequest({ request }: { request: FundingRequest }) {
  const t = useTranslations("profile.requests");
  const status = requestStatus(request);
  return (
    <Card className="space-y-2.5">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          <Link href={`/?request=${request.id}`}>{request.item}</Link>
        </h3>
        <Badge variant={LOOK[status]}>{t(`status.${status}`)}</Badge>
      </div>
      <p className="line-clamp-3 whitespace-pre-line text-muted-foreground [overflow-wrap:anywhere]">
        {request.description}
      </p>
      <ProgressBar item={request.item} raised={request.raised} goal={request.goal} />
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 tabular-nums">
          <span className="block">
            {t.rich("raised", {
              raised: () => <Money cents={request.raised} />,
              goal: () => <Money cents={request.goal} />,
              strong: (text) => <strong>{text}</strong>,
            })}
          </span>
          <span className="text-sm text-muted-foreground">
            {t.rich("created", { date: () => <DateText value={request.createdAt} /> })}
          </span>
        </p>
        <DeleteRequest id={request.id} item={request.item} donated={request.raised > 0} />
      </div>
    </Card>
  );
}
