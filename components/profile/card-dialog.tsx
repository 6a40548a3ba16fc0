import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { CardSetup } from "@/components/donate/types";
import { useCardErrorText } from "@/components/donate/use-card-error-text";
import { lazily } from "@/components/shared/lazily";
import type { DialogProps } from "@/components/shared/use-dialog";
import { Waiting } from "@/components/shared/waiting";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import type { PayoutMethod } from "@/lib/ground/vocabulary";
import type { CardToken } from "./payout-card-form";
import { useSettings } from "./use-settings";

const loading = () => <Skeleton className="h-40" />;
const SandboxCardForm = lazily(() => import("./sandbox-card-form"), "SandboxCardForm", loading);
const StripeCardForm = lazily(() => import("./stripe-card-form"), "StripeCardForm", loading);

type Props = DialogProps & {
  setup: NonNullable<CardSetup>;
  /** The payout method to select once the card is stored. */
  method: PayoutMethod;
};

/** Takes a card that receives donations, in the provider's form; only its token is stored (D18). */
export function CardDialog({ setup, method, ...dialog }: Props) {
  const t = useTranslations("profile.payment.card");
  const errorText = useCardErrorText();
  const { saving, save } = useSettings();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const busy = asking || saving;
  const Form = setup.sandbox ? SandboxCardForm : StripeCardForm;

  async function store(tokenize: () => Promise<CardToken>) {
    setError(undefined);
    setAsking(true);
    const result = await tokenize();
    setAsking(false);
    if ("failure" in result) {
      const message = errorText.payment(result.failure);
      setError(message.description);
      toast({ ...message, variant: "destructive" });
      return;
    }
    save(
      { visaCardToken: result.token, paymentMethod: method },
      { onSaved: dialog.onClose, onRefused: (fields, message) => setError(fields.visaCardToken ?? message) },
    );
  }

  return (
    <Modal busy={busy} aria-busy={busy} {...dialog}>
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription>{t(`about.${method === "applepay" ? "applepay" : "visa"}`)}</DialogDescription>
      <Form
        setup={setup}
        busy={busy}
        onCard={(tokenize) => !busy && void store(tokenize)}
        onEdit={() => setError(undefined)}
      >
        <p aria-live="polite" className="font-medium text-destructive empty:hidden">
          {error}
        </p>
        {busy && <Waiting text={t("saving")} later={t("saving")} />}
        <Button type="submit" size="lg" pending={busy}>
          {t("save")}
        </Button>
        {!setup.sandbox && (
          <p className="flex items-center justify-center gap-2 text-center text-sm text-muted-foreground">
            <Lock aria-hidden className="size-4 shrink-0" />
            {t("secure")}
          </p>
        )}
      </Form>
    </Modal>
  );
}
