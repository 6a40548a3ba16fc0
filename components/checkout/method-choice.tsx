import { CreditCard, Wallet } from "lucide-react";
import { useTranslations } from "next-intl";
import { usePlatform } from "@/components/shared/platform";
import { RadioTile } from "@/components/ui/radio-tile";
import { DONATION_METHODS, type PaymentProvider } from "@/lib/ground/vocabulary";

const ICON = { paypal: Wallet, stripe: CreditCard } as const;

type Props = {
  /** At least one. */
  methods: readonly PaymentProvider[];
  method: PaymentProvider;
  disabled: boolean;
  onChange: (method: PaymentProvider) => void;
};

/** Card or wallet. Both are paid on the provider's own pages. */
export function MethodChoice({ methods, method, disabled, onChange }: Props) {
  const t = useTranslations("checkout.method");
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-base font-medium">{t("question")}</legend>
      <div className="grid grid-cols-2 gap-2">
        {methods.map((each) => {
          const Icon = ICON[each];
          return (
            <RadioTile
              key={each}
              name="method"
              value={each}
              checked={method === each}
              onChange={() => !disabled && onChange(each)}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              {t(each)}
            </RadioTile>
          );
        })}
      </div>
      <p className="text-sm text-muted-foreground">{t(`at.${method}`)}</p>
    </fieldset>
  );
}

/** The providers that can take money here, in the order they are offered: the card first, as for donations. */
export function usePaymentMethods(): readonly PaymentProvider[] {
  const { providers } = usePlatform();
  return DONATION_METHODS.filter((each) => providers.includes(each));
}

/** In place of the choice, on a server without a provider. */
export function NoPayments() {
  const t = useTranslations("checkout");
  return <p className="text-center">{t("noProvider")}</p>;
}
