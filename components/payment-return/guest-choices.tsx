"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { TakeBack } from "@/components/shared/take-back";
import { useChange } from "@/components/shared/use-change";
import { Button } from "@/components/ui/button";
import { newKey } from "@/lib/web/attempt";
import { send } from "@/lib/web/http";

type Props = {
  donationId: string;
  token: string;
  anonymous: boolean;
  name: string | null;
  isSignedIn: boolean;
  loginHref: string;
  /** Null once it cannot be taken back. */
  takeableUntil: string | null;
};

/**
 * What a guest still chooses: whether the recipient sees their name, to claim the donation, and to take it back.
 */
export function GuestChoices({
  donationId,
  token,
  anonymous,
  name,
  isSignedIn,
  loginHref,
  takeableUntil,
}: Props) {
  const t = useTranslations("give.receipt");
  const { busy, change } = useChange();

  return (
    <div className="space-y-4 border-t pt-4">
      {name !== null && (
        <div className="space-y-2">
          <p>{anonymous ? t("hidden") : t("shown", { name })}</p>
          <Button
            variant="outline"
            pending={busy}
            onClick={() =>
              void change(() =>
                send("PATCH", `/api/gifts/${donationId}`, { receiptToken: token, anonymous: !anonymous }),
              )
            }
          >
            {anonymous ? t("show", { name }) : t("hide")}
          </Button>
        </div>
      )}
      <div className="space-y-2">
        <p>{t("claimText")}</p>
        {isSignedIn ? (
          <Button
            variant="outline"
            pending={busy}
            onClick={() => {
              const sent = { idempotencyKey: newKey() };
              void change(() => send("POST", "/api/gifts/claim", { token }, sent));
            }}
          >
            {t("claim")}
          </Button>
        ) : (
          <Button variant="outline" asChild>
            <Link href={loginHref} prefetch={false}>
              {t("claimLogin")}
            </Link>
          </Button>
        )}
      </div>
      {takeableUntil !== null && (
        <TakeBack donationId={donationId} receiptToken={token} until={takeableUntil} />
      )}
    </div>
  );
}
