import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import type { DialogProps } from "./use-dialog";

type Props = DialogProps & {
  title: string;
  /** What there is to know before it is filled in. */
  text?: string;
  /** Shown between the text and the form. */
  about?: ReactNode;
  /** The fields. */
  children: ReactNode;
  submit: string;
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** A form in a dialog, which stays open while it is sent. */
export function FormDialog({ title, text, about, children, submit, pending, onSubmit, ...dialog }: Props) {
  return (
    <Modal busy={pending} {...(text === undefined && { "aria-describedby": undefined })} {...dialog}>
      <DialogTitle>{title}</DialogTitle>
      {text !== undefined && <DialogDescription>{text}</DialogDescription>}
      {about}
      <form method="post" noValidate onSubmit={onSubmit} className="space-y-4">
        {children}
        <Button type="submit" className="w-full" pending={pending}>
          {submit}
        </Button>
      </form>
    </Modal>
  );
}
