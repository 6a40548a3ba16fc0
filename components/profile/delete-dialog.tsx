import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/shared/action-dialog";
import type { DialogProps } from "@/components/shared/use-dialog";
import { useMoney } from "@/components/shared/use-money";
import { deleteRequestAction } from "@/lib/actions/requests";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = DialogProps & { request: FundingRequest; onDeleted: () => void };

/** Asks before a request is deleted, and says what happens to the donations (D21). */
export function DeleteDialog({ request: { id, item, raised }, onDeleted, ...dialog }: Props) {
  const t = useTranslations("profile.requests.delete");
  const toasts = useTranslations("toasts");
  const money = useMoney();

  async function remove() {
    const result = await deleteRequestAction({ id });
    // It may have been deleted elsewhere. Any other refusal has one text (specification 8).
    if (result.ok || result.code === "NOT_FOUND") return { ok: true, data: null } as const;
    throw new Error(result.code);
  }

  return (
    <ActionDialog
      title={t("title")}
      text={t("text", { item })}
      confirm={t("confirm")}
      working={t("deleting")}
      destructive
      act={remove}
      done={{ title: toasts("requestDeleted.title"), variant: "success" }}
      failed={{ title: toasts("deleteFailed.title"), text: toasts("deleteFailed.text") }}
      onDone={onDeleted}
      {...dialog}
    >
      {raised > 0 && <p>{t("raised", { amount: money(raised) })}</p>}
    </ActionDialog>
  );
}
