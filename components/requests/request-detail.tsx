import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ReportLink } from "@/components/safety/report-link";
import { DateText } from "@/components/shared/dates";
import { Delivered } from "@/components/shared/delivered";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonLink } from "@/components/shared/person-name";
import { ProgressBar } from "@/components/shared/progress-bar";
import { TierBadge } from "@/components/shared/tier-badge";
import type { DialogProps } from "@/components/shared/use-dialog";
import { useLiveRequest } from "@/components/shared/use-live";
import { useMoney } from "@/components/shared/use-money";
import { cn } from "@/components/ui/cn";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import type { Story } from "@/lib/domain/donors/story-schema";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { LANGUAGES } from "@/lib/ground/i18n/languages";
import { progressPercent } from "@/lib/ground/money";
import { DonateButton } from "./donate-button";
import { GoalReached } from "./goal-reached";
import { PayoutNote } from "./payout-mark";
import { PlaceMark } from "./place-mark";
import { RequestPicture } from "./request-picture";
import { RequestStory } from "./request-story";
import { SaveButton } from "./save-button";
import { ShareControl } from "./share-control";

type Props = DialogProps & {
  request: FundingRequest;
  viewerId: string;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  /** With the request as it is now. */
  onDonate: (request: FundingRequest) => void;
};

/** The request detail dialog (specification 2). On wide screens the picture is beside the money (D48). */
export function RequestDetail({ viewerId, renderedAt, onDonate, onClose, onClosed, ...rendered }: Props) {
  const t = useTranslations("request.detail");
  const story = useTranslations("request.story");
  const feed = useTranslations("feed");
  const { request } = useLiveRequest(rendered.request, renderedAt);
  const { id, item } = request;
  const isOwn = request.userId === viewerId;
  const [saved, setSaved] = useState<boolean | null>(null);
  const readSaved = useCallback((read: Story) => setSaved(read.saved), []);
  // A goal reached since: a longer label would move the button that somebody is about to press.
  const completionEmoji = request.isCompleted ? rendered.request.completionEmoji : null;
  return (
    <Modal
      onClose={onClose}
      onClosed={onClosed}
      className="lg:max-w-4xl"
      foot={
        <div className="flex flex-wrap gap-2 *:grow lg:justify-end lg:*:grow-0">
          {!isOwn && (
            <DonateButton
              request={request}
              label={t("donateNow")}
              className="min-h-12 text-lg lg:min-w-64"
              onDonate={() => onDonate(request)}
            />
          )}
          <SaveButton requestId={id} saved={saved} />
          <ShareControl
            requestId={id}
            item={item}
            isOwn={isOwn}
            label={completionEmoji === null ? t("share") : feed("shareGoal", { emoji: completionEmoji })}
          />
        </div>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr_auto_auto] lg:gap-x-8">
        <Requester user={request.user} />
        <RequestPicture
          request={request}
          shape="full"
          first
          className="rounded-xl lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:min-h-56"
        />
        <div className="space-y-4 lg:sticky lg:top-0 lg:col-start-2 lg:row-span-3 lg:row-start-2 lg:self-start">
          <Moved request={request} />
          <div className="space-y-2">
            <DialogTitle className="pr-0 [overflow-wrap:anywhere]">{item}</DialogTitle>
            <PlaceMark request={request} />
            <GoalReached request={request} />
          </div>
          <Money request={request} own={isOwn} />
          <PayoutNote request={request} />
        </div>
        <DialogDescription className="whitespace-pre-line text-popover-foreground [overflow-wrap:anywhere] lg:col-start-1 lg:row-start-3">
          {request.description}
        </DialogDescription>
        <section className="space-y-3 lg:col-start-1 lg:row-start-4">
          <h3 className="text-lg font-semibold">{story("title")}</h3>
          <RequestStory request={request} isOwn={isOwn} onRead={readSaved} />
        </section>
      </div>
      <p className="text-center text-sm text-muted-foreground">{t("shareHint")}</p>
      {!isOwn && (
        <p className="text-center">
          <ReportLink kind="request" id={id} />
        </p>
      )}
    </Modal>
  );
}

function Requester({ user }: { user: FundingRequest["user"] }) {
  const t = useTranslations("request.detail");
  const money = useMoney();
  const given =
    user.totalGiven === null
      ? t("givenHidden")
      : user.totalGiven > 0
        ? t("givenSoFar", { amount: money(user.totalGiven) })
        : t("newUser");
  return (
    <div className="flex items-center gap-3 pr-10 lg:col-start-2">
      <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 font-semibold">
          {user.username ? <PersonLink person={user} /> : t("unknownUser")}
          <TierBadge tier={user.subscriptionTier} className="shrink">{`${t("premium")} · `}</TierBadge>
        </div>
        <p className="text-sm text-muted-foreground">{given}</p>
        <Delivered delivered={user.delivered} />
      </div>
    </div>
  );
}

/** The progress of a request, the amount first. Always four figures, so that none is alone in its line. */
function Money({ request, own }: { request: FundingRequest; own: boolean }) {
  const t = useTranslations("request.detail");
  const money = useMoney();
  const locale = useLocale();
  const { item, raised, goal } = request;
  const percent = new Intl.NumberFormat(LANGUAGES[locale].region, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(progressPercent(raised, goal));
  return (
    <div className="space-y-3 rounded-xl bg-muted p-4 tabular-nums">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <dl>
          <Figure name={t("raised")} className="text-2xl leading-tight font-bold text-primary lg:text-3xl">
            {money(raised)}
          </Figure>
        </dl>
        <p className="font-semibold">
          {raised === 0 && !own ? t("beFirst") : t("percentReached", { percent })}
        </p>
      </div>
      <ProgressBar item={item} raised={raised} goal={goal} money={money} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7rem,40%)),1fr))] gap-x-4 gap-y-2">
        <Figure name={t("goal")}>{money(goal)}</Figure>
        {raised < goal && <Figure name={t("remaining")}>{money(goal - raised)}</Figure>}
        <Figure name={t("donations")}>{request.givers}</Figure>
        <Figure name={t("created")}>
          <DateText value={request.createdAt} />
        </Figure>
        {request.completedAt && (
          <Figure name={t("reached")}>
            <DateText value={request.completedAt} />
          </Figure>
        )}
      </dl>
    </div>
  );
}

function Figure({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className={cn("default:text-lg default:font-semibold", className)}>{children}</dd>
    </div>
  );
}

/** The time between two announcements. */
const PAUSE_MS = 5_000;

type MovedProps = { request: Pick<FundingRequest, "raised" | "goal"> };

/** Tells screen readers that somebody gave to the request that is open, but does not interrupt what they read. */
function Moved({ request: { raised, goal } }: MovedProps) {
  const t = useTranslations("request.detail");
  const money = useMoney();
  const [said, setSaid] = useState<number | null>(null);
  const last = useRef({ raised, at: 0 });

  useEffect(() => {
    if (raised <= last.current.raised) {
      last.current.raised = raised;
      return;
    }
    const say = () => {
      last.current = { raised, at: Date.now() };
      setSaid(raised);
    };
    const timer = setTimeout(say, last.current.at + PAUSE_MS - Date.now());
    return () => clearTimeout(timer);
  }, [raised]);

  return (
    <p role="status" className="sr-only">
      {said !== null && t(said < goal ? "moved" : "movedToGoal", { raised: money(said), goal: money(goal) })}
    </p>
  );
}
