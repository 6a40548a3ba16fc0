import {
  CircleCheck,
  CircleX,
  Hourglass,
  Landmark,
  type LucideIcon,
  MessageCircleQuestion,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { DateText } from "@/components/shared/dates";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { StandingCode } from "@/lib/domain/holds/standing-rules";
import type { Payee } from "@/lib/domain/payouts/schema";
import type { PayoutMethod } from "@/lib/ground/vocabulary";
import { CheckNowButton } from "./buttons";

const WAITING = { icon: Hourglass, className: "bg-muted" };
const ASKED = { icon: MessageCircleQuestion, className: "bg-accent-soft text-accent-foreground" };

type Face = {
  icon: LucideIcon;
  className: string;
  /** What a person sees of a provider's question, or changed themselves, may have changed there since. */
  mayHaveChanged?: true;
};

const FACES: Record<StandingCode, Face> = {
  unpayable: { icon: Landmark, className: "bg-muted" },
  start: { icon: Landmark, className: "bg-muted" },
  continue: { ...ASKED, icon: Landmark, mayHaveChanged: true },
  checking: { ...WAITING, mayHaveChanged: true },
  asked: { ...ASKED, mayHaveChanged: true },
  stopped: { ...ASKED, icon: CircleX },
  payout_failed: { ...ASKED, mayHaveChanged: true },
  held: WAITING,
  review: WAITING,
  delayed: WAITING,
  ready: { icon: CircleCheck, className: "bg-success text-success-foreground" },
};

type Props = {
  payee: Payee;
  method: PayoutMethod | null;
  /** The operator's e-mail address; null where no mail is sent. */
  contact: string | null;
};

/** Whether a person can be paid out, why not, and what they can do about it (payouts.md, Screens; trust 46). */
export function PayeeFace({ payee, method, contact }: Props) {
  const t = useTranslations("gettingPaid");
  const { standing } = payee;
  const { icon: Icon, className, mayHaveChanged } = FACES[standing];
  return (
    <div className="space-y-3">
      <div className={cn("flex gap-3 rounded-xl p-3", className)}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 space-y-1">
          <h3 className="font-semibold">
            {t(`faces.${standing === "unpayable" ? "start" : standing}.title`)}
          </h3>
          <p>
            <FaceText payee={payee} method={method} contact={contact} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden *:flex-1 *:whitespace-nowrap">
        <FaceAction payee={payee} contact={contact} />
        {mayHaveChanged && <CheckNowButton isRetry={standing === "payout_failed"} />}
      </div>
    </div>
  );
}

function FaceText({ payee, method, contact }: Props) {
  const t = useTranslations("gettingPaid");
  const { standing, by, waitsUntil, bankLast4 } = payee;
  if (standing === "unpayable") return t(`unpayable.${method === "paypal" ? "paypal" : "card"}`);
  if (standing === "ready") {
    const to = by === "paypal" ? by : bankLast4 === null ? "bank" : "digits";
    return t("faces.ready.text", { to, last4: bankLast4 ?? "" });
  }
  const isDated = standing === "asked" || standing === "held" || standing === "delayed";
  if (isDated && waitsUntil !== null) {
    return t.rich(`faces.${standing}.until`, { date: () => <DateText value={waitsUntil} /> });
  }
  if (standing === "delayed") return null;
  return t(`faces.${standing}.text`, { by: by ?? "", canWrite: String(contact !== null) });
}

function FaceAction({ payee: { standing, by }, contact }: Pick<Props, "payee" | "contact">) {
  const t = useTranslations("gettingPaid");
  if (standing === "stopped") {
    return contact === null ? null : (
      <Button asChild variant="outline">
        <a href={`mailto:${contact}`}>{t("faces.stopped.action")}</a>
      </Button>
    );
  }
  // There is nothing to do.
  if (standing === "checking" || standing === "held" || standing === "review" || standing === "delayed")
    return null;
  if (by === "paypal") return null;
  return (
    <Button asChild variant={standing === "ready" ? "outline" : "default"}>
      <Link href="/payouts/start" prefetch={false}>
        {standing === "unpayable" ? t("unpayable.action") : t(`faces.${standing}.action`)}
      </Link>
    </Button>
  );
}
