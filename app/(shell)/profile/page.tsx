import { ChevronRight, CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { CheckoutEnding } from "@/components/payment-return/checkout-ending";
import { WhileChecking } from "@/components/payment-return/while-checking";
import { PayoutsCard } from "@/components/payouts/payouts-card";
import { BoostsCard } from "@/components/profile/boosts-card";
import { DownloadButton, EraseButton } from "@/components/profile/data-buttons";
import type { LeavingAccount } from "@/components/profile/erase-dialog";
import { Fold } from "@/components/profile/fold";
import { Identity } from "@/components/profile/identity";
import { MyDonations } from "@/components/profile/my-donations";
import { MyRequests } from "@/components/profile/my-requests";
import { PaymentSettings } from "@/components/profile/payment-settings";
import type { Payout } from "@/components/profile/payout";
import { PrivacySettings } from "@/components/profile/privacy-settings";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";
import { PurchasesCard } from "@/components/profile/purchases-card";
import { SubscriptionCard } from "@/components/profile/subscription-card";
import { StepUp } from "@/components/security/step-up";
import { ClientMessages, STEP_UP_TEXTS } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import { OperatorLinks } from "@/components/shared/operator-links";
import { Waiting } from "@/components/shared/waiting";
import { PageTitle } from "@/components/shell/page-title";
import { ScrollToSection } from "@/components/shell/scroll-to-section";
import { Card, CardTitle } from "@/components/ui/card";
import { db } from "@/db/client";
import { findHelped } from "@/lib/domain/donations/queries";
import { donationsByMonth } from "@/lib/domain/leaderboard/queries";
import { payoutsOf } from "@/lib/domain/payouts/queries";
import { listDeliveries } from "@/lib/domain/posts/queries";
import { countActive, listRequestsOf } from "@/lib/domain/requests/queries";
import { payoutProblem } from "@/lib/domain/requests/rules";
import { findMe, listBlocked } from "@/lib/domain/users/queries";
import { listPurchases } from "@/lib/domain/withdrawals/queries";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { TIER_RULES } from "@/lib/ground/tiers";
import { cardSetup } from "@/lib/web/buying";
import { contactAddress } from "@/lib/web/contact";
import { payments } from "@/lib/web/payments";
import { requireViewer } from "@/lib/web/session";
import { titled } from "@/lib/web/titled";
import { findEnding } from "./find-ending";

const PAGE = 20;
/** Who unblocks one of them sees the next. */
const MOST_BLOCKED = 1_000;
const TEXTS = [
  "profile",
  "request.payout.off",
  "safety.block",
  "gettingPaid.ask",
  "gettingPaid.check",
  "gettingPaid.bank",
  "gettingPaid.unpayable",
  "cardErrors",
  "feed.goalReachedTitle",
  "feed.goalReachedText",
  "donate.fields",
  "donate.login",
  "donate.loginTitle",
  "donate.sandbox",
  "boosts",
  "takeBack",
  "subscription.cancel",
  "subscription.cancelDialog",
  "checkout",
  "paymentSuccess.checking",
  "paymentSuccess.checkNow",
  "share",
  "feed.loadMore",
  "find.category",
  "find.chooseCategory",
  "find.noCategory",
  "find.choosePlace",
  "find.placeHint",
  ...STEP_UP_TEXTS,
  "feed.loadingMore",
  "feed.loadFailed",
  "request.story",
  "request.create.photo",
  "brush",
  "safety.report.link",
  "shared",
];

export const generateMetadata = titled("profile.title");

/** The person's own profile, settings and requests; payment pages return here (specification 2). */
export default async function ProfilePage({ searchParams }: PageProps<"/profile">) {
  const [search, checkout] = await Promise.all([searchParams, getTranslations("checkout")]);
  const skeleton = (
    <ProfileSkeleton>
      <Waiting text={checkout("checking")} later={checkout("checking")} />
    </ProfileSkeleton>
  );
  const isAsking = search.purchase !== undefined || search.subscription !== undefined;
  return (
    <WhileChecking isAsking={isAsking} skeleton={isAsking && skeleton}>
      <Profile search={search} />
    </WhileChecking>
  );
}

async function Profile({ search }: { search: Awaited<PageProps<"/profile">["searchParams"]> }) {
  const [viewer, t, settings, money] = await Promise.all([
    requireViewer(),
    getTranslations("profile"),
    getTranslations("settings"),
    getMoney(),
  ]);
  // First: it may change what the rest of the page shows.
  const ending = await findEnding(payments(), viewer, search);
  const [me, page, active, payouts, blocked, purchases, deliveries] = await Promise.all([
    findMe(db(), viewer.id),
    listRequestsOf(db(), { ownerId: viewer.id, viewerId: viewer.id, limit: PAGE }),
    countActive(db(), viewer.id),
    payoutsOf(db(), viewer),
    listBlocked(db(), viewer.id, { limit: MOST_BLOCKED }),
    listPurchases(db(), viewer, { limit: PAGE }),
    listDeliveries(db(), viewer.id),
  ]);
  const next =
    page.next && `/api/requests/user/${viewer.id}?limit=${PAGE}&cursor=${encodeURIComponent(page.next)}`;
  const { paymentMethod, paypalEmail, hasCard } = me;
  const payout = { paymentMethod, paypalEmail, hasCard };
  const { anonymousProfile, hideGivenAmount, hideReceivedAmount } = me;
  const { subscriptionTier, subscriptionExpiry, subscriptionCancelled } = me;
  const { username, normalBoosts, premiumBoosts } = me;
  const account = { username, subscriptionTier, normalBoosts, premiumBoosts };
  const boosts = { normal: me.normalBoosts, premium: me.premiumBoosts };
  return (
    <ClientMessages namespaces={TEXTS}>
      <PageTitle title={t("title")} />
      <CheckoutEnding ending={ending} viewerId={viewer.id} />
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:items-start lg:gap-6">
        <div className="flex flex-col gap-4">
          {!me.emailConfirmed && <UnprovenLine />}
          <Identity me={me} money={money} />
          <PayoutsCard payouts={payouts} method={paymentMethod} contact={contactAddress()} money={money} />
          <PaymentFold payout={payout}>
            <PaymentSettings
              payout={payout}
              payee={payouts.payee}
              setup={cardSetup()}
              walletPayouts={env().walletPayouts}
            />
          </PaymentFold>
          <MyRequests
            first={{ items: page.items, next }}
            active={active}
            limit={TIER_RULES[subscriptionTier].activeLimit}
            boosts={boosts}
            tier={subscriptionTier}
            deliveries={deliveries}
            renderedAt={now().getTime()}
          />
          <OwnDonations viewerId={viewer.id} />
        </div>
        <div className="flex flex-col gap-4">
          <PrivacySettings
            settings={{ anonymousProfile, hideGivenAmount, hideReceivedAmount }}
            blocked={blocked.items}
          />
          <CardLink href="/settings/messages">{settings("open")}</CardLink>
          {viewer.isOperator && (
            <CardLink href="/office" prefetch={false}>
              {t("office")}
            </CardLink>
          )}
          <BoostsCard owned={boosts} tier={subscriptionTier} money={money} />
          <SubscriptionCard
            plan={{ subscriptionTier, subscriptionExpiry, subscriptionCancelled }}
            money={money}
          />
          <PurchasesCard purchases={purchases.items} money={money} />
          <Card className="space-y-3">
            <CardTitle>{t("data.title")}</CardTitle>
            <YourData account={account} />
          </Card>
        </div>
      </div>
      <div className="mt-6">
        <OperatorLinks />
      </div>
      <StepUp />
      <ScrollToSection />
    </ClientMessages>
  );
}

/** Reads what the viewer gave, for themself alone (D37). */
async function OwnDonations({ viewerId }: { viewerId: string }) {
  const [months, helped, money] = await Promise.all([
    donationsByMonth(db(), viewerId),
    findHelped(db(), viewerId),
    getMoney(),
  ]);
  return <MyDonations months={months} helped={helped} money={money} />;
}

/** A card of one line, which leads to another page. */
function CardLink({ children, ...link }: ComponentProps<typeof Link>) {
  return (
    <Card className="py-2 sm:py-3">
      <Link {...link} className="flex min-h-11 items-center justify-between gap-3 text-lg font-semibold">
        {children}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      </Link>
    </Card>
  );
}

/** Reminds of an address that is not confirmed, and leads to where that is done. */
function UnprovenLine() {
  const t = useTranslations("security");
  return (
    <Link
      href="/settings/security"
      className="flex min-h-11 items-center gap-2 rounded-xl border bg-card px-4 py-2 text-sm font-medium"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      {t("unproven")}
    </Link>
  );
}

/** The payment settings, folded to how the person is paid or what is missing. */
function PaymentFold({ payout, children }: { payout: Payout; children: ReactNode }) {
  const t = useTranslations("profile");
  const { paymentMethod } = payout;
  const isIncomplete = payoutProblem(payout) !== null;
  const setting =
    paymentMethod === null
      ? t("folds.missing")
      : t(isIncomplete ? "folds.incomplete" : `payment.methods.${paymentMethod}`);
  return (
    <Fold id="payment" title={t("payment.title")} setting={setting} incomplete={isIncomplete}>
      {children}
    </Fold>
  );
}

/** What a person can do with the data that is stored about them: download it, or delete the account. */
function YourData({ account }: { account: LeavingAccount }) {
  const t = useTranslations("profile.data");
  return (
    <div className="divide-y">
      <section className="space-y-3 pb-4">
        <p>{t("download.text")}</p>
        <DownloadButton />
      </section>
      <section className="space-y-3 pt-4">
        <p>{t("erase.text")}</p>
        <EraseButton account={account} />
      </section>
    </div>
  );
}
