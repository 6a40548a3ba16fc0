import {
  Flag,
  Gauge,
  HandCoins,
  HandHeart,
  HandHelping,
  Heart,
  Landmark,
  Megaphone,
  PartyPopper,
  Scale,
  ShieldAlert,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RequestPhoto } from "@/components/photos/request-photo";
import { ReportLink } from "@/components/safety/report-link";
import { RelativeTime } from "@/components/shared/dates";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { personHref } from "@/components/shared/person-name";
import { ProgressBar } from "@/components/shared/progress-bar";
import { Quote } from "@/components/shared/quote";
import type { FormatMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { ShownNotification } from "@/lib/domain/messages/schema";
import { type AccountChange, NOTIFICATIONS } from "@/lib/ground/vocabulary";
import { MarkReadButton } from "./mark-buttons";
import { SayThanks } from "./say-thanks";

const ICON = {
  donation: HandCoins,
  goal_completed: PartyPopper,
  refund: Undo2,
  account: ShieldAlert,
  payout: Landmark,
  thanks: Heart,
  report: Flag,
  decision: Scale,
  arrived: HandHeart,
  update: Megaphone,
  asked: HandHelping,
  limit_near: Gauge,
  limit_passed: Gauge,
} as const;

/** The changes that concern how a person gets paid; the others are about signing in. */
const PAYOUT_CHANGES: ReadonlySet<AccountChange> = new Set(["payout_method", "paypal_email", "payout_card"]);

type Props = {
  notification: ShownNotification;
  money: FormatMoney;
  /** When the page was rendered, in milliseconds. */
  now: number;
  /** Shown where the request has no photo. */
  itemEmoji: string | null;
};

/**
 * One notification, with the faces and the picture of what it is about. It links to the request as long as that is
 * visible, to the person if they are named, or to the settings that were changed. The reader of a donation can say
 * thanks for it.
 */
export function NotificationItem({ notification, money, now, itemEmoji }: Props) {
  const t = useTranslations("notifications");
  const { id, type, read, createdAt, reason, emoji, message } = notification;
  const { text, content } = useSentence(notification, money);
  const sentence = `notification-${id}`;
  return (
    <div
      className={cn(
        "relative grid grid-cols-[auto_1fr] gap-x-3 rounded-xl border default:bg-card p-3",
        !read && "border-primary/40 bg-secondary text-secondary-foreground",
      )}
    >
      <Face notification={notification} />
      <div className="min-w-0 space-y-2">
        <div>
          <p id={sentence} className={cn("[overflow-wrap:anywhere]", !read && "font-medium")}>
            {content}
          </p>
          <div className="mt-2 flex min-h-6 items-center gap-2 text-sm text-muted-foreground">
            <RelativeTime value={createdAt} now={now} />
            {!read && (
              <>
                <Badge variant="primary">{t("new")}</Badge>
                <MarkReadButton id={id} about={text} />
              </>
            )}
          </div>
        </div>
        {message && (
          <div>
            <Quote>{message.text}</Quote>
            <span className="relative z-10">
              <ReportLink kind="message" id={message.id} />
            </span>
          </div>
        )}
        <RequestNow notification={notification} money={money} itemEmoji={itemEmoji} />
        {type === "donation" && reason === null && <SayThanks id={id} emoji={emoji} about={sentence} />}
        {type === "donation" && reason !== null && (
          <p className="text-sm text-muted-foreground">{t("thanks.gone")}</p>
        )}
      </div>
    </div>
  );
}

/** Who gave, thanked or posted, with what they did; without a person an icon of what happened. */
function Face({ notification: { type, person, emoji } }: { notification: ShownNotification }) {
  const Icon = ICON[type];
  if (NOTIFICATIONS[type].by === null) {
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
    );
  }
  return (
    <span className="relative h-fit">
      <PersonAvatar avatar={person?.avatar ?? null} imageUrl={person?.profileImageUrl ?? null} />
      <span
        aria-hidden
        className={cn(
          "absolute -right-1 -bottom-1 grid place-items-center rounded-full bg-accent-soft leading-none text-accent-foreground ring-2 ring-card",
          type === "thanks" ? "size-7 text-lg" : "size-5.5",
        )}
      >
        {type === "thanks" ? emoji : <Icon className="size-3.5" />}
      </span>
    </span>
  );
}

/** The request: its picture, and a bar as far as the sentence says, or else as it is now. */
function RequestNow({ notification, money, itemEmoji }: Omit<Props, "now">) {
  const { request, requestTitle, progress } = notification;
  if (request === null || requestTitle === null) return null;
  const raised = progress === null ? request.raised : Math.round((request.goal * progress) / 100);
  return (
    <div className="flex items-center gap-3">
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-accent-soft text-[24px] leading-none">
        {request.photoUrl === null ? (
          <span aria-hidden>{itemEmoji}</span>
        ) : (
          <RequestPhoto photoUrl={request.photoUrl} item={requestTitle} shape="tile" />
        )}
      </span>
      <ProgressBar item={requestTitle} raised={raised} goal={request.goal} money={money} />
    </div>
  );
}

/** The sentences that begin with a person; the second where the request is not shown any more. */
const KEYS = {
  donation: ["donation", "donationOwn"],
  thanks: ["thankedBy", "thankedByOwn"],
  update: ["posted.update", "posted.own"],
  asked: ["asked", "askedOwn"],
} as const;

type Sentence = {
  text: string;
  /** The same with links. */
  content: ReactNode;
};

/** What happened, in a sentence (specification 2, Notifications). */
function useSentence(notification: ShownNotification, money: FormatMoney): Sentence {
  const t = useTranslations("notifications");
  const shared = useTranslations("shared");
  const { type, post, requestTitle: title } = notification;
  if (type === "account") {
    const { device, network } = notification;
    // No other kind has one.
    const accountChange = notification.accountChange as AccountChange;
    const known = device && network ? "both" : device ? "device" : network ? "network" : "neither";
    const where = t("account.where", { known, device: device ?? "", network: network ?? "" });
    const isPayout = PAYOUT_CHANGES.has(accountChange);
    const advice = isPayout ? t("account.advice") : t("account.adviceSecurity");
    const text = [t(`account.changes.${accountChange}`), where, advice].filter(Boolean).join(" ");
    return whole(text, isPayout ? "/profile#payment" : "/settings/security");
  }
  if (type === "report" || type === "decision") return whole(t(type), "/decisions");
  if (type === "limit_near" || type === "limit_passed") return whole(t(type), "/payouts");
  const amount = money(notification.amount);
  if (type === "payout") {
    const state =
      notification.payoutState === "paid" || notification.payoutState === "failed"
        ? notification.payoutState
        : "on_the_way";
    return whole(t(`payout.${state}`, { amount }), "/payouts");
  }
  if (type === "arrived") {
    return whole(title === null ? t("arrivedOwn", { amount }) : t("arrived", { amount, title }), "/gifts");
  }
  if (type === "goal_completed") {
    return about(title === null ? t("completedOwn") : t("completed", { title }));
  }
  if (type === "refund") {
    const reason = t(`refundReasons.${notification.reason ?? "requested"}`);
    if (notification.purchase) return about(t(`refundPurchase.${notification.purchase}`, { amount, reason }));
    return about(
      title === null ? t("refundOwn", { amount, reason }) : t("refund", { amount, title, reason }),
    );
  }
  const name = NOTIFICATIONS[type].by === "requester" ? notification.requesterName : notification.donorName;
  const nameless = notification.isPersonErased ? shared("deletedUser") : t("anonymous");
  const shown = name === null ? (notification.guestName ?? nameless) : `@${name}`;
  const values = {
    donor: shown,
    requester: shown,
    amount,
    title: title ?? "",
    progress: notification.progress ?? 0,
  };
  const [shownKey, ownKey] = KEYS[type];
  const key = title === null ? ownKey : post === null ? shownKey : (`posted.${post}` as const);
  return {
    text: t.markup(key, { ...values, person: (chunks) => chunks, request: (chunks) => chunks }),
    content: t.rich(key, {
      ...values,
      person: (chunks) => (name === null ? chunks : <PersonLink username={name}>{chunks}</PersonLink>),
      request,
    }),
  };

  function about(text: string): Sentence {
    return { text, content: title === null ? text : request(text) };
  }

  function request(chunks: ReactNode): ReactNode {
    return <WholeLink href={`/?request=${notification.requestId}`}>{chunks}</WholeLink>;
  }
}

/** A sentence that is one link. */
const whole = (text: string, href: string): Sentence => ({
  text,
  content: <WholeLink href={href}>{text}</WholeLink>,
});

/** A link that covers the whole notification. */
function WholeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="after:absolute after:inset-0 after:rounded-xl">
      {children}
    </Link>
  );
}

function PersonLink({ username, children }: { username: string; children: ReactNode }) {
  return (
    <Link
      href={personHref(username)}
      prefetch={false}
      className="relative z-10 font-semibold underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
