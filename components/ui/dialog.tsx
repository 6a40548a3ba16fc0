import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

type ModalProps = ComponentProps<typeof Primitive.Content> & {
  /** Stays in sight below what scrolls, and covers nothing of it. */
  foot?: ReactNode;
  /** It does not close now. */
  busy?: boolean;
  onClose: () => void;
  /** The dialog is gone and the focus is to be set. */
  onClosed: (event: Event) => void;
};

/**
 * A dialog that is open as long as it is rendered: a sheet from below on phones, centred on larger screens. Give it a
 * DialogTitle.
 */
export function Modal({ className, foot, busy = false, onClose, onClosed, children, ...props }: ModalProps) {
  const t = useTranslations("common");
  return (
    <Primitive.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-overlay animate-in fade-in-0" />
        <Primitive.Content
          className={cn(
            "fixed inset-x-0 bottom-0 z-50 flex max-h-[min(92dvh,100dvh-var(--toast-bottom,0px))] flex-col overflow-hidden rounded-t-2xl bg-popover text-popover-foreground shadow-xl outline-none",
            "animate-in fade-in-0 slide-in-from-bottom-8 duration-200",
            "sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:max-h-[min(92dvh,100dvh-2*var(--toast-bottom,0px))] sm:w-full default:sm:max-w-md sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl",
            className,
          )}
          onCloseAutoFocus={onClosed}
          {...props}
        >
          <div
            className={cn(
              "relative flex min-h-0 flex-col gap-4 overflow-y-auto overscroll-contain p-5",
              !foot && "pb-[max(20px,env(safe-area-inset-bottom))]",
            )}
          >
            {children}
            <Primitive.Close
              aria-label={t("close")}
              className="absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-muted"
            >
              <X aria-hidden className="size-5" />
            </Primitive.Close>
          </div>
          {foot && (
            <div className="shrink-0 border-t px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
              {foot}
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** Leaves room for the close button. */
export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title
      className={cn("default:pr-10 default:text-xl default:font-semibold", className)}
      {...props}
    />
  );
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn("default:text-muted-foreground", className)} {...props} />;
}
