import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { QrCode } from "@/components/requests/qr-code";
import { InputField } from "@/components/shared/field";
import { FormDialog } from "@/components/shared/form-dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import type { DialogProps } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { confirmSecondFactorAction } from "@/lib/actions/security";
import type { NewSecondFactor } from "@/lib/domain/security/types";

type SetUpProps = DialogProps & { offer: NewSecondFactor; onOn: (codes: string[]) => void };

/** Shows the key for the authenticator app, and asks for its first code. */
export function SetUpDialog({ offer, onOn, ...dialog }: SetUpProps) {
  const t = useTranslations("security.secondFactor");
  const { pending, errors, submit } = useActionForm({
    act: ({ code = "" }) => confirmSecondFactorAction({ code }),
    done: { title: t("switchedOn"), variant: "success" },
    failed: t("failed"),
    onDone: onOn,
  });
  const about = (
    <>
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
    </>
  );
  return (
    <FormDialog
      title={t("setUpTitle")}
      text={t("scan")}
      about={about}
      submit={t("confirm")}
      pending={pending}
      onSubmit={submit}
      {...dialog}
    >
      <InputField
        label={t("code")}
        error={errors.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
    </FormDialog>
  );
}

type CodesProps = DialogProps & { codes: readonly string[] };

/** Recovery codes, shown once. */
export function CodesDialog({ codes, ...dialog }: CodesProps) {
  const t = useTranslations("security.secondFactor");
  const share = useTranslations("share");

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: t("copied"), variant: "success" });
    } catch {
      toast({ title: share("failedTitle"), variant: "destructive" });
    }
  }

  return (
    <Modal onInteractOutside={(event) => event.preventDefault()} {...dialog}>
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
      <Button onClick={dialog.onClose}>{t("kept")}</Button>
    </Modal>
  );
}
