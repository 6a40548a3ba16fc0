import { useTranslations } from "next-intl";
import { ConfirmDialog } from "@/components/shared/confirm-dialog";
import { Field } from "@/components/shared/field";
import { useAction } from "@/components/shared/use-action";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "@/components/ui/dialog";
import { Textarea } from "@/components/ui/textarea";
import { deletePostAction, editPostAction } from "@/lib/actions/posts";
import { POST_TEXT } from "@/lib/domain/posts/rules";
import type { Post } from "@/lib/domain/posts/schema";

type Props = {
  post: Post;
  what: "edit" | "delete";
  onChanged: (post: Post) => void;
  onDeleted: () => void;
  onClose: () => void;
};

/** Changes the words of one's own post, or deletes it. */
export function ChangePost({ what, ...props }: Props) {
  return what === "edit" ? <EditPost {...props} /> : <DeletePost {...props} />;
}

function EditPost({ post: { id, text }, onChanged, onClose }: Omit<Props, "what">) {
  const t = useTranslations("request.story.posts");
  const requests = useTranslations("profile.requests");
  const { pending, errors, submit } = useActionForm({
    act: ({ text: words = "" }) => editPostAction({ id, text: words }),
    done: { title: requests("own.saved"), variant: "success" },
    failed: t("failed"),
    onDone: (post) => {
      onChanged(post);
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogTitle>{t("edit")}</DialogTitle>
        <form method="post" noValidate onSubmit={submit} className="space-y-4">
          <Field label={requests("post.text")} error={errors.text}>
            {(control) => (
              <Textarea {...control} name="text" rows={5} maxLength={POST_TEXT.max} defaultValue={text} />
            )}
          </Field>
          <Button type="submit" className="w-full" disabled={pending}>
            {requests("own.save")}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function DeletePost({ post: { id }, onDeleted, onClose }: Omit<Props, "what">) {
  const t = useTranslations("request.story.posts");
  const { pending, run } = useAction();
  const remove = () =>
    run(() => deletePostAction({ id }), {
      failed: { title: t("failed") },
      onDone: () => {
        onDeleted();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      destructive
      confirm={t("delete")}
      pending={pending}
      onConfirm={remove}
      onClose={onClose}
      onClosed={() => undefined}
    >
      <DialogTitle>{t("deleteTitle")}</DialogTitle>
      <DialogDescription>{t("deleteText")}</DialogDescription>
    </ConfirmDialog>
  );
}
