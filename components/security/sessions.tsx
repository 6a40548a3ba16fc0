import { Monitor } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DateText } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import type { ListedSession } from "@/lib/domain/sessions/schema";
import { EndOthersButton, EndSessionButton } from "./end-session";

/** Where a person is signed in, and how to end it. */
export async function Sessions({ sessions }: { sessions: readonly ListedSession[] }) {
  const t = await getTranslations("security.sessions");
  return (
    <Card className="space-y-3">
      <CardTitle id="sessions">{t("title")}</CardTitle>
      <p className="text-muted-foreground">{t("text")}</p>
      <ul aria-labelledby="sessions" className="divide-y">
        {sessions.map(({ id, device, network, createdAt, lastUsedAt, current }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3">
            <div className="flex min-w-0 gap-3">
              <Monitor aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {device ?? t("unknown")}
                  {current && <Badge>{t("current")}</Badge>}
                </p>
                <div className="text-sm text-muted-foreground">
                  {network && <p>{t("network", { network })}</p>}
                  <p>{t.rich("since", { date: () => <DateText value={createdAt} /> })}</p>
                  {lastUsedAt && <p>{t.rich("used", { date: () => <DateText value={lastUsedAt} /> })}</p>}
                </div>
              </div>
            </div>
            {!current && <EndSessionButton id={id} device={device ?? t("unknown")} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <EndOthersButton />}
    </Card>
  );
}
