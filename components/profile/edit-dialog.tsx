import { useTranslations } from "next-intl";
import { CategoryField } from "@/components/requests/category-field";
import { isLookedUp } from "@/components/requests/draft";
import { PlaceField } from "@/components/requests/place-field";
import { TextareaField } from "@/components/shared/field";
import { FormDialog } from "@/components/shared/form-dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import type { DialogProps } from "@/components/shared/use-dialog";
import { editRequestAction } from "@/lib/actions/requests";
import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { CATEGORIES } from "@/lib/ground/vocabulary";

/** Changes the words of a request before the first donation (D56). */
export function EditDialog({ request, ...dialog }: DialogProps & { request: FundingRequest }) {
  const t = useTranslations("profile.requests.own");
  const problem = useTranslations("errors.fields");
  const { pending, errors, submit } = useActionForm({
    act: async ({ item = "", description = "", category, place = "", placeId }) => {
      if (isLookedUp(place, Number(placeId))) {
        const message = problem("invalid");
        return { ok: false, code: "VALIDATION_ERROR", message, fields: { placeId: message } };
      }
      return editRequestAction({
        id: request.id,
        item,
        description,
        category: CATEGORIES.find((known) => known === category) ?? null,
        placeId: Number(placeId) || null,
      });
    },
    done: { title: t("saved"), variant: "success" },
    failed: t("failed"),
    end: dialog.onClose,
    isRepeatable: true,
  });

  return (
    <FormDialog title={t("editTitle")} submit={t("save")} pending={pending} onSubmit={submit} {...dialog}>
      {(["item", "description"] as const).map((name) => (
        <TextareaField
          key={name}
          label={t(name)}
          error={errors[name]}
          name={name}
          rows={name === "item" ? 2 : 6}
          maxLength={REQUEST_TEXTS[name].max}
          defaultValue={request[name]}
        />
      ))}
      <CategoryField defaultValue={request.category} />
      <PlaceField placeId={request.placeId} town={request.town} error={errors.placeId} />
    </FormDialog>
  );
}
