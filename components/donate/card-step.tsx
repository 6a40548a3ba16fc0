import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { nameInFull } from "@/components/shared/person-name";
import { useMoney } from "@/components/shared/use-money";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { breakdown } from "@/lib/ground/money";
import { Breakdown } from "./breakdown";
import { CardForm, loading } from "./card-form";
import type { CardSetup } from "./types";
import type { PaymentFlow } from "./use-payment";

type Props = {
  request: FundingRequest;
  cents: number;
  setup: CardSetup;
  flow: PaymentFlow;
  /** Less is given, because somebody else is just paying the rest. In cents. */
  onLess: (cents: number) => void;
  onBack: () => void;
};

/** The card form of the provider, or the sandbox's, for a payment that the server has prepared. */
export function CardStep({ request, cents, setup, flow, onLess, onBack }: Props) {
  const { payment } = flow;
  const t = useTranslations("donate");
  const money = useMoney();
  const busy = "intent" in payment && payment.state !== "ready";
  const amounts = "intent" in payment ? payment.intent : breakdown(cents);
  return (
    <div className="flex flex-col gap-4" aria-busy={busy}>
      <div>
        <DialogTitle>{t("cardTitle")}</DialogTitle>
        <DialogDescription className="[overflow-wrap:anywhere]">
          {t("to", { name: nameInFull(request.user), item: request.item })}
        </DialogDescription>
      </div>
      <Breakdown money={money} amounts={amounts} recipient={nameInFull(request.user)} />
      {!setup && <p role="alert">{t("notConfigured")}</p>}
      {setup && payment.state === "preparing" && (
        <>
          <Waiting text={t("preparing")} later={t("stillPreparing")} />
          {loading()}
        </>
      )}
      {payment.state === "unprepared" && (
        <>
          <p className="font-medium text-destructive">{payment.error.description}</p>
          {payment.login ? (
            <Button asChild>
              <Link href={payment.login.href}>{payment.login.label}</Link>
            </Button>
          ) : (
            <Button onClick={() => void flow.prepare(cents)}>{t("retry")}</Button>
          )}
        </>
      )}
      {setup && (
        <CardForm setup={setup} flow={flow} missing={request.goal - request.raised} onLess={onLess} />
      )}
      {!busy && (
        <Button variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden />
          {t("back")}
        </Button>
      )}
    </div>
  );
}
