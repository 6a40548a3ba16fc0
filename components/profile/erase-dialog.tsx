import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { USERNAME_HELD_DAYS } from "@/lib/domain/accounts/rules";
import type { Me } from "@/lib/domain/users/schema";
import { isPaid } from "@/lib/ground/tiers";
import { MoneyOwed } from "./money-owed";
import { useErase } from "./use-erase";

/** What decides which warnings the dialog shows. */
export type LeavingAccount = Pick<Me, "username" | "subscriptionTier" | "normalBoosts" | "premiumBoosts">;

type Props = {
  account: LeavingAccount;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** Asks before an account is deleted, says what is deleted and what is kept, and asks for the username. */
export function EraseDialog({ account, onClose, onClosed }: Props) {
  const erasure = useErase();
  const { erasing, owed, setOwed } = erasure;
  return (
    <Dialog open onOpenChange={(open) => !open && !erasing && onClose()}>
      <DialogContent role="alertdialog" onCloseAutoFocus={onClosed}>
        {owed ? (
          <MoneyOwed onGivenBack={() => setOwed(false)} />
        ) : (
          <EraseForm account={account} erasure={erasure} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
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
      <form noValidate onSubmit={erase} className="space-y-4">
        <Field label={t("username")} hint={t("usernameHint", { username })} error={problem}>
          {(control) => (
            <Input {...control} name="username" autoComplete="off" autoCapitalize="none" spellCheck={false} />
          )}
        </Field>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            type="button"
            variant="outline"
            aria-disabled={erasing || undefined}
            onClick={() => !erasing && onClose()}
          >
            {common("cancel")}
          </Button>
          <Button type="submit" variant="destructive" aria-disabled={erasing || undefined}>
            {erasing && <LoaderCircle aria-hidden className="animate-spin" />}
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
