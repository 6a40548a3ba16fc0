"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { lazily } from "@/components/shared/lazily";
import { usePlatform } from "@/components/shared/platform";
import { PopoverButton } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import { shareUrl } from "./share-targets";

const SharePopover = lazily(() => import("./share-popover").then((module) => module.SharePopover));

type Props = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  requestId: string;
  item: string;
  appUrl: string;
  label?: string;
};

/** Shares a request with the device's own dialog, otherwise by link, messenger or e-mail (specification 2). */
export function ShareControl({
  requestId,
  item,
  appUrl,
  label,
  variant = label ? "outline" : "ghost",
  size = label ? "default" : "icon",
}: Props) {
  const t = useTranslations("share");
  const { appName } = usePlatform();
  const url = shareUrl(appUrl, requestId);
  const text = t("text", { item, app: appName });

  return (
    <PopoverButton
      instead={() => shareNatively({ title: item, text, url })}
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
      popover={(place) => <SharePopover {...place} url={url} text={text} />}
    />
  );
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
