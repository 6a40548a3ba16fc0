import { CircleAlert, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { DismissableLayer, FocusScope, Presence } from "radix-ui/internal";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { buttonVariants } from "./button";
import { cn } from "./cn";
import {
  useCountdown,
  useOwnPlace,
  usePageLeave,
  useSwipeAway,
  useToastKeys,
  useWindowFocus,
} from "./toast-hooks";
import type { ShownToast, Toast } from "./toast-store";

const DURATION_MS = 5_000;

const STYLES: Record<NonNullable<Toast["variant"]>, string> = {
  default: "border bg-popover text-popover-foreground",
  success: "bg-success text-success-foreground",
  destructive: "bg-destructive text-destructive-foreground",
};

/**
 * One toast. Its time stops while the person is on it, or not in this window. That of a success goes with its page.
 */
export function ToastCard({ toast }: { toast: ShownToast }) {
  const t = useTranslations("common");
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  const [open, setOpen] = useState(true);
  const [visited, setVisited] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const atWindow = useWindowFocus();
  const swipe = useSwipeAway(() => setOpen(false));
  const busy = visited || focused || hovered || swipe.offset !== null;
  useOwnPlace(card, open);
  useCountdown(DURATION_MS, { running: open && atWindow && !busy, onEnd: close });
  usePageLeave(toast.toNextPage ?? false, () => toast.variant === "success" && close());
  useToastKeys(card, { open, onVisit: () => setVisited(true), onLeave: leave, onDismiss: close });

  /** Returns the focus to where it was before the toast. */
  function leave() {
    origin.current?.focus();
    setVisited(false);
  }

  function close() {
    if (card.current?.contains(document.activeElement)) leave();
    setOpen(false);
  }

  function rememberOrigin({ relatedTarget }: FocusEvent) {
    if (!card.current?.contains(relatedTarget)) origin.current = relatedTarget as HTMLElement | null;
    setFocused(true);
  }

  /** After F8, Tab past the toast returns to where the person was, not to what follows in the page. */
  function leaveAtEdge(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Tab" || !visited) return;
    const stops = [event.currentTarget, ...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
    if (document.activeElement !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
    event.preventDefault();
    leave();
  }

  const variant = toast.variant ?? "default";
  const Icon = variant === "destructive" ? CircleAlert : CircleCheck;
  return (
    // A branch, so that pressing a toast does not close the popover that caused it.
    <DismissableLayer.Branch>
      {visited && (
        // Pauses the focus trap of an open dialog.
        <FocusScope.Root
          onMountAutoFocus={(event) => {
            event.preventDefault();
            card.current?.focus();
          }}
          onUnmountAutoFocus={(event) => event.preventDefault()}
        />
      )}
      <Presence.Root present={open}>
        <article
          ref={card}
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          aria-describedby={toast.description && `${id}-text`}
          data-state={open ? "open" : "closed"}
          data-swiped={swipe.away || undefined}
          style={swipe.offset === null ? undefined : { translate: `${swipe.offset}px` }}
          onFocus={rememberOrigin}
          onBlur={({ relatedTarget }) => setFocused(card.current?.contains(relatedTarget) ?? false)}
          onKeyDown={leaveAtEdge}
          onPointerEnter={() => setHovered(true)}
          onPointerLeave={() => setHovered(false)}
          {...swipe.handlers}
          className={cn(
            "pointer-events-auto flex touch-pan-y items-start gap-3 rounded-xl py-2 pr-2 pl-4 shadow-lg select-none",
            "data-[state=open]:animate-in data-[state=open]:slide-in-from-top-4 data-[state=open]:fade-in-0",
            "data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-swiped:slide-out-to-right-full",
            swipe.offset === null && "transition-[translate]",
            STYLES[variant],
          )}
        >
          {variant !== "default" && <Icon aria-hidden className="mt-2.5 size-5 shrink-0" />}
          <div className="min-w-0 flex-1 py-2 [overflow-wrap:anywhere]">
            <p id={`${id}-title`} className="font-semibold">
              {toast.title}
            </p>
            {toast.description && <p id={`${id}-text`}>{toast.description}</p>}
            {toast.link && (
              <Link
                href={toast.link.href}
                draggable={false}
                onClick={close}
                className={cn(buttonVariants({ variant: "link" }), "-mb-2 px-0 text-left text-current")}
              >
                {toast.link.label}
              </Link>
            )}
          </div>
          <button
            type="button"
            aria-label={t("close")}
            onClick={close}
            className="grid size-11 shrink-0 place-items-center rounded-lg opacity-80 hover:opacity-100"
          >
            <X aria-hidden className="size-5" />
          </button>
        </article>
      </Presence.Root>
    </DismissableLayer.Branch>
  );
}
