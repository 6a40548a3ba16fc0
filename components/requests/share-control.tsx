"use client";

import {
  AtSign,
  Check,
  Copy,
  Mail,
  MessageCircle,
  QrCode as QrCodeIcon,
  Send,
  Share2,
  ThumbsUp,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { usePlatform } from "@/components/shared/platform";
import { PopoverButton } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast-store";
import { type ShareTarget, shareAddress, shareUrl } from "./share-targets";

const QrCode = dynamic(() => import("./qr-code").then((module) => module.QrCode), {
  loading: () => <Skeleton className="mx-auto mt-2 size-48" />,
});

const COPIED_MS = 2_000;
const WINDOW = "width=600,height=400,noopener,noreferrer";

const TARGETS = [
  { target: "whatsapp", icon: MessageCircle, name: "WhatsApp" },
  { target: "telegram", icon: Send, name: "Telegram" },
  { target: "x", icon: AtSign, name: "X" },
  { target: "facebook", icon: ThumbsUp, name: "Facebook" },
] as const satisfies { target: ShareTarget; icon: typeof Mail; name: string }[];

type Props = { requestId: string; item: string; appUrl: string; label?: string };

/** Shares a request by the device's own means, or else by link, messenger or e-mail (specification 2). */
export function ShareControl({ requestId, item, appUrl, label }: Props) {
  const t = useTranslations("share");
  const { appName } = usePlatform();
  const url = shareUrl(appUrl, requestId);
  const text = t("text", { item, app: appName });

  return (
    <PopoverButton
      label={t("title")}
      align="end"
      className="max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto"
      instead={() => shareNatively({ title: item, text, url })}
      trigger={(trigger) => (
        <Button
          variant={label ? "outline" : "ghost"}
          size={label ? "default" : "icon"}
          aria-label={t("shareItem", { item })}
          {...trigger}
        >
          <Share2 aria-hidden />
          {label}
        </Button>
      )}
    >
      <CopyLink url={url} />
      <ul>
        {TARGETS.map(({ target, icon: Icon, name }) => (
          <li key={target}>
            <Button
              variant="ghost"
              className="w-full justify-start"
              onClick={() => window.open(shareAddress(target, { url, text }), "_blank", WINDOW)}
            >
              <Icon aria-hidden />
              {name}
            </Button>
          </li>
        ))}
        <li>
          <Button variant="ghost" className="w-full justify-start" asChild>
            <a href={shareAddress("email", { url, text })}>
              <Mail aria-hidden />
              {t("email")}
            </a>
          </Button>
        </li>
      </ul>
      <ShowQrCode url={url} />
    </PopoverButton>
  );
}

/** Whether the device offered its own way of sharing; changing one's mind there is an answer too. */
async function shareNatively(data: ShareData): Promise<boolean> {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}

function CopyLink({ url }: { url: string }) {
  const t = useTranslations("share");
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: t("copiedTitle"), description: t("copiedText"), variant: "success" });
    } catch {
      toast({ title: t("failedTitle"), description: t("failedText"), variant: "destructive" });
    }
  }

  return (
    <Button variant="secondary" className="mb-1 w-full justify-start" onClick={copy}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {t(copied ? "copied" : "copy")}
    </Button>
  );
}

/** For whoever sits next to you: the link as a picture for their camera. */
function ShowQrCode({ url }: { url: string }) {
  const t = useTranslations("share");
  const [shown, setShown] = useState(false);

  return (
    <>
      <Button
        variant="ghost"
        className="w-full justify-start"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <QrCodeIcon aria-hidden />
        {t("qrCode")}
      </Button>
      {shown && <QrCode text={url} label={t("qrCodeLabel")} />}
    </>
  );
}
