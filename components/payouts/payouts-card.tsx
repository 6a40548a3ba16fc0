import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { FormatMoney } from "@/components/shared/use-money";
import { Card, CardTitle } from "@/components/ui/card";
import type { Payouts } from "@/lib/domain/payouts/schema";
import type { PayoutMethod } from "@/lib/ground/vocabulary";
import { AskPayoutButton } from "./buttons";
import { PayeeFace } from "./payee-face";

type Props = {
  payouts: Payouts;
  method: PayoutMethod | null;
  contact: string | null;
  money: FormatMoney;
};

/** Whether the person can be paid out, and how much waits for them (payouts.md, Screens). */
export function PayoutsCard({ payouts, method, contact, money }: Props) {
  const t = useTranslations("gettingPaid");
  const { payee, waiting, received } = payouts;
  return (
    <Card className="space-y-3">
      <CardTitle id="payouts" tabIndex={-1} className="outline-none">
        {t("title")}
      </CardTitle>
      {waiting > 0 && <p className="font-medium tabular-nums">{t("waiting", { amount: money(waiting) })}</p>}
      <PayeeFace payee={payee} method={method} contact={contact} />
      {payouts.canAsk && <AskPayoutButton />}
      {received > 0 && (
        <Link href="/payouts" className="flex min-h-11 items-center justify-between gap-3 font-semibold">
          {t("all")}
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
        </Link>
      )}
    </Card>
  );
}
