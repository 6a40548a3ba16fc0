import { getTranslations } from "next-intl/server";
import { RequestPhoto } from "@/components/photos/request-photo";
import { isBoosted } from "@/components/requests/is-boosted";
import { ProgressBar } from "@/components/shared/progress-bar";
import type { FormatMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import type { SharedRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";

type Props = { requests: readonly SharedRequest[]; money: FormatMoney };

/** Some of what is asked for now, without who asks (D38). Each leads to its preview beside the login. */
export async function LiveRequests({ requests, money }: Props) {
  const [t, feed, common] = await Promise.all([
    getTranslations("auth.live"),
    getTranslations("feed"),
    getTranslations("common"),
  ]);
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="live" className="space-y-3">
      <h2 id="live" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <ul className="space-y-3">
        {requests.map(({ id, item, itemEmoji, photoUrl, raised, goal, ...boost }) => (
          <li key={id} className="relative flex gap-3 rounded-2xl border bg-card p-3 hover:bg-muted">
            {photoUrl === null ? (
              <span
                aria-hidden
                className="grid size-20 shrink-0 place-items-center rounded-xl bg-accent-soft text-[36px] leading-none"
              >
                {itemEmoji}
              </span>
            ) : (
              <RequestPhoto
                photoUrl={photoUrl}
                item={item}
                shape="thumbnail"
                className="shrink-0 rounded-xl"
              />
            )}
            <div className="flex min-w-0 flex-1 flex-col justify-center gap-1.5">
              <h3 className="line-clamp-2 leading-snug font-semibold [overflow-wrap:anywhere]">
                <a href={`/?request=${id}`} className="after:absolute after:inset-0 after:rounded-2xl">
                  {item}
                </a>
              </h3>
              <ProgressBar item={item} raised={raised} goal={goal} money={money} />
              <div className="flex flex-wrap items-center justify-between gap-x-2 text-sm tabular-nums">
                {common("raisedOf", { raised: money(raised), goal: money(goal) })}
                {isBoosted(boost, now()) && <Badge variant="accent">{feed("boosted")}</Badge>}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
