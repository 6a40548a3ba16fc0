import Link from "next/link";
import { useTranslations } from "next-intl";
import { Breakdown } from "@/components/donate/breakdown";
import { DonationSteps } from "@/components/given/donation-steps";
import { Night } from "@/components/open-books/night";
import { GuestChoices } from "@/components/payment-return/guest-choices";
import { OwnMessage } from "@/components/payment-return/own-message";
import { Posts } from "@/components/requests/posts";
import { ClientMessages } from "@/components/shared/client-messages";
import { getMoney } from "@/components/shared/get-money";
import type { FormatMoney } from "@/components/shared/use-money";
import { NoPage } from "@/components/shell/no-page";
import { Card } from "@/components/ui/card";
import { db } from "@/db/client";
import { type Receipt, settledReceipt } from "@/lib/domain/given/receipt";
import { giftPathOf } from "@/lib/domain/guests/gift-link";
import { findNightOf } from "@/lib/domain/open-books/queries";
import { takeableUntil } from "@/lib/domain/payouts/take-back";
import { listPosts } from "@/lib/domain/posts/queries";
import { answerNotFound } from "@/lib/server/live/answer";
import { mayAskAbout } from "@/lib/web/may-ask-about";
import { payments } from "@/lib/web/payments";
import { loginPath } from "@/lib/web/safe-path";
import { currentViewer } from "@/lib/web/session";
import { type Asked, HIDDEN, oncePerPage, titled } from "@/lib/web/titled";

const POSTS = [
  "request.story.posts",
  "safety.report.link",
  "profile.requests.own.save",
  "profile.requests.own.saved",
  "profile.requests.post.text",
];

type Props = PageProps<"/r/[token]">;

const receiptOf = oncePerPage(({ token }: Asked<Props>) =>
  settledReceipt(payments(), token, (id) => mayAskAbout(db(), id)),
);

/** The address opens the donation: it must not reach other sites. */
export const generateMetadata = titled("give.receipt.title", HIDDEN, receiptOf);

/** A guest's receipt (giving.md): what they gave, what became of it, and what they can still choose. */
export default async function ReceiptPage(props: Props) {
  const [{ token }, receipt, viewer, money] = await Promise.all([
    props.params,
    receiptOf(props),
    currentViewer(),
    getMoney(),
  ]);
  if (!receipt) {
    answerNotFound();
    return <NoPage />;
  }
  const { donationId, anonymous } = receipt.donation;
  const isOpen = receipt.state === "received" && receipt.isGuests;
  const takeable = isOpen ? await takeableUntil(payments(), { guestId: donationId }, [donationId]) : null;
  const requestId = receipt.donation.request?.id;
  const reader = { viewer, ...(receipt.isGuests && { guestId: donationId }) };
  const night = await findNightOf(db(), donationId);
  const posts = requestId === undefined ? null : await listPosts(db(), requestId, reader);
  const giftPath = requestId === undefined || viewer ? null : await giftPathOf(db(), requestId);
  return (
    <Card className="space-y-5">
      <What receipt={receipt} money={money} giftPath={giftPath} />
      {night !== null && <InBooks night={night} query={`token=${token}`} />}
      {posts && (
        <ClientMessages namespaces={POSTS}>
          <Posts posts={posts.items} isOwn={false} receiptToken={token} as="h2" />
        </ClientMessages>
      )}
      {isOpen && (
        <ClientMessages namespaces={["give.receipt", "takeBack", "errors", "common"]}>
          <GuestChoices
            donationId={donationId}
            token={token}
            anonymous={anonymous}
            name={receipt.name}
            isSignedIn={viewer !== null}
            loginHref={loginPath(`/r/${token}`)}
            takeableUntil={takeable?.get(donationId) ?? null}
          />
        </ClientMessages>
      )}
    </Card>
  );
}

/** Says in which night's books a donation is, and leads to where a browser checks it (firsts.md, Open kas). */
function InBooks({ night, query }: { night: string; query: string }) {
  const t = useTranslations("openBooks");
  return (
    <p className="text-sm text-muted-foreground">
      {t.rich("inBooks", { night: () => <Night night={night} /> })}{" "}
      <Link
        href={`/open-books/check?${query}`}
        prefetch={false}
        className="font-medium text-foreground underline underline-offset-4"
      >
        {t("checkIt")}
      </Link>
    </p>
  );
}

type WhatProps = {
  receipt: Receipt;
  money: FormatMoney;
  /** Where a visitor sees the request; null for who is signed in, and without a gift link. */
  giftPath: string | null;
};

function What({ receipt, money, giftPath }: WhatProps) {
  const t = useTranslations("give.receipt");
  const said = useTranslations("paymentSuccess.texts");
  const { donation, state, breakdown, receiptNumber, thanksEmoji, recipientUsername } = receipt;
  return (
    <>
      <div className="space-y-1">
        <h1 className="text-2xl font-bold">{t(`state.${state}`)}</h1>
        {donation.request && (
          <p className="[overflow-wrap:anywhere]">
            {recipientUsername === null
              ? donation.request.item
              : t("for", { item: donation.request.item, person: `@${recipientUsername}` })}
          </p>
        )}
        {state === "unpaid" && <p className="text-muted-foreground">{t("unpaid")}</p>}
        {(state === "failed" || state === "at_bank") && donation.request && (
          <p className="text-muted-foreground">{said(state, { item: donation.request.item })}</p>
        )}
        {thanksEmoji !== null && <p className="text-lg">{t("thanks", { emoji: thanksEmoji })}</p>}
      </div>
      {receipt.isGuests && donation.message !== null && <OwnMessage text={donation.message} />}
      <Breakdown money={money} amounts={breakdown} />
      {donation.steps.length > 0 && <DonationSteps steps={donation.steps} />}
      <p className="text-sm text-muted-foreground">{t("number", { number: receiptNumber })}</p>
      {donation.request && (
        <p>
          <Link
            href={giftPath ?? `/?request=${donation.request.id}`}
            prefetch={false}
            className="font-medium underline underline-offset-4"
          >
            {t("request")}
          </Link>
        </p>
      )}
      {!receipt.isGuests && <p className="text-muted-foreground">{t("claimed")}</p>}
    </>
  );
}
