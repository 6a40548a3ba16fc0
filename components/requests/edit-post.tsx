import { useTranslations } from "next-intl";
import { TextareaField } from "@/components/shared/field";
import { FormDialog } from "@/components/shared/form-dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import type { DialogProps } from "@/components/shared/use-dialog";
import { editPostAction } from "@/lib/actions/posts";
import { POST_TEXT } from "@/lib/domain/posts/rules";
import type { Post } from "@/lib/domain/posts/schema";

type Props = DialogProps & { post: Post; onChanged: (post: Post) => void };

/** Changes the words of one's own post. */
export function EditPost({ post: { id, text }, onChanged, ...dialog }: Props) {
  const t = useTranslations("request.story.posts");
  const requests = useTranslations("profile.requests");
  const { pending, errors, submit } = useActionForm({
    act: ({ text: words = "" }) => editPostAction({ id, text: words }),
    done: { title: requests("own.saved"), variant: "success" },
    failed: t("failed"),
    onDone: onChanged,
    end: dialog.onClose,
    isRepeatable: true,
  });
  return (
    <FormDialog
      title={t("edit")}
      submit={requests("own.save")}
      pending={pending}
      onSubmit={submit}
      {...dialog}
    >
      <TextareaField
        label={requests("post.text")}
        error={errors.text}
        name="text"
        rows={5}
        maxLength={POST_TEXT.max}
        defaultValue={text}
      />
    </FormDialog>
  );
}
