import { HandCoins, Heart, Landmark, PartyPopper, ShieldAlert, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/dates";
import { personHref } from "@/components/shared/person-name";
import type { FormatMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { ShownNotification } from "@/lib/domain/notifications/schema";
import type { AccountChange } from "@/lib/ground/vocabulary";
import { MarkReadButton } from "./mark-buttons";

const ICON = {
  donation: HandCoins,
  goal_completed: PartyPopper,
  refund: Undo2,
  account: ShieldAlert,
  payout: Landmark,
  thanks: Heart,
} as const;

/** The changes that concern how a person gets paid; the others are about signing in. */
const PAYOUT_CHANGES: ReadonlySet<AccountChange> = new Set(["payout_method", "paypal_email", "payout_card"]);

type Props = {
  notification: ShownNotification;
  money: FormatMoney;
  /** When the page was rendered, in milliseconds. */
  now: number;
};

/**
 * One notification. It links to the request as long as that is visible, to the donor if they are named, or to the
 * settings that were changed.
 */
export function NotificationItem({ notification, money, now }: Props) {
  const t = useTranslations("notifications");
  const { type, read, createdAt } = notification;
  const Icon = ICON[type];
  const { text, content } = useSentence(notification, money);
  return (
    <div
      className={cn(
        "relative flex gap-3 rounded-xl border default:bg-card p-3",
        !read && "border-primary/40 bg-secondary text-secondary-foreground",
      )}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className={cn("[overflow-wrap:anywhere]", !read && "font-medium")}>{content}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          <RelativeTime value={createdAt} now={now} />
          {!read && <Badge variant="primary">{t("new")}</Badge>}
        </p>
      </div>
      {!read && <MarkReadButton id={notification.id} about={text} />}
    </div>
  );
}

type Sentence = {
  text: string;
  /** The same with links. */
  content: ReactNode;
};

/** What happened, in a sentence (specification 2, Notifications). */
function useSentence(notification: ShownNotification, money: FormatMoney): Sentence {
  const t = useTranslations("notifications");
  const shared = useTranslations("shared");
  if (notification.accountChange !== null) {
    const { accountChange, device, network } = notification;
    const known = device && network ? "both" : device ? "device" : network ? "network" : "neither";
    const where = t("account.where", { known, device: device ?? "", network: network ?? "" });
    const isPayout = PAYOUT_CHANGES.has(accountChange);
    const advice = isPayout ? t("account.advice") : t("account.adviceSecurity");
    const text = [t(`account.changes.${accountChange}`), where, advice].filter(Boolean).join(" ");
    const href = isPayout ? "/profile#payment" : "/settings/security";
    return { text, content: <WholeLink href={href}>{text}</WholeLink> };
  }
  const amount = money(notification.amount);
  if (notification.payoutState !== null) {
    const state =
      notification.payoutState === "paid" || notification.payoutState === "failed"
        ? notification.payoutState
        : "on_the_way";
    const text = t(`payout.${state}`, { amount });
    return { text, content: <WholeLink href="/payouts">{text}</WholeLink> };
  }
  const title = notification.requestTitle;
  if (notification.type === "goal_completed") {
    return about(title === null ? t("completedOwn") : t("completed", { title }));
  }
  if (notification.type === "refund") {
    const reason = t(`refundReasons.${notification.reason ?? "requested"}`);
    if (notification.purchase) return about(t(`refundPurchase.${notification.purchase}`, { amount, reason }));
    return about(
      title === null ? t("refundOwn", { amount, reason }) : t("refund", { amount, title, reason }),
    );
  }
  const name = notification.donorErased ? null : notification.donorName;
  const nameless = notification.donorErased ? shared("deletedUser") : t("anonymous");
  const values = {
    donor: name === null ? nameless : `@${name}`,
    amount,
    title: title ?? "",
    progress: notification.progress ?? 0,
  };
  const key = title === null ? "donationOwn" : "donation";
  return {
    text: t.markup(key, { ...values, person: (chunks) => chunks, request: (chunks) => chunks }),
    content: t.rich(key, {
      ...values,
      person: (chunks) => (name === null ? chunks : <DonorLink username={name}>{chunks}</DonorLink>),
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

/** A link that covers the whole notification. */
function WholeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="after:absolute after:inset-0 after:rounded-xl">
      {children}
    </Link>
  );
}

function DonorLink({ username, children }: { username: string; children: ReactNode }) {
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
