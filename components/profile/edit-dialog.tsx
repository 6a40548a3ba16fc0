import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/textarea";
import { editRequestAction } from "@/lib/actions/requests";
import { REQUEST_TEXTS } from "@/lib/domain/requests/rules";
import type { FundingRequest } from "@/lib/domain/requests/schema";

type Props = { request: FundingRequest; onClose: () => void };

/** Changes the words of a request before the first donation (D56). */
export function EditDialog({ request, onClose }: Props) {
  const t = useTranslations("profile.requests.own");
  const { pending, run } = useAction();
  const [errors, setErrors] = useState<Record<string, string>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const texts = {
      item: String(form.get("item") ?? ""),
      description: String(form.get("description") ?? ""),
    };
    run(() => editRequestAction({ id: request.id, ...texts }), {
      done: { title: t("saved"), variant: "success" },
      failed: { title: t("failed") },
      onDone: onClose,
      onFailed: (refusal) => setErrors(refusal?.fields ?? {}),
    });
  }

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
          <Button type="submit" className="w-full" disabled={pending}>
            {t("save")}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
