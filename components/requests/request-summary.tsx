import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { ProgressBar } from "@/components/shared/progress-bar";
import type { FormatMoney } from "@/components/shared/use-money";
import { cn } from "@/components/ui/cn";
import { FACES_ON_CARD } from "@/lib/domain/donors/rules";
import type { Face } from "@/lib/domain/donors/schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { MINUTE } from "@/lib/ground/durations";
import { progressPercent } from "@/lib/ground/money/format";
import { BoostedLabel } from "./boosted-label";
import { isBoosted } from "./is-boosted";
import { PayoutMark } from "./payout-mark";
import { PlaceMark } from "./place-mark";
import { RequestPicture } from "./request-picture";

type Props = {
  /** `band`: within how many kilometres it is of where somebody looks for requests. */
  request: FundingRequest & { band?: number | null };
  money: FormatMoney;
  /** It is among those that fill the first screen. */
  first: boolean;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** Of those who gave. */
  faces: readonly Face[];
  /** The heading, with the link or button that opens the request. */
  children: ReactNode;
  /** What a request says whose goal is reached. */
  reached?: ReactNode;
};

/** What a card shows of a request: picture, heading, description, labels, age, money and donations. */
export function RequestSummary({ request, money, first, renderedAt, faces, children, reached }: Props) {
  const t = useTranslations("feed");
  const { item, raised, goal } = request;
  return (
    <>
      <RequestPicture
        request={request}
        first={first}
        className="-mx-4 w-[calc(100%+32px)] max-w-none grow first:-mt-4 sm:-mx-5 sm:w-[calc(100%+40px)] sm:first:-mt-5"
      />
      <div className="flex flex-col gap-1.5">
        {children}
        <p className="line-clamp-2 text-muted-foreground [@media(max-height:799px)]:line-clamp-1 [overflow-wrap:anywhere]">
          {request.description}
        </p>
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          {isBoosted(request, new Date(renderedAt)) && <BoostedLabel />}
          {raised < goal && <PayoutMark request={request} />}
          <PlaceMark request={request} />
          <Age createdAt={request.createdAt} renderedAt={renderedAt} />
        </div>
      </div>
      <div className="mt-auto space-y-2 tabular-nums">
        <p className="flex items-baseline justify-between gap-3">
          <span>
            <strong className="text-2xl font-bold text-primary">{money(raised)}</strong>{" "}
            <span className="text-muted-foreground">{t("ofGoal", { goal: money(goal) })}</span>
          </span>
          <Percent raised={raised} goal={goal} />
        </p>
        <ProgressBar item={item} raised={raised} goal={goal} money={money} />
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <Donations count={request.givers} faces={faces} />
          {raised < goal ? (
            <p className="font-semibold">{t("toGo", { amount: money(goal - raised) })}</p>
          ) : (
            reached
          )}
        </div>
      </div>
    </>
  );
}

function Percent({ raised, goal }: { raised: number; goal: number }) {
  const format = useFormatter();
  const whole = Math.floor(progressPercent(raised, goal));
  return <strong className="text-lg font-bold">{format.number(whole / 100, { style: "percent" })}</strong>;
}

/** How long ago it was asked, as of when the page was rendered: the server and the browser write the same. */
function Age({ createdAt, renderedAt }: { createdAt: string; renderedAt: number }) {
  const common = useTranslations("common");
  const format = useFormatter();
  const at = Date.parse(createdAt);
  return (
    <time dateTime={createdAt} className="text-sm text-muted-foreground">
      {renderedAt - at < MINUTE ? common("justNow") : format.relativeTime(at, renderedAt)}
    </time>
  );
}

type DonationsProps = {
  count: number;
  /** Of those who gave and are shown. */
  faces: readonly Face[];
};

/** How many donations a request got, with a few of the faces; the others have the neutral avatar. */
function Donations({ count, faces }: DonationsProps) {
  const t = useTranslations("feed");
  const format = useFormatter();
  const circles = Array.from({ length: Math.min(FACES_ON_CARD, count) }, (_, n) => faces[n]);
  return (
    <p
      className={cn(
        "flex items-center gap-2 text-muted-foreground",
        // So that the button to donate of the first card is on the screen.
        count === 0 && "[@media(max-height:799px)]:hidden",
      )}
    >
      {count > 0 && (
        <span aria-hidden className="flex -space-x-1.5">
          {circles.map((face, place) => (
            <PersonAvatar
              // biome-ignore lint/suspicious/noArrayIndexKey: a face takes the place of a neutral avatar.
              key={place}
              avatar={face?.avatar ?? null}
              imageUrl={face?.profileImageUrl ?? null}
              size="sm"
              className="size-8 text-base ring-2 ring-card"
            />
          ))}
        </span>
      )}
      <span>
        {t("donations", { count })}
        {faces.length > 0 && (
          <span className="sr-only">
            , {t("donationsFrom", { names: format.list(faces.map(({ username }) => `@${username}`)) })}
          </span>
        )}
      </span>
    </p>
  );
}
