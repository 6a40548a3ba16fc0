import Link from "next/link";
import { useTranslations } from "next-intl";
import { RequestPhoto } from "@/components/photos/request-photo";
import { ReportLink } from "@/components/safety/report-link";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonName } from "@/components/shared/person-name";
import { ProgressBar } from "@/components/shared/progress-bar";
import { TierBadge } from "@/components/shared/tier-badge";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { SharedRequest } from "@/lib/domain/requests/schema";

type Props = {
  request: SharedRequest;
  money: FormatMoney;
  /** Its goal is not reached, or it goes on beyond it (D26). */
  takesMore: boolean;
  /** Of its gift link; null without one: then giving begins with an account. */
  giftPath: string | null;
};

/** The request a share link leads to, to read before signing in (D32). */
export function RequestPreview({ request, money, takesMore, giftPath }: Props) {
  const t = useTranslations("auth.preview");
  const { user } = request;
  return (
    <section aria-label={t("label")}>
      <Card tint={user?.subscriptionTier ?? "none"} className="space-y-3">
        <div className="flex items-center gap-2.5">
          <PersonAvatar avatar={user?.avatar ?? null} imageUrl={user?.profileImageUrl ?? null} size="sm" />
          {user ? (
            <PersonName person={user} className="flex-1" />
          ) : (
            <span className="flex-1 font-medium">{t("anonymous")}</span>
          )}
          {user && <TierBadge tier={user.subscriptionTier} />}
        </div>
        <RequestPhoto
          photoUrl={request.photoUrl}
          item={request.item}
          shape="card"
          first
          className="rounded-xl"
        />
        <h2 className="text-xl font-semibold">{request.item}</h2>
        <p className="line-clamp-6 whitespace-pre-line">{request.description}</p>
        <ProgressBar item={request.item} raised={request.raised} goal={request.goal} money={money} />
        <p className="text-sm tabular-nums">
          {t.rich("raised", {
            raised: () => money(request.raised),
            goal: () => money(request.goal),
            strong: (text) => <strong className="text-lg">{text}</strong>,
          })}
        </p>
        {request.isCompleted && <p className="text-sm font-medium">{t("completed")}</p>}
        {takesMore && request.givingOff === null && (
          <>
            <Button size="lg" className="w-full" asChild>
              <Link href={giftPath ?? registerPath(request.id)} prefetch={false}>
                {user ? t("give", { name: user.name || user.username }) : t("giveAnonymous")}
              </Link>
            </Button>
            {giftPath === null && <p className="text-center text-sm">{t("giveBack")}</p>}
            <p className="text-sm font-medium">{t("invite")}</p>
          </>
        )}
        <ReportLink kind="request" id={request.id} />
      </Card>
    </section>
  );
}

const registerPath = (id: string) =>
  `/auth?${new URLSearchParams({ next: `/?request=${id}`, tab: "register" })}#account`;
