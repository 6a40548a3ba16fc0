import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useState } from "react";
import { PhotoBrush } from "@/components/photos/photo-brush";
import { PhotoField } from "@/components/photos/photo-field";
import { usePhoto } from "@/components/photos/use-photo";
import { AmountField, useAmountLike } from "@/components/shared/amount-field";
import { TextareaField } from "@/components/shared/field";
import { usePlatform } from "@/components/shared/platform";
import { useAction } from "@/components/shared/use-action";
import type { DialogProps } from "@/components/shared/use-dialog";
import { Button } from "@/components/ui/button";
import { DialogTitle, Modal } from "@/components/ui/dialog";
import { RadioTile } from "@/components/ui/radio-tile";
import { writePostAction } from "@/lib/actions/posts";
import { POST_TEXT } from "@/lib/domain/posts/rules";
import { parseTyped } from "@/lib/ground/money";
import { POST_AUDIENCES, POST_OUTCOMES } from "@/lib/ground/vocabulary";

type Props = DialogProps & { requestId: string; kind: "update" | "delivered" };

/** Posts an update about one's own request, or what became of the money, with a photo (giving.md). */
export function PostDialog({ requestId, kind, ...dialog }: Props) {
  const t = useTranslations("profile.requests.post");
  const problem = useTranslations("errors.fields");
  const { currency } = usePlatform();
  const amountLike = useAmountLike();
  const { pending, run } = useAction();
  const photo = usePhoto(() => undefined);
  const busy = pending || photo.isAwaited;
  const [brushing, setBrushing] = useState<File | null>(null);
  const [outcome, setOutcome] = useState<(typeof POST_OUTCOMES)[number]>("bought");
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const on = event.currentTarget;
    if (busy || !checked(on)) return;
    const photoUrl = await photo.settled().catch(() => undefined);
    // Its field says what went wrong.
    if (photoUrl === undefined) return;
    // It could be changed while the photo was sent.
    const post = checked(on);
    if (!post) return;
    const input = { ...post, photoUrl };
    run((key) => writePostAction(input, key), {
      content: JSON.stringify(input),
      done: { title: t("posted"), variant: "success" },
      failed: { title: t("failed") },
      onDone: dialog.onClose,
      onFailed: (refusal) => {
        setErrors(refusal?.fields ?? {});
        if (refusal?.code === "PHOTO_INVALID") photo.refuse(refusal.message);
      },
    });
  }

  /** What the form contains; null when the amount in it is none, which is then shown. */
  function checked(on: HTMLFormElement) {
    const form = new FormData(on);
    const left = String(form.get("leftover") ?? "").trim();
    const parsed = left === "" ? { cents: null } : parseTyped(left, currency);
    setErrors("cents" in parsed ? {} : { leftover: amountLike(problem("amountInvalid")) });
    if (!("cents" in parsed)) return null;
    return {
      requestId,
      kind,
      text: String(form.get("text")),
      audience: form.get("audience") === "givers" ? ("givers" as const) : ("everyone" as const),
      ...(kind === "delivered" && {
        outcome: POST_OUTCOMES.find((known) => known === form.get("outcome")) ?? "bought",
        leftover: parsed.cents,
      }),
    };
  }

  /** One photo is drawn over first; everything else is refused as always. */
  function take(files: readonly File[]) {
    const [file] = files;
    if (file && files.length === 1 && photo.photo.phase === "none") setBrushing(file);
    else photo.take(files);
  }

  return (
    <Modal busy={pending} aria-describedby={undefined} {...dialog}>
      <DialogTitle>{t("title", { kind })}</DialogTitle>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        {kind === "delivered" && (
          <Choice label={t("outcome")}>
            {POST_OUTCOMES.map((value) => (
              <RadioTile
                key={value}
                name="outcome"
                value={value}
                checked={outcome === value}
                onChange={() => setOutcome(value)}
              >
                {t(value)}
              </RadioTile>
            ))}
          </Choice>
        )}
        {kind === "delivered" && outcome === "cheaper" && (
          <AmountField label={t("leftover")} error={errors.leftover} name="leftover" />
        )}
        <TextareaField
          label={t("text")}
          error={errors.text}
          name="text"
          required
          rows={4}
          maxLength={POST_TEXT.max}
        />
        {brushing ? (
          <PhotoBrush
            file={brushing}
            onUse={(covered) => {
              setBrushing(null);
              photo.take([covered]);
            }}
            onCancel={() => setBrushing(null)}
          />
        ) : (
          <PhotoField control={{ ...photo, take }} />
        )}
        <Choice label={t("audience")}>
          {POST_AUDIENCES.map((value) => (
            <RadioTile key={value} name="audience" value={value} defaultChecked={value === "everyone"}>
              {t(value)}
            </RadioTile>
          ))}
        </Choice>
        <Button type="submit" className="w-full" pending={busy} disabled={brushing !== null}>
          {t("submit")}
        </Button>
      </form>
    </Modal>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-base font-medium">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
