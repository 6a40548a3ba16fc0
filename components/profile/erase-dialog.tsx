import { Landmark, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { InputField } from "@/components/shared/field";
import { withProof } from "@/components/shared/step-up";
import { inTab } from "@/components/shared/stored";
import { useAction } from "@/components/shared/use-action";
import type { DialogProps } from "@/components/shared/use-dialog";
import { useSending } from "@/components/shared/use-sending";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { giveBackAction } from "@/lib/actions/payouts";
import { USERNAME_HELD_DAYS } from "@/lib/domain/accounts/rules";
import type { Me } from "@/lib/domain/users/schema";
import { isPaid } from "@/lib/ground/tiers";
import { ApiError, send } from "@/lib/web/http";

/** What decides which warnings the dialog shows. */
export type LeavingAccount = Pick<Me, "username" | "subscriptionTier" | "normalBoosts" | "premiumBoosts">;

type Props = DialogProps & { account: LeavingAccount };

/** Asks before an account is deleted, says what is deleted and what is kept, and asks for the username. */
export function EraseDialog({ account, onClose, onClosed }: Props) {
  const erasure = useErase();
  const { erasing, owed, setOwed } = erasure;
  return (
    <Modal role="alertdialog" busy={erasing} onClose={onClose} onClosed={onClosed}>
      {owed ? (
        <MoneyOwed onGivenBack={() => setOwed(false)} />
      ) : (
        <EraseForm account={account} erasure={erasure} onClose={onClose} />
      )}
    </Modal>
  );
}

type FormProps = Pick<Props, "account" | "onClose"> & { erasure: ReturnType<typeof useErase> };

function EraseForm({ account, erasure: { erasing, problem, erase }, onClose }: FormProps) {
  const t = useTranslations("profile.data.erase");
  const common = useTranslations("common");
  const { username } = account;
  return (
    <>
      <DialogTitle>{t("title")}</DialogTitle>
      <DialogDescription>{t("intro")}</DialogDescription>
      <Consequences account={account} />
      <form method="post" noValidate onSubmit={erase} className="space-y-4">
        <InputField
          label={t("username")}
          hint={t("usernameHint", { username })}
          error={problem}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            type="button"
            variant="outline"
            aria-disabled={erasing || undefined}
            onClick={() => !erasing && onClose()}
          >
            {common("cancel")}
          </Button>
          <Button type="submit" variant="destructive" pending={erasing}>
            {t(erasing ? "deleting" : "confirm")}
          </Button>
        </div>
      </form>
    </>
  );
}

function Consequences({ account }: { account: LeavingAccount }) {
  const t = useTranslations("profile.data.erase.points");
  const shared = useTranslations("shared");
  const { username, subscriptionTier, normalBoosts, premiumBoosts } = account;
  return (
    <ul className="list-disc space-y-1.5 pl-5 [overflow-wrap:anywhere]">
      <li>{t("person")}</li>
      <li>{t("requests")}</li>
      {isPaid(subscriptionTier) && <li>{t("plan")}</li>}
      {normalBoosts + premiumBoosts > 0 && <li>{t("boosts")}</li>}
      <li>{t("books", { deletedUser: shared("deletedUser") })}</li>
      <li>{t("username", { username, days: USERNAME_HELD_DAYS })}</li>
    </ul>
  );
}

/**
 * Deletes the account and leaves by a full page load, so that nothing of it stays in memory. `problem` is what is
 * wrong with the typed username; `owed` says that the person is still owed money, which comes first.
 */
function useErase() {
  const t = useTranslations("profile.data.erase");
  const { sending, errors, run } = useSending(t("failed"));
  const [isGone, setGone] = useState(false);
  const [owed, setOwed] = useState(false);

  function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const username = String(new FormData(form).get("username") ?? "");
    const call = async () => {
      await withProof(() => send("DELETE", "/api/auth/user", { username }));
      setGone(true);
      inTab.clear();
      window.location.assign("/auth?erased=1");
    };
    void run(call, form, (error) => {
      if (!(error instanceof ApiError) || error.code !== "MONEY_OWED") return undefined;
      setOwed(true);
      return null;
    });
  }

  return { erasing: sending || isGone, problem: errors.username, erase, owed, setOwed };
}

/** The two ways of somebody who is still owed money and wants to delete their account (payouts.md, Erasure). */
function MoneyOwed({ onGivenBack }: { onGivenBack: () => void }) {
  const t = useTranslations("profile.data.erase.owed");
  const { pending, run } = useAction();
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button disappeared with the form.
  useEffect(() => title.current?.focus(), []);

  function giveBack() {
    if (pending) return;
    run(() => giveBackAction({}), {
      done: { title: t("givenBack"), description: t("givenBackText"), variant: "success" },
      failed: { title: t("failed") },
      onDone: onGivenBack,
    });
  }

  return (
    <>
      <DialogTitle ref={title} tabIndex={-1} className="outline-none">
        {t("title")}
      </DialogTitle>
      <DialogDescription>{t("text")}</DialogDescription>
      <div className="space-y-1.5">
        <Button asChild className="w-full">
          <Link href="/payouts">
            <Landmark aria-hidden />
            {t("payOut")}
          </Link>
        </Button>
        <p className="text-sm text-muted-foreground">{t("payOutHint")}</p>
      </div>
      <div className="space-y-1.5">
        <Button variant="outline" className="w-full" pending={pending} onClick={giveBack}>
          {!pending && <Undo2 aria-hidden />}
          {t(pending ? "givingBack" : "giveBack")}
        </Button>
        <p className="text-sm text-muted-foreground">{t("giveBackHint")}</p>
      </div>
    </>
  );
}
