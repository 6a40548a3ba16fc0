import { PartyPopper, Rocket, Trash2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RequestPhoto } from "@/components/photos/request-photo";
import { ShareControl } from "@/components/requests/share-control";
import { DateText, DateTimeText } from "@/components/shared/dates";
import { Disclosure } from "@/components/shared/disclosure";
import { lazily } from "@/components/shared/lazily";
import { LazyPopover, PopoverButton } from "@/components/shared/popover-button";
import { ProgressBar } from "@/components/shared/progress-bar";
import { useAction } from "@/components/shared/use-action";
import { useChange } from "@/components/shared/use-change";
import { useLiveRequest } from "@/components/shared/use-live";
import { useMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import { chooseCompletionEmojiAction } from "@/lib/actions/requests";
import type { Delivery } from "@/lib/domain/posts/types";
import { boostedUntil, requestStatus } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { now } from "@/lib/ground/clock";
import type { BoostType, CompletionEmoji } from "@/lib/ground/vocabulary";
import { send } from "@/lib/web/http";
import { ApplyBoost } from "./apply-boost";
import { GivingControls } from "./giving-controls";

const STYLES = { completed: "success", closed: "neutral", active: "primary", inactive: "neutral" } as const;

type Props = {
  request: FundingRequest;
  /** How many boosts the person has. */
  boosts: Record<BoostType, number>;
  /** Null before any money of it arrived. */
  delivery: Delivery | null;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  onBoost: (boostType: BoostType, button: HTMLElement) => void;
  onDelete: (button: HTMLElement) => void;
};

/** One of the person's own requests; its title links to it. */
export function OwnRequest({ boosts, delivery, renderedAt, onBoost, onDelete, ...rendered }: Props) {
  const t = useTranslations("profile.requests");
  const common = useTranslations("common");
  const payout = useTranslations("request.payout");
  const money = useMoney();
  const { request } = useLiveRequest(rendered.request, renderedAt);
  const { id, item, raised, goal } = request;
  const status = requestStatus(request);
  const celebration = useCompletionEmoji(request);
  return (
    <Card className="flex flex-col gap-3 shadow-xs">
      <div className="space-y-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <h3 className="min-w-0 text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
            <Link
              href={`/?request=${id}`}
              className="flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {item}
            </Link>
          </h3>
          <Badge variant={STYLES[status]}>
            {celebration.emoji && <span aria-hidden>{celebration.emoji}</span>}
            {t(`status.${status}`)}
          </Badge>
        </div>
        <div className="flex gap-3">
          <RequestPhoto
            photoUrl={request.photoUrl}
            item={item}
            shape="thumbnail"
            className="shrink-0 rounded-lg"
          />
          <p className="line-clamp-3 text-muted-foreground [overflow-wrap:anywhere]">{request.description}</p>
        </div>
      </div>
      <div className="space-y-1.5">
        <ProgressBar item={item} raised={raised} goal={goal} money={money} />
        <p className="tabular-nums">{common("raisedOf", { raised: money(raised), goal: money(goal) })}</p>
      </div>
      <StoryFold request={request} />
      {request.givingOff && <p className="text-muted-foreground">{payout(`off.${request.givingOff}`)}</p>}
      <BoostStatus request={request} />
      {/* As rendered: a button that has the focus does not disappear. */}
      <ApplyBoost request={rendered.request} boosts={boosts} onBoost={onBoost} />
      {rendered.request.givers > 0 && <PostControls requestId={id} delivery={delivery} />}
      <GivingControls request={rendered.request} />
      {!request.isCompleted && <RevokeLink requestId={id} item={item} />}
      <div className="-mb-1 flex items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">
          {t.rich("createdOn", { date: () => <DateText value={request.createdAt} /> })}
        </p>
        <div className="-mr-2 flex shrink-0">
          {celebration.emoji && (
            <EmojiButton item={item} emoji={celebration.emoji} onChoose={celebration.choose} />
          )}
          <ShareControl requestId={id} item={item} isOwn />
          <Button
            variant="ghost"
            size="icon"
            className="text-destructive"
            aria-label={t("deleteItem", { item })}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => onDelete(currentTarget)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The emoji of a completed request (D22), shown as soon as it is chosen; null before the request is completed. */
function useCompletionEmoji({ id, completionEmoji }: FundingRequest) {
  const t = useTranslations("profile.requests.emoji");
  const { run } = useAction();
  const [chosen, setChosen] = useState<CompletionEmoji | null>(null);

  function choose(emoji: CompletionEmoji) {
    setChosen(emoji);
    run(() => chooseCompletionEmojiAction({ id, emoji }), {
      failed: { title: t("failed") },
      onFailed: () => setChosen(chosen),
    });
  }

  return { emoji: completionEmoji && (chosen ?? completionEmoji), choose };
}

type BoostStatusProps = { request: Pick<FundingRequest, "appliedBoostType" | "boostAppliedAt"> };

/**
 * The boost that was applied to a request, and until when it lasts (specification 2, My Requests); nothing without
 * one.
 */
function BoostStatus({ request }: BoostStatusProps) {
  const t = useTranslations("boosts.standing");
  const { appliedBoostType, boostAppliedAt } = request;
  if (!appliedBoostType || !boostAppliedAt) return null;
  const until = boostedUntil(appliedBoostType, new Date(boostAppliedAt));
  const running = until > now();
  return (
    <Badge
      variant={running ? (appliedBoostType === "normal" ? "gold" : "diamond") : "neutral"}
      className="max-w-full shrink rounded-xl"
    >
      <Rocket aria-hidden className="shrink-0" />
      <span>
        {t.rich(`${appliedBoostType}.${running ? "running" : "over"}`, {
          moment: () => <DateTimeText value={until.toISOString()} />,
        })}
      </span>
    </Badge>
  );
}

const EmojiChoices = lazily(
  () => import("./emoji-choices"),
  "EmojiChoices",
  () => <Skeleton className="h-23 w-47" />,
);

type EmojiButtonProps = { item: string; emoji: string; onChoose: (emoji: CompletionEmoji) => void };

/** Offers other ways to celebrate a completed request (D22). */
function EmojiButton({ item, emoji, onChoose }: EmojiButtonProps) {
  const t = useTranslations("profile.requests.emoji");
  return (
    <PopoverButton
      trigger={(trigger) => (
        <Button variant="ghost" size="icon" aria-label={t("change", { item })} {...trigger}>
          <PartyPopper aria-hidden />
        </Button>
      )}
      popover={(place) => (
        <LazyPopover {...place} label={t("title")} align="end" className="w-auto">
          <p className="mb-1 px-1 font-semibold">{t("title")}</p>
          <EmojiChoices emoji={emoji} onChoose={onChoose} />
        </LazyPopover>
      )}
    />
  );
}

/** Revokes the link by which others give without an account (giving.md); sharing makes another one. */
function RevokeLink({ requestId, item }: { requestId: string; item: string }) {
  const t = useTranslations("profile.requests.giftLink");
  const { busy, change } = useChange();
  const revoke = () =>
    change(async () => {
      await send("DELETE", `/api/requests/${requestId}/gift-link`);
      toast({ title: t("revoked"), description: t("another"), variant: "success" });
    });

  return (
    <Button
      variant="link"
      className="self-start px-0"
      pending={busy}
      aria-label={t("revokeItem", { item })}
      onClick={() => void revoke()}
    >
      {t("revoke")}
    </Button>
  );
}

const PostControls = lazily(
  () => import("./post-controls"),
  "PostControls",
  () => <Skeleton className="h-24" />,
);

const RequestStory = lazily(
  () => import("@/components/requests/request-story"),
  "RequestStory",
  () => <Skeleton className="h-60" />,
);

/** The story of a request, folded to a line; it is read when it is first opened. */
function StoryFold({ request }: { request: FundingRequest }) {
  const t = useTranslations("request.story");
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      summary={t("title")}
      summaryClass="font-medium"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {opened && (
        <div className="pt-1 pb-2">
          <RequestStory request={request} isOwn />
        </div>
      )}
    </Disclosure>
  );
}
