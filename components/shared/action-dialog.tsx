import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogDescription, DialogTitle, Modal } from "@/components/ui/dialog";
import type { ActionResult } from "@/lib/web/action";
import { type RunOptions, useAction } from "./use-action";
import type { DialogProps } from "./use-dialog";

type Props<T> = DialogProps &
  Pick<RunOptions<T>, "done" | "failed"> & {
    title: ReactNode;
    text: ReactNode;
    /** What else there is to know before an answer. */
    children?: ReactNode;
    confirm: string;
    /** The text of `confirm` while it is being done. */
    working?: string;
    /** "Cancel", unless it says otherwise. */
    cancel?: string;
    destructive?: boolean;
    /** The cancel button is the filled one. */
    isKeepingStronger?: boolean;
    act: (idempotencyKey: string) => Promise<ActionResult<T>>;
    /** Runs before the dialog closes. */
    onDone?: (data: T) => void;
    /** A refusal closes the dialog. */
    isOverWhenRefused?: boolean;
  };

/** A question before a server action; it stays open while what was confirmed is being done. */
export function ActionDialog<T>({ title, text, children, act, done, failed, onDone, ...props }: Props<T>) {
  const { confirm, working = confirm, cancel, destructive, isKeepingStronger } = props;
  const { isOverWhenRefused, onClose, onClosed } = props;
  const common = useTranslations("common");
  const { pending, run } = useAction();

  const answer = () =>
    run(act, {
      ...(done && { done }),
      failed,
      onDone: (data) => {
        onDone?.(data);
        onClose();
      },
      onFailed: () => isOverWhenRefused && onClose(),
    });

  return (
    <Modal role="alertdialog" busy={pending} onClose={onClose} onClosed={onClosed}>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription className="[overflow-wrap:anywhere]">{text}</DialogDescription>
      {children}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button
          variant={isKeepingStronger ? "default" : "outline"}
          aria-disabled={pending || undefined}
          onClick={() => !pending && onClose()}
        >
          {cancel ?? common("cancel")}
        </Button>
        <Button
          variant={destructive ? "destructive" : isKeepingStronger ? "outline" : "default"}
          pending={pending}
          onClick={() => !pending && answer()}
        >
          {pending ? working : confirm}
        </Button>
      </div>
    </Modal>
  );
}
