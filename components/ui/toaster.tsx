"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Primitive from "radix-ui/toast";
import { cn } from "./cn";
import { type Toast, useToast } from "./toast-store";

const DURATION_MS = 5_000;
const SWIPE_THRESHOLD_PX = 50;

const LOOK: Record<NonNullable<Toast["variant"]>, string> = {
  default: "border bg-popover text-popover-foreground",
  success: "bg-success text-success-foreground",
  destructive: "bg-destructive text-destructive-foreground",
};

/** Where toasts appear: announced, five seconds long, swiped away to the right, reached with F8 (specification 9). */
export function Toaster() {
  const t = useTranslations("common");
  const toast = useToast();
  const variant = toast?.variant ?? "default";
  const Icon = variant === "destructive" ? CircleAlert : CircleCheck;
  return (
    <Primitive.Provider
      label={t("notification")}
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toast && (
        <Primitive.Root
          key={toast.id}
          defaultOpen
          type="foreground"
          className={cn(
            "flex items-start gap-3 rounded-xl py-2 pr-2 pl-4 shadow-lg",
            "data-[state=open]:animate-in data-[state=open]:slide-in-from-top-4 data-[state=open]:fade-in-0",
            "data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[swipe=end]:animate-out data-[swipe=end]:slide-out-to-right-full",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            LOOK[variant],
          )}
        >
          {variant !== "default" && <Icon aria-hidden className="mt-2.5 size-5 shrink-0" />}
          <div className="min-w-0 flex-1 py-2">
            <Primitive.Title className="font-semibold">{toast.title}</Primitive.Title>
            {toast.description && <Primitive.Description>{toast.description}</Primitive.Description>}
          </div>
          <Primitive.Close
            aria-label={t("close")}
            className="grid size-11 shrink-0 place-items-center rounded-lg opacity-80 hover:opacity-100"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        </Primitive.Root>
      )}
      <Primitive.Viewport
        hotkey={["F8"]}
        label={t("notificationsRegion", { hotkey: "{hotkey}" })}
        className="pt-safe fixed inset-x-3 top-3 z-[60] mx-auto flex max-w-md flex-col outline-none"
      />
    </Primitive.Provider>
  );
}
