import { ActionButton, Muted } from "./parts";
import type { MailTexts } from "./translator";

/** Where somebody says who they are and how they get paid. */
export const PAYOUT_SETTINGS = "/profile#payouts";

/** How many donations a payout has, and where its owner sees them. It names no donors. */
export function PayoutContent({ texts: { t }, donations }: { texts: MailTexts; donations: number }) {
  return (
    <>
      {donations > 0 && <Muted>{t("payouts.count", { count: donations })}</Muted>}
      <ActionButton path="/payouts">{t("payouts.action")}</ActionButton>
    </>
  );
}
