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
import type { Payee } from "@/lib/domain/payouts/schema";
import type { PayeeState, PayoutMethod } from "@/lib/ground/vocabulary";
import { CheckNowButton } from "./check-now-button";

type Face = "start" | "continue" | "checking" | "ready" | "asked" | "stopped";

const FACE: Record<PayeeState, Face> = {
  none: "start",
  started: "continue",
  checking: "checking",
  ready: "ready",
  asked: "asked",
  stopped: "stopped",
  closed: "start",
};

const LOOKS: Record<Face, { icon: LucideIcon; className: string }> = {
  start: { icon: Landmark, className: "bg-muted" },
  continue: { icon: Landmark, className: "bg-accent-soft text-accent-foreground" },
  checking: { icon: Hourglass, className: "bg-muted" },
  ready: { icon: CircleCheck, className: "bg-success text-success-foreground" },
  asked: { icon: MessageCircleQuestion, className: "bg-accent-soft text-accent-foreground" },
  stopped: { icon: CircleX, className: "bg-accent-soft text-accent-foreground" },
};

type Props = {
  payee: Payee;
  method: PayoutMethod | null;
  /** The operator's e-mail address; null where no mail is sent. */
  contact: string | null;
};

/** Whether a person can be paid out, and what they can do about it: one of six faces (payouts.md, Screens). */
export function PayeeFace({ payee, method, contact }: Props) {
  const t = useTranslations("gettingPaid.faces");
  const face = FACE[payee.state];
  const { icon: Icon, className } = LOOKS[face];
  const mayHaveChanged = face === "continue" || face === "checking" || face === "asked";
  return (
    <div className="space-y-3">
      <div className={cn("flex gap-3 rounded-xl p-3", className)}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 space-y-1">
          <h3 className="font-semibold">{t(`${face}.title`)}</h3>
          <p>
            <FaceText face={face} payee={payee} method={method} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden *:flex-1 *:whitespace-nowrap">
        <FaceAction face={face} method={method} contact={contact} />
        {mayHaveChanged && <CheckNowButton />}
      </div>
    </div>
  );
}

function FaceText({ face, payee, method }: Pick<Props, "payee" | "method"> & { face: Face }) {
  const t = useTranslations("gettingPaid.faces");
  const { waitsUntil, bankLast4 } = payee;
  if (face === "ready") {
    const to = bankLast4 !== null ? "digits" : method === "paypal" ? "paypal" : "bank";
    return t("ready.text", { to, last4: bankLast4 ?? "" });
  }
  if (face === "asked" && waitsUntil !== null) {
    return t.rich("asked.until", { date: () => <DateText value={waitsUntil} /> });
  }
  return t(`${face}.text`);
}

function FaceAction({ face, method, contact }: Pick<Props, "method" | "contact"> & { face: Face }) {
  const t = useTranslations("gettingPaid.faces");
  if (face === "checking" || (face === "ready" && method === "paypal")) return null;
  if (face === "stopped") {
    return contact === null ? null : (
      <Button asChild variant="outline">
        <a href={`mailto:${contact}`}>{t("stopped.action")}</a>
      </Button>
    );
  }
  return (
    <Button asChild variant={face === "ready" ? "outline" : "default"}>
      <Link href="/payouts/start" prefetch={false}>
        {t(`${face}.action`)}
      </Link>
    </Button>
  );
}
