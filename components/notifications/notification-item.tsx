import { HandCoins, PartyPopper, ShieldAlert, Undo2 } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { Moment } from "@/components/shared/dates";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { ShownNotification } from "@/lib/domain/notifications/schema";
import { formatMoney } from "@/lib/money";
import { MarkReadButton } from "./mark-read-button";

const ICON = {
  donation: HandCoins,
  goal_completed: PartyPopper,
  refund: Undo2,
  account: ShieldAlert,
} as const;

type Props = {
  notification: ShownNotification;
  currency: string;
  /** The moment the page was made, in milliseconds. */
  now: number;
};

/** One thing that happened; it leads to the request as long as that can be seen, or to the settings that were changed. */
export function NotificationItem({ notification, currency, now }: Props) {
  const t = useTranslations("notifications");
  const { type, read, createdAt } = notification;
  const Icon = ICON[type];
  const text = useSentence(notification, currency);
  const href = hrefOf(notification);
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
        <p className={cn("[overflow-wrap:anywhere]", !read && "font-medium")}>
          {href === null ? (
            text
          ) : (
            <Link href={href} className="after:absolute after:inset-0 after:rounded-xl">
              {text}
            </Link>
          )}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          <Moment value={createdAt} now={now} />
          {!read && <Badge variant="primary">{t("new")}</Badge>}
        </p>
      </div>
      {!read && <MarkReadButton id={notification.id} about={text} />}
    </div>
  );
}

function hrefOf({ type, requestId, requestTitle }: ShownNotification): string | null {
  if (type === "account") return "/profile#payment";
  return requestTitle === null ? null : `/?request=${requestId}`;
}

/** What happened, in a sentence (specification 2, Notifications). */
function useSentence(notification: ShownNotification, currency: string): string {
  const t = useTranslations("notifications");
  const shared = useTranslations("shared");
  const locale = useLocale();
  if (notification.accountChange !== null) {
    const { accountChange, device, network } = notification;
    const known = device && network ? "both" : device ? "device" : network ? "network" : "neither";
    const where = t("account.where", { known, device: device ?? "", network: network ?? "" });
    return [t(`account.changes.${accountChange}`), where, t("account.advice")].filter(Boolean).join(" ");
  }
  const amount = formatMoney(notification.amount, locale, currency);
  const title = notification.requestTitle;
  if (notification.type === "goal_completed") {
    return title === null ? t("completedOwn") : t("completed", { title });
  }
  if (notification.type === "refund") {
    const reason = t(`refundReasons.${notification.reason ?? "requested"}`);
    if (notification.purchase) return t(`refundPurchase.${notification.purchase}`, { amount, reason });
    return title === null ? t("refundOwn", { amount, reason }) : t("refund", { amount, title, reason });
  }
  const donor = notification.donorErased ? shared("deletedUser") : (notification.donorName ?? t("anonymous"));
  const progress = notification.progress ?? 0;
  return title === null
    ? t("donationOwn", { donor, amount, progress })
    : t("donation", { donor, amount, title, progress });
}
