import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { PayeeFace } from "@/components/payouts/payee-face";
import { ClientMessages } from "@/components/shared/client-messages";
import { PageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { askAboutPayee } from "@/lib/domain/payouts/check-payee";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { contactAddress } from "@/lib/web/contact";
import { payments } from "@/lib/web/payments";
import { isWithin } from "@/lib/web/rate-limit/limit";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";

export const generateMetadata = titled("gettingPaid.back.title", { robots: { index: false } });

/**
 * The provider leads here afterwards. The visit proves nothing, so the provider is asked (payouts.md, Provider facts);
 * every page load asks, so it is limited.
 */
export default async function PayoutReturnPage() {
  const [viewer, t, page] = await Promise.all([
    requireViewer(),
    getTranslations("gettingPaid.back"),
    getTranslations("payoutsPage"),
  ]);
  const context = payments();
  const isAsked =
    (await isWithin(context.db, "checkPayee", viewer.id)) && (await askAboutPayee(context, viewer.id));
  const { payee, received } = await payoutsOf(context.db, viewer);
  const isDone = payee.by !== null || payee.standing === "checking";
  return (
    <ClientMessages namespaces={["gettingPaid.check"]}>
      <PageTitle title={t("title")} />
      <Card className="space-y-4">
        {!isAsked && (
          <p role="status" className="text-muted-foreground">
            {t("unavailable")}
          </p>
        )}
        <PayeeFace payee={payee} method={viewer.paymentMethod} contact={contactAddress()} />
        {isDone && received === 0 && (
          <Button asChild className="w-full">
            <Link href="/request">{page("ask")}</Link>
          </Button>
        )}
        <Button asChild variant={isDone && received > 0 ? "default" : "ghost"} className="w-full">
          <Link href="/profile#payouts">{t("profile")}</Link>
        </Button>
      </Card>
    </ClientMessages>
  );
}
