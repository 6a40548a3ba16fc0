import { PartyPopper } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useState } from "react";
import { useLiveRequest } from "@/components/shared/use-live";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { maximumFor } from "./amount-choice";
import { AmountStep } from "./amount-step";
import { fetchCardForm } from "./card-form";
import { CardStep } from "./card-step";
import { MethodStep } from "./method-step";
import type { CardSetup } from "./types";
import { usePayment } from "./use-payment";

type Props = {
  request: FundingRequest;
  /** When the page was rendered, in milliseconds. */
  renderedAt: number;
  setup: CardSetup;
  /** Set while a payment is under way: then the dialog stays, also after the browser's back button. */
  stays: RefObject<boolean>;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};
type Step = "amount" | "method" | "card";

/** A donation in one dialog, step by step: the amount, the method, the card (specification 4). */
export function DonationFlow({ renderedAt, setup, stays, onClose, onClosed, ...rendered }: Props) {
  const { request } = useLiveRequest(rendered.request, renderedAt);
  const [step, setStep] = useState<Step>("amount");
  const [cents, setCents] = useState<number | null>(null);
  const flow = usePayment(request);
  const { payment, isUnknown, note, setNote } = flow;
  const router = useRouter();
  const moving = "intent" in payment && payment.state !== "ready";
  // Also by the donor's own payment, which leads to the thanks, or whose answer was lost.
  const isReached = maximumFor(request) === 0 && !moving && !isUnknown;

  useEffect(() => {
    stays.current = moving;
    return () => {
      stays.current = false;
    };
  }, [stays, moving]);

  function openCard(amount: number) {
    setStep("card");
    if (!setup) return;
    void flow.prepare(amount);
    fetchCardForm(setup);
    router.prefetch("/payment-success");
  }

  return (
    <Modal busy={moving} onClose={onClose} onClosed={onClosed}>
      {isReached && <GoalStep item={request.item} onClose={onClose} />}
      {!isReached && (step === "amount" || cents === null) && (
        <AmountStep
          request={request}
          chosen={cents}
          note={note}
          onNote={setNote}
          onChosen={(amount) => {
            setCents(amount);
            setStep("method");
          }}
        />
      )}
      {!isReached && step === "method" && cents !== null && (
        <MethodStep
          request={request}
          cents={cents}
          note={note}
          onCard={() => openCard(cents)}
          onBack={() => setStep("amount")}
        />
      )}
      {!isReached && step === "card" && cents !== null && (
        <CardStep
          request={request}
          cents={cents}
          setup={setup}
          flow={flow}
          onLess={setCents}
          onBack={() => {
            flow.leave();
            setStep("method");
          }}
        />
      )}
    </Modal>
  );
}

/** The goal was reached by others while the form was open: nothing can be given, and nothing was charged. */
function GoalStep({ item, onClose }: { item: string; onClose: () => void }) {
  const t = useTranslations("donate");
  return (
    <div role="status" className="flex flex-col gap-4 text-center">
      <PartyPopper aria-hidden className="mx-auto mt-2 size-12 text-accent" />
      <DialogTitle>{t("goalTitle")}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{t("goalText", { item })}</DialogDescription>
      <Button size="lg" onClick={onClose}>
        {t("goalBack")}
      </Button>
    </div>
  );
}
