import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { removePasskeyAction, renamePasskeyAction } from "@/lib/actions/security";
import { MAX_PASSKEY_NAME } from "@/lib/domain/security/rules";

type Props = { id: string; name: string; onClose: () => void; onClosed: (event: Event) => void };

export function RenameDialog({ id, name, onClose, onClosed }: Props) {
  const t = useTranslations("security.passkeys");
  const common = useTranslations("common");
  const { pending, errors, submit } = useActionForm({
    act: ({ name: typed = "" }) => renamePasskeyAction({ id, name: typed }),
    done: { title: t("renamed"), variant: "success" },
    failed: t("notRenamed"),
    onDone: onClose,
  });

  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent onCloseAutoFocus={onClosed} aria-describedby={undefined}>
        <DialogTitle>{t("rename", { name })}</DialogTitle>
        <form noValidate onSubmit={submit} className="space-y-4">
          <Field label={t("name")} error={errors.name}>
            {(control) => (
              <Input
                {...control}
                name="name"
                autoComplete="off"
                maxLength={MAX_PASSKEY_NAME}
                defaultValue={name}
              />
            )}
          </Field>
          <Button type="submit" className="w-full" pending={pending}>
            {common("save")}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}

export function RemoveDialog({ id, name, onClose, onClosed }: Props) {
  const t = useTranslations("security.passkeys");
  const { pending, run } = useAction();
  return (
    <ConfirmDialog
      confirm={t("removeConfirm")}
      destructive
      pending={pending}
      onClose={onClose}
      onClosed={onClosed}
      onConfirm={() =>
        run(() => removePasskeyAction({ id }), {
          done: { title: t("removed"), variant: "success" },
          failed: { title: t("notRemoved") },
          onDone: onClose,
          onFailed: onClose,
        })
      }
    >
      <DialogTitle>{t("removeTitle")}</DialogTitle>
      <DialogDescription>{t("removeText", { name })}</DialogDescription>
    </ConfirmDialog>
  );
}
