import Link from "next/link";
import { useTranslations } from "next-intl";
import { Breakdown } from "@/components/donate/breakdown";
import { SoundHere } from "@/components/settings/sound-here";
import { Confetti } from "@/components/shared/confetti";
import { nameInFull } from "@/components/shared/person-name";
import { TakeBack } from "@/components/shared/take-back";
import type { FormatMoney } from "@/components/shared/use-money";
import { TabPending } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import type { PaymentOutcome } from "@/lib/domain/donations/types";
import { env } from "@/lib/ground/env";
import { PaidMark, RefreshOthers, ReplaceAddress } from "./after-payment";
import { OutcomeMark } from "./outcome-mark";
import { Recheck } from "./recheck";
import { type Thanks, ThankYou } from "./thank-you";

const HEADING = {
  succeeded: "yourPayment",
  processing: "yourPayment",
  at_bank: "yourPayment",
  failed: "notCharged",
  refunded: "goesBack",
} as const;

type Props = {
  outcome: PaymentOutcome;
  /** What the donation did; null for anybody but its donor, and while it is not credited. */
  thanks: Thanks | null;
  paymentId: string;
  money: FormatMoney;
};

/** How a donation ended, in words and amounts (D26, D35). */
export function DonationOutcome({ outcome, thanks, paymentId, money }: Props) {
  const { state } = outcome;
  const approvalUrl = state === "failed" ? outcome.approvalUrl : null;
  return (
    <div className="mx-auto flex max-w-md flex-col gap-5 pb-6">
      <RefreshOthers />
      {state === "succeeded" && <Confetti id={paymentId} isGoal={thanks?.hasCompleted ?? false} />}
      {thanks ? <ThankYou thanks={thanks} money={money} /> : <Summary outcome={outcome} money={money} />}
      <Receipt outcome={outcome} money={money} number={thanks?.receiptNumber ?? null} />
      {thanks?.takeableUntil && outcome.state === "succeeded" && (
        <TakeBack donationId={outcome.donationId} until={thanks.takeableUntil} />
      )}
      {approvalUrl !== null && <ReplaceAddress href={`/payment-success?donation=${paymentId}`} />}
      {!thanks && <WaysOn outcome={outcome} approvalUrl={approvalUrl} />}
      {/* A signed-in donor finds it in the settings. */}
      {!thanks && state === "succeeded" && <SoundHere />}
    </div>
  );
}

type Part = Pick<Props, "outcome" | "money">;

function Summary({ outcome, money }: Part) {
  const t = useTranslations("paymentSuccess");
  const shared = useTranslations("shared");
  const { state } = outcome;
  const said = state === "refunded" && outcome.isTakenBack ? "takenBack" : state;
  const item = "item" in outcome ? (outcome.item ?? shared("deletedRequest")) : "";
  const amount = "breakdown" in outcome ? money(outcome.breakdown.totalAmount) : "";
  return (
    <>
      <OutcomeMark state={state} className="mt-6" />
      <div className="space-y-2 text-center">
        <h1 className="text-3xl font-bold">{t(`titles.${said}`)}</h1>
        <p className="text-lg text-muted-foreground [overflow-wrap:anywhere]">
          {t(`texts.${said}`, { item, amount })}
        </p>
      </div>
      {(state === "processing" || state === "unavailable") && <Recheck later={t("checkLater")} />}
      {state === "at_bank" && <Recheck later={t("titles.at_bank")} />}
    </>
  );
}

/** What was given, charged and paid, or what goes back. */
function Receipt({ outcome, money, number }: Part & { number: string | null }) {
  const t = useTranslations("paymentSuccess");
  const shared = useTranslations("shared");
  const common = useTranslations("common");
  if (!("breakdown" in outcome)) return null;
  const { state } = outcome;
  const { operator } = env();
  return (
    <section className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">{t(HEADING[state])}</h2>
        {state === "succeeded" && <PaidMark text={t("paid")} />}
      </div>
      <Breakdown
        money={money}
        amounts={outcome.breakdown}
        {...((state === "succeeded" || state === "processing") && {
          recipient:
            recipientOf(outcome) ??
            (outcome.recipientAnonymous ? common("anonymous") : shared("deletedUser")),
        })}
      />
      {number !== null && (
        <p className="text-sm text-muted-foreground [overflow-wrap:anywhere]">
          {t("receiptNumber", { number })}
          {operator && ` · ${operator.name}, ${operator.address}`}
        </p>
      )}
    </section>
  );
}

function WaysOn({ outcome, approvalUrl }: Pick<Props, "outcome"> & { approvalUrl: string | null }) {
  const t = useTranslations("paymentSuccess");
  const isUnpaid = outcome.state === "failed" || outcome.state === "at_bank";
  return (
    <nav className="flex flex-col gap-2">
      {approvalUrl !== null && (
        <Button size="lg" asChild>
          <a href={approvalUrl}>{t("payOtherwise")}</a>
        </Button>
      )}
      {isUnpaid && (
        <Button size="lg" variant={approvalUrl === null ? "default" : "outline"} asChild>
          <Link href={`/?request=${outcome.requestId}`}>{t("tryAgain")}</Link>
        </Button>
      )}
      <Button size="lg" variant={isUnpaid ? "outline" : "default"} asChild>
        <Link href="/">
          {t("home")}
          <TabPending href="/" />
        </Link>
      </Button>
      <Button size="lg" variant="outline" asChild>
        <Link href="/leaderboard">
          {t("leaderboard")}
          <TabPending href="/leaderboard" />
        </Link>
      </Button>
    </nav>
  );
}

/** Null once the account of the recipient was erased. */
function recipientOf({
  recipientName: name,
  recipientUsername: username,
}: Extract<PaymentOutcome, { requestId: string }>): string | null {
  return name === null || username === null ? null : nameInFull({ name, username });
}
