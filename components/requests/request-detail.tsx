import { useLocale, useTranslations } from "next-intl";
import { RequestPhoto } from "@/components/photos/request-photo";
import { DateText } from "@/components/shared/dates";
import { PersonAvatar } from "@/components/shared/person-avatar";
import { PersonLink } from "@/components/shared/person-name";
import { ProgressBar } from "@/components/shared/progress-bar";
import { useMoney } from "@/components/shared/use-money";
import { Badge } from "@/components/ui/badge";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { LANGUAGES } from "@/lib/ground/i18n/languages";
import { progressPercent } from "@/lib/ground/money";
import { DonateButton } from "./donate-button";
import { GoalReached } from "./goal-reached";
import { PayoutNote } from "./payout-mark";
import { ShareControl } from "./share-control";

type Props = {
  request: FundingRequest;
  viewerId: string;
  appUrl: string;
  onDonate: () => void;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** The request detail dialog (specification 2). */
export function RequestDetail({ request, viewerId, appUrl, onDonate, onClose, onClosed }: Props) {
  const t = useTranslations("request.detail");
  const money = useMoney();
  const locale = useLocale();
  const missing = request.goal - request.raised;
  const percent = new Intl.NumberFormat(LANGUAGES[locale].region, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(progressPercent(request.raised, request.goal));

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed}>
        <Requester user={request.user} />
        <RequestPhoto
          photoUrl={request.photoUrl}
          item={request.item}
          shape="full"
          first
          className="rounded-xl"
        />
        <div className="space-y-2">
          <DialogTitle className="pr-0 [overflow-wrap:anywhere]">{request.item}</DialogTitle>
          <GoalReached request={request} />
          <DialogDescription className="whitespace-pre-line text-popover-foreground [overflow-wrap:anywhere]">
            {request.description}
          </DialogDescription>
        </div>
        <div className="space-y-3 rounded-xl bg-muted p-4">
          <ProgressBar item={request.item} raised={request.raised} goal={request.goal} money={money} />
          <p className="font-semibold">{t("percentReached", { percent })}</p>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 tabular-nums">
            <Figure name={t("raised")} value={money(request.raised)} />
            <Figure name={t("goal")} value={money(request.goal)} />
            {missing > 0 && <Figure name={t("remaining")} value={money(missing)} />}
          </dl>
        </div>
        <p className="text-sm text-muted-foreground">
          {t.rich("createdOn", { date: () => <DateText value={request.createdAt} /> })}
        </p>
        <div className="flex flex-wrap gap-2 *:grow *:whitespace-nowrap">
          <DonateButton
            request={request}
            viewerId={viewerId}
            label={t("donateNow")}
            className="min-h-12 text-lg"
            onDonate={onDonate}
          />
          <ShareControl requestId={request.id} item={request.item} appUrl={appUrl} label={t("share")} />
        </div>
        <PayoutNote request={request} />
        <p className="text-center text-sm text-muted-foreground">{t("shareHint")}</p>
      </DialogContent>
    </Dialog>
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
    <div className="flex items-center gap-3 pr-10">
      <PersonAvatar avatar={user.avatar} imageUrl={user.profileImageUrl} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 font-semibold">
          {user.username ? <PersonLink person={user} /> : t("unknownUser")}
          {user.isPremium && <Badge variant="primary">{t("premium")}</Badge>}
        </div>
        <p className="text-sm text-muted-foreground">{given}</p>
      </div>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}
