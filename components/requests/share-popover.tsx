import { Mail, MessageCircle, Printer, QrCode as QrCodeIcon, Send } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ComponentType, useState } from "react";
import { AnchoredPopover } from "@/components/shared/anchored-popover";
import { lazily } from "@/components/shared/lazily";
import type { PopoverPlace } from "@/components/shared/popover-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { CopyLink } from "./copy-link";

const QrCode = lazily(
  () => import("./qr-code"),
  "QrCode",
  () => <Skeleton className="mx-auto mt-2 size-48" />,
);

const WINDOW = "width=600,height=400,noopener,noreferrer";

type Target = {
  name: string;
  icon: ComponentType<ComponentProps<"svg">>;
  /** Where the service shares a link and a sentence. */
  address: (url: string, text: string) => string;
};

const encoded = encodeURIComponent;

const TARGETS: readonly Target[] = [
  {
    name: "WhatsApp",
    icon: MessageCircle,
    address: (url, text) => `https://wa.me/?text=${encoded(`${text} ${url}`)}`,
  },
  {
    name: "Telegram",
    icon: Send,
    address: (url, text) => `https://t.me/share/url?url=${encoded(url)}&text=${encoded(text)}`,
  },
  {
    name: "X",
    icon: XMark,
    address: (url, text) => `https://x.com/intent/post?url=${encoded(url)}&text=${encoded(text)}`,
  },
  {
    name: "Facebook",
    icon: FacebookMark,
    address: (url) => `https://www.facebook.com/sharer/sharer.php?u=${encoded(url)}`,
  },
];

type Props = PopoverPlace & {
  url: string;
  text: string;
  /** The person's own request, which has a gift link. */
  posterOf: string | null;
};

/** The ways to share where the device has no dialog: link, messengers, e-mail, QR code. */
export function SharePopover({ url, text, posterOf, ...place }: Props) {
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
        {TARGETS.map(({ name, icon: Icon, address }) => (
          <li key={name}>
            <Button
              variant="ghost"
              className="w-full justify-start"
              onClick={() => window.open(address(url, text), "_blank", WINDOW)}
            >
              <Icon aria-hidden />
              {name}
            </Button>
          </li>
        ))}
        <li>
          <Button variant="ghost" className="w-full justify-start" asChild>
            <a href={`mailto:?subject=${encoded(text)}&body=${encoded(`${text}\n\n${url}`)}`}>
              <Mail aria-hidden />
              {t("email")}
            </a>
          </Button>
        </li>
      </ul>
      <ShowQrCode url={url} />
      {posterOf !== null && <Posters requestId={posterOf} />}
    </AnchoredPopover>
  );
}

/** The request on paper (giving.md). */
function Posters({ requestId }: { requestId: string }) {
  const t = useTranslations("share");
  return (["poster", "card"] as const).map((kind) => (
    <Button key={kind} variant="ghost" className="w-full justify-start" asChild>
      <a href={`/api/requests/${requestId}/poster?size=${kind === "poster" ? "a4" : "a6"}`} download>
        <Printer aria-hidden />
        {t(kind)}
      </a>
    </Button>
  ));
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

/** The marks of services that lucide has no icon of, in the text's colour. */

function XMark(props: ComponentProps<"svg">) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" {...props}>
      <path d="M2.8 3h5.1l13.3 18h-5.1zM20.4 2.5l-7.6 8.6M11 13.2l-7.4 8.3" />
    </svg>
  );
}

function FacebookMark(props: ComponentProps<"svg">) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor" {...props}>
      <path d="M12 1.5a10.5 10.5 0 0 0-1.75 20.85V15H7.6v-3.1h2.65V9.6c0-2.7 1.6-4.2 4-4.2 1.1 0 2.25.2 2.25.2v2.6h-1.3c-1.3 0-1.7.8-1.7 1.65v2.05h2.9l-.47 3.1H13.5v7.38A10.5 10.5 0 0 0 12 1.5z" />
    </svg>
  );
}
