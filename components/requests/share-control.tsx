"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { usePlatform } from "@/components/shared/platform";
import { PopoverButton } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import type { GiftLink } from "@/lib/domain/guests/schema";
import { send } from "@/lib/web/http";
import { shareUrl } from "./share-url";

const SharePopover = lazily(() => import("./share-popover"), "SharePopover");

type Props = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  requestId: string;
  item: string;
  label?: string;
  /** Of the person's own: then its gift link is shared, by which others give without an account (giving.md). */
  isOwn?: boolean;
};

/** Shares a request with the device's own dialog, otherwise by link, messenger or e-mail (specification 2). */
export function ShareControl({
  requestId,
  item,
  label,
  isOwn = false,
  variant = label ? "outline" : "ghost",
  size = label ? "default" : "icon",
}: Props) {
  const t = useTranslations("share");
  const { appName, appUrl } = usePlatform();
  const [giftUrl, setGiftUrl] = useState<string | null>(null);
  const url = giftUrl ?? shareUrl(appUrl, requestId);
  const text = t("text", { item, app: appName });

  /** Asked for each time: it may have been revoked. Without an answer the link of everybody is shared. */
  async function urlNow(): Promise<string> {
    if (!isOwn) return url;
    const made = await giftLinkOf(requestId).catch(() => null);
    setGiftUrl(made);
    return made ?? shareUrl(appUrl, requestId);
  }

  return (
    <PopoverButton
      instead={async () => shareNatively({ title: item, text, url: await urlNow() })}
      trigger={(trigger) => (
        <Button
          variant={variant}
          size={size}
          aria-label={label ? `${label}: ${item}` : t("shareItem", { item })}
          {...trigger}
        >
          <Share2 aria-hidden />
          {label}
        </Button>
      )}
      popover={(place) => (
        <SharePopover
          {...place}
          url={url}
          text={text}
          posterOf={isOwn && giftUrl !== null ? requestId : null}
        />
      )}
    />
  );
}

async function giftLinkOf(requestId: string): Promise<string> {
  return (await send<GiftLink>("POST", `/api/requests/${requestId}/gift-link`)).url;
}

/** Whether the device has a sharing dialog; cancelling it counts too. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
