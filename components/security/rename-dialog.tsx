import { useTranslations } from "next-intl";
import { InputField } from "@/components/shared/field";
import { FormDialog } from "@/components/shared/form-dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import type { DialogProps } from "@/components/shared/use-dialog";
import { renamePasskeyAction } from "@/lib/actions/security";
import { MAX_PASSKEY_NAME } from "@/lib/domain/security/rules";

type Props = DialogProps & { id: string; name: string };

/** Gives a passkey another name. */
export function RenameDialog({ id, name, ...dialog }: Props) {
  const t = useTranslations("security.passkeys");
  const common = useTranslations("common");
  const { pending, errors, submit } = useActionForm({
    act: ({ name: typed = "" }) => renamePasskeyAction({ id, name: typed }),
    done: { title: t("renamed"), variant: "success" },
    failed: t("notRenamed"),
    end: dialog.onClose,
    isRepeatable: true,
  });
  return (
    <FormDialog
      title={t("rename", { name })}
      submit={common("save")}
      pending={pending}
      onSubmit={submit}
      {...dialog}
    >
      <InputField
        label={t("name")}
        error={errors.name}
        name="name"
        autoComplete="off"
        maxLength={MAX_PASSKEY_NAME}
        defaultValue={name}
      />
    </FormDialog>
  );
}
