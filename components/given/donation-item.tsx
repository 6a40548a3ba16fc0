import { ChevronDown, FileDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Breakdown } from "@/components/donate/breakdown";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DateText } from "@/components/shared/dates";
import { Quote } from "@/components/shared/quote";
import { TakeBack } from "@/components/shared/take-back";
import type { FormatMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ShownDonation } from "@/lib/domain/given/schema";
import { itemEmoji } from "@/lib/domain/requests/emoji-rules";
import { DonationSteps } from "./donation-steps";
import { ShowDonor } from "./show-donor";

type Props = { donation: ShownDonation; isAnonymousProfile: boolean; money: FormatMoney };

/** A donation of one's own: what it was for and its step; folded away, everything else about it. */
export function DonationItem({ donation, isAnonymousProfile, money }: Props) {
  const t = useTranslations("gifts");
  const shared = useTranslations("shared");
  const steps = useTranslations("give.receipt.steps");
  const { donationId, request, amount, left, recipientUsername, message, thanksEmoji, canTakeBackUntil } =
    donation;
  const last = donation.steps.at(-1);
  return (
    <Card className="py-3!">
      <details className="group">
        <summary className="flex cursor-pointer items-center gap-3">
          <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-xl bg-muted text-[24px] leading-none">
            {request?.photoUrl ? (
              <RequestPhoto photoUrl={request.photoUrl} item={request.item} shape="tile" />
            ) : (
              <span aria-hidden>{request ? itemEmoji(request.item, request.id) : "🎁"}</span>
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap justify-between gap-x-3 font-semibold [overflow-wrap:anywhere]">
              <span>{request?.item ?? shared("deletedRequest")}</span>
              <span className="tabular-nums">{money(amount)}</span>
            </span>
            <span className="block text-sm text-muted-foreground [overflow-wrap:anywhere]">
              {recipientUsername === null ? shared("deletedUser") : `@${recipientUsername}`}
              {last && (
                <>
                  {" · "}
                  {donation.isRefundDue ? t("refundDue") : steps(last.step)}
                  {", "}
                  <DateText value={last.at} />
                </>
              )}
            </span>
          </span>
          {thanksEmoji !== null && (
            <span role="img" aria-label={t("thanked")} className="text-xl">
              {thanksEmoji}
            </span>
          )}
          <ChevronDown aria-hidden className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <div className="mt-4 space-y-4">
          <DonationSteps steps={donation.steps} />
          {left < amount && <p>{t("partLeft", { amount: money(left) })}</p>}
          {message !== null && <Quote>{message}</Quote>}
          <Breakdown
            money={money}
            amounts={{ donationAmount: amount, serviceFee: donation.serviceFee, totalAmount: donation.total }}
          />
          <p className="text-sm text-muted-foreground">
            {t(donation.anonymous ? "isAnonymous" : "isOpen")} {isAnonymousProfile && t("profileAnonymous")}
          </p>
          <div className="flex flex-wrap gap-2">
            {request && (
              <Button asChild variant="outline">
                <Link href={`/?request=${request.id}`} prefetch={false}>
                  {t("see")}
                </Link>
              </Button>
            )}
            <Button asChild variant="outline">
              <a href={`/api/gifts/${donationId}/receipt`} download>
                <FileDown aria-hidden />
                {t("receiptFile")}
              </a>
            </Button>
            <Button asChild variant="ghost">
              <Link href={`/open-books/check?donationId=${donationId}`} prefetch={false}>
                {t("inBooks")}
              </Link>
            </Button>
            {!isAnonymousProfile && <ShowDonor donationId={donationId} anonymous={donation.anonymous} />}
          </div>
          {canTakeBackUntil !== null && <TakeBack donationId={donationId} until={canTakeBackUntil} />}
        </div>
      </details>
    </Card>
  );
}
