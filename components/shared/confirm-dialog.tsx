import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";

type Props = {
  /** A DialogTitle, a DialogDescription and more. */
  children: ReactNode;
  /** "Cancel", unless it says otherwise. */
  cancel?: string;
  confirm: string;
  destructive?: boolean;
  /** The button that leaves everything as it is is the stronger one. */
  isKeepingStronger?: boolean;
  /** What was confirmed is being done. */
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/** A question with two answers; it stays open while what was confirmed is being done. */
export function ConfirmDialog({ children, pending, onClose, ...props }: Props) {
  const common = useTranslations("common");
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent role="alertdialog" onCloseAutoFocus={props.onClosed}>
        {children}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button
            variant={props.isKeepingStronger ? "default" : "outline"}
            aria-disabled={pending || undefined}
            onClick={() => !pending && onClose()}
          >
            {props.cancel ?? common("cancel")}
          </Button>
          <Button
            variant={props.destructive ? "destructive" : props.isKeepingStronger ? "outline" : "default"}
            pending={pending}
            onClick={() => !pending && props.onConfirm()}
          >
            {props.confirm}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
