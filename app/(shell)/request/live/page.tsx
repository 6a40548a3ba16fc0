import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PayeeFace } from "@/components/payouts/payee-face";
import { CopyLink } from "@/components/requests/copy-link";
import { LiveBoost } from "@/components/requests/live-boost";
import { LivePreview } from "@/components/requests/live-preview";
import { QrCode } from "@/components/requests/qr-code";
import { ShareControl } from "@/components/requests/share-control";
import { shareUrl } from "@/components/requests/share-url";
import { ClientMessages } from "@/components/shared/client-messages";
import { Confetti } from "@/components/shared/confetti";
import { NoPage } from "@/components/shell/no-page";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { findBoosts } from "@/lib/domain/boosts/queries";
import { makeGiftLink } from "@/lib/domain/guests/gift-link";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { findRequest } from "@/lib/domain/requests/queries";
import { requestStatus } from "@/lib/domain/requests/rules";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { answerNotFound } from "@/lib/server/live/answer";
import { contactAddress } from "@/lib/web/contact";
import { requireViewer } from "@/lib/web/session";
import { type Asked, oncePerPage, titled } from "@/lib/web/titled";

const TEXTS = ["share", "feed", "boosts", "request.payout", "request.live", "gettingPaid.check"];

type Props = PageProps<"/request/live">;

/** The viewer's own request; null for any other. */
const ownOf = oncePerPage(async ({ id }: Asked<Props>) => {
  const viewer = await requireViewer();
  const request = typeof id === "string" ? await findRequest(db(), id, viewer) : null;
  return request?.userId === viewer.id ? request : null;
});

export const generateMetadata = titled("request.live.title", {}, ownOf);

/**
 * What a person sees of a request they just made, and what to do next; its owner only. There is no loading.tsx: with
 * one, the answer for a request that is not theirs could not be a 404.
 */
export default async function LivePage(props: Props) {
  const [viewer, request] = await Promise.all([requireViewer(), ownOf(props)]);
  if (!request) {
    answerNotFound();
    return <NoPage />;
  }
  if (requestStatus(request) !== "active") redirect(`/?request=${request.id}`);
  const [t, create, share, boosts, payouts] = await Promise.all([
    getTranslations("request.live"),
    getTranslations("request.create"),
    getTranslations("share"),
    findBoosts(db(), viewer.id),
    request.canBePaidOut ? null : payoutsOf(db(), viewer),
  ]);
  const { appUrl, card, wallet, guestGiving } = env();
  const url = guestGiving ? (await makeGiftLink(db(), viewer, request.id)).url : shareUrl(appUrl, request.id);
  return (
    <ClientMessages namespaces={TEXTS}>
      <Confetti id={request.id} />
      <div className="mb-6 space-y-2 text-center lg:mt-4">
        <p aria-hidden className="text-5xl leading-none">
          🎉
        </p>
        <h1 id="live" tabIndex={-1} className="text-3xl font-bold outline-none">
          {t("title")}
        </h1>
        <p className="mx-auto max-w-lg text-lg text-muted-foreground">{t("text")}</p>
      </div>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:items-start lg:gap-6">
        <section aria-label={t("card")} className="space-y-2">
          <LivePreview request={request} renderedAt={now().getTime()} />
          <Button asChild variant="link" className="w-full">
            <Link href={`/?request=${request.id}`}>
              {create("doneLink")}
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        </section>
        <div className="flex flex-col gap-4 max-lg:contents">
          <Card className="flex flex-col gap-2 max-lg:-order-1">
            <ShareControl
              requestId={request.id}
              item={request.item}
              isOwn
              label={t("share")}
              variant="default"
              size="lg"
            />
            <CopyLink url={url} />
            <p className="pt-2 text-center text-muted-foreground">{t("qr")}</p>
            <QrCode text={url} label={share("qrCodeLabel")} />
          </Card>
          <LiveBoost request={request} boosts={boosts} tier={viewer.tier} canBuy={Boolean(card ?? wallet)} />
          {payouts && (
            <Card className="space-y-3">
              <CardTitle>{t("next")}</CardTitle>
              <PayeeFace payee={payouts.payee} method={viewer.paymentMethod} contact={contactAddress()} />
            </Card>
          )}
        </div>
      </div>
    </ClientMessages>
  );
}
