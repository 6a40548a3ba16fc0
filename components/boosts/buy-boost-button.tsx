"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentProps, useRef } from "react";
import { lazily } from "@/components/shared/lazily";
import { Button } from "@/components/ui/button";
import type { BoostType, Tier } from "@/lib/ground/vocabulary";
import { boostSelectionHref, readBoostSelection } from "./selection";

const PurchaseDialog = lazily(() => import("./purchase-dialog"), "PurchaseDialog");

type Props = ComponentProps<typeof Button> & {
  boostType: BoostType;
  /** How many of these the person has. */
  owned: number;
  tier: Tier;
  /** Before the browser goes to the payment page. */
  onLeave?: () => void;
};

/**
 * Opens the purchase of one kind of boost, as does its address (specification 2, `?boost=…`). Opening adds a history
 * entry, which closing or the back button removes; a purchase that the page was loaded with is closed in place.
 */
export function BuyBoostButton({ boostType, owned, tier, onLeave, ...props }: Props) {
  const selection = readBoostSelection(useSearchParams());
  const pathname = usePathname();
  const button = useRef<HTMLButtonElement>(null);
  const pushed = useRef(false);

  function open() {
    pushed.current = true;
    window.history.pushState(null, "", boostSelectionHref(pathname, { boostType, quantity: 1 }));
  }

  function close() {
    if (pushed.current) window.history.back();
    else window.history.replaceState(null, "", pathname);
    pushed.current = false;
  }

  return (
    <>
      <Button ref={button} aria-haspopup="dialog" onClick={open} {...props} />
      {selection?.boostType === boostType && (
        <PurchaseDialog
          selection={selection}
          owned={owned}
          tier={tier}
          onLeave={onLeave}
          onClose={close}
          onClosed={(event) => {
            event.preventDefault();
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}
