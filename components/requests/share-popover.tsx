import { Mail, MessageCircle, QrCode as QrCodeIcon, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ComponentType, useState } from "react";
import { AnchoredPopover } from "@/components/shared/anchored-popover";
import { lazily } from "@/components/shared/lazily";
import type { PopoverPlace } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { CopyLink } from "./copy-link";
import { FacebookMark, XMark } from "./share-marks";
import { type ShareTarget, shareAddress } from "./share-targets";

const QrCode = lazily(
  () => import("./qr-code").then((module) => module.QrCode),
  () => <Skeleton className="mx-auto mt-2 size-48" />,
);

const WINDOW = "width=600,height=400,noopener,noreferrer";

const TARGETS = [
  { target: "whatsapp", icon: MessageCircle, name: "WhatsApp" },
  { target: "telegram", icon: Send, name: "Telegram" },
  { target: "x", icon: XMark, name: "X" },
  { target: "facebook", icon: FacebookMark, name: "Facebook" },
] as const satisfies { target: ShareTarget; icon: ComponentType<ComponentProps<"svg">>; name: string }[];

type Props = PopoverPlace & { url: string; text: string };

/** The ways to share where the device has no dialog: link, messengers, e-mail, QR code. */
export function SharePopover({ url, text, ...place }: Props) {
  const t = useTranslations("share");
  return (
    <AnchoredPopover
      {...place}
      label={t("title")}
      align="end"
      className="max-h-(--radix-popover-content-available-height) w-64 overflow-y-auto"
    >
      <CopyLink url={url} className="mb-1 justify-start" />
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
    </AnchoredPopover>
  );
}

/** The link as a picture, for the camera of a person nearby. */
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
