import { ArrowLeft, ChevronRight, CreditCard, Wallet } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { CheckoutWaiting } from "@/components/checkout/checkout-waiting";
import { useCheckout } from "@/components/checkout/use-checkout";
import { nameInFull } from "@/components/shared/person-name";
import { usePlatform } from "@/components/shared/platform";
import { useMoney } from "@/components/shared/use-money";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { donateByWalletAction } from "@/lib/actions/donations";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { breakdown, toDecimal } from "@/lib/ground/money";
import { Breakdown } from "./breakdown";
import { type Note, noteFields } from "./note-field";

type Props = {
  request: FundingRequest;
  cents: number;
  note: Note;
  onCard: () => void;
  onBack: () => void;
};

/** The choice of the payment method. Where donations by wallet are off, they are announced (D29). */
export function MethodStep({ request, cents, note, onCard, onBack }: Props) {
  const t = useTranslations("donate");
  const money = useMoney();
  const { walletDonations } = usePlatform();
  const { state, go } = useCheckout("donation", { returnTo: `/?request=${request.id}` });

  const isAtWork = state !== "idle";

  function onWallet() {
    if (!walletDonations) {
      toast({ title: t("walletSoonTitle"), description: t("walletSoon") });
      return;
    }
    const input = { requestId: request.id, amount: toDecimal(cents), ...noteFields(note) };
    void go(input, (key) => donateByWalletAction(input, key));
  }

  return (
    <div className="flex flex-col gap-4">
      <div>
        <DialogTitle>{t("method")}</DialogTitle>
        <DialogDescription className="[overflow-wrap:anywhere]">
          {t("to", { name: nameInFull(request.user), item: request.item })}
        </DialogDescription>
      </div>
      <Breakdown money={money} amounts={breakdown(cents)} recipient={nameInFull(request.user)} />
      <Method
        icon={CreditCard}
        name={t("card")}
        hint={t("cardHint")}
        aria-disabled={isAtWork || undefined}
        onClick={() => !isAtWork && onCard()}
      />
      <Method
        icon={Wallet}
        name={t("wallet")}
        hint={t(walletDonations ? "walletReady" : "walletHint")}
        isComing={!walletDonations}
        aria-disabled={isAtWork || undefined}
        onClick={() => !isAtWork && onWallet()}
      />
      <CheckoutWaiting state={state} />
      <Button variant="ghost" onClick={onBack}>
        <ArrowLeft aria-hidden />
        {t("back")}
      </Button>
    </div>
  );
}

type MethodProps = ComponentProps<"button"> & {
  icon: typeof Wallet;
  name: string;
  hint: string;
  /** Announced only: pressing it says so and leads nowhere. */
  isComing?: boolean;
};

function Method({ icon: Icon, name, hint, isComing = false, ...props }: MethodProps) {
  return (
    <Button
      variant={isComing ? "ghost" : "outline"}
      className={cn("h-auto justify-start gap-3 py-3 text-left", isComing && "border border-dashed")}
      {...props}
    >
      <Icon aria-hidden className={cn("size-6", isComing ? "text-muted-foreground" : "text-primary")} />
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span className="block text-sm font-normal text-muted-foreground">{hint}</span>
      </span>
      {!isComing && <ChevronRight aria-hidden className="text-muted-foreground" />}
    </Button>
  );
}
