import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { QrCode } from "@/components/requests/qr-code";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast-store";
import { confirmSecondFactorAction, removeSecondFactorAction } from "@/lib/actions/security";
import type { NewSecondFactor } from "@/lib/domain/security/types";

type DialogProps = {
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

type SetUpProps = DialogProps & { offer: NewSecondFactor; onOn: (codes: string[]) => void };

/** Shows the key for the authenticator app, and asks for its first code. */
export function SetUpDialog({ offer, onOn, onClose, onClosed }: SetUpProps) {
  const t = useTranslations("security.secondFactor");
  const { pending, errors, submit } = useActionForm({
    act: ({ code = "" }) => confirmSecondFactorAction({ code }),
    done: { title: t("switchedOn"), variant: "success" },
    failed: t("failed"),
    onDone: onOn,
  });

  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed}>
        <DialogTitle>{t("setUpTitle")}</DialogTitle>
        <DialogDescription>{t("scan")}</DialogDescription>
        <QrCode text={offer.address} label={t("qr")} />
        <p className="text-center">
          <span className="text-sm text-muted-foreground">{t("key")}</span>
          <br />
          <code className="font-mono [overflow-wrap:anywhere] select-all">
            {offer.key.match(/.{1,4}/g)?.join(" ")}
          </code>
        </p>
        <a href={offer.address} className="text-center text-primary underline underline-offset-4">
          {t("openApp")}
        </a>
        <form noValidate onSubmit={submit} className="space-y-4">
          <Field label={t("code")} error={errors.code}>
            {(control) => (
              <Input
                {...control}
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
              />
            )}
          </Field>
          <Button type="submit" className="w-full" pending={pending}>
            {t("confirm")}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type CodesProps = DialogProps & { codes: readonly string[] };

/** Recovery codes, shown once. */
export function CodesDialog({ codes, onClose, onClosed }: CodesProps) {
  const t = useTranslations("security.secondFactor");

  async function copy() {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast({ title: t("copied"), variant: "success" });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed} onInteractOutside={(event) => event.preventDefault()}>
        <DialogTitle>{t("codesTitle")}</DialogTitle>
        <DialogDescription>{t("codesText")}</DialogDescription>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-xl border p-4 text-center font-mono">
          {codes.map((code) => (
            <li key={code} className="select-all">
              {code}
            </li>
          ))}
        </ul>
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden />
          {t("copy")}
        </Button>
        <Button onClick={onClose}>{t("kept")}</Button>
      </DialogContent>
    </Dialog>
  );
}

export function SwitchOffDialog({ onClose, onClosed }: DialogProps) {
  const t = useTranslations("security.secondFactor");
  const { pending, run } = useAction();
  return (
    <ConfirmDialog
      confirm={t("switchOff")}
      destructive
      pending={pending}
      onClose={onClose}
      onClosed={onClosed}
      onConfirm={() =>
        run(() => removeSecondFactorAction({}), {
          done: { title: t("switchedOff"), variant: "success" },
          failed: { title: t("failed") },
          onDone: onClose,
          onFailed: onClose,
        })
      }
    >
      <DialogTitle>{t("switchOffTitle")}</DialogTitle>
      <DialogDescription>{t("switchOffText")}</DialogDescription>
    </ConfirmDialog>
  );
}
