import { useTranslations } from "next-intl";
import { CategoryField } from "@/components/requests/category-field";
import { PlaceField } from "@/components/requests/place-field";
import { Field } from "@/components/shared/field";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/textarea";
import { editRequestAction } from "@/lib/actions/requests";
import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";
import { CATEGORIES } from "@/lib/ground/vocabulary";

type Props = { request: FundingRequest; onClose: () => void };

/** Changes the words of a request before the first donation (D56). */
export function EditDialog({ request, onClose }: Props) {
  const t = useTranslations("profile.requests.own");
  const { pending, errors, submit } = useActionForm({
    act: ({ item = "", description = "", category, placeId }) =>
      editRequestAction({
        id: request.id,
        item,
        description,
        category: CATEGORIES.find((known) => known === category) ?? null,
        placeId: Number(placeId) || null,
      }),
    done: { title: t("saved"), variant: "success" },
    failed: t("failed"),
    onDone: onClose,
  });

  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>{t("editTitle")}</DialogTitle>
        <form method="post" noValidate onSubmit={submit} className="space-y-4">
          <Field label={t("item")} error={errors.item}>
            {(control) => (
              <Textarea
                {...control}
                name="item"
                rows={2}
                maxLength={REQUEST_TEXTS.item.max}
                defaultValue={request.item}
              />
            )}
          </Field>
          <Field label={t("description")} error={errors.description}>
            {(control) => (
              <Textarea
                {...control}
                name="description"
                rows={6}
                maxLength={REQUEST_TEXTS.description.max}
                defaultValue={request.description}
              />
            )}
          </Field>
          <CategoryField defaultValue={request.category} />
          <PlaceField placeId={request.placeId} town={request.town} error={errors.placeId} />
          <Button type="submit" className="w-full" disabled={pending}>
            {t("save")}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
