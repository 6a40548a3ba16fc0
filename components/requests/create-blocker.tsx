import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useLoginLink } from "@/components/shared/use-login-link";
import { Button } from "@/components/ui/button";

/** What stands in the way of a new request (specification 5; D8, D18). */
export type Blocker =
  | "PAYMENT_METHOD_REQUIRED"
  | "PAYMENT_DETAILS_REQUIRED"
  | "MAX_REQUESTS_REACHED"
  | "UNAUTHENTICATED";

type Props = { blocker: Blocker; limit: number };

/** Says what is missing and leads to where it can be mended. */
export function CreateBlocker({ blocker, limit }: Props) {
  const t = useTranslations("request.create");
  const login = useLoginLink();
  const [title, text] = {
    PAYMENT_METHOD_REQUIRED: [t("paymentMissingTitle"), t("paymentMissing")],
    PAYMENT_DETAILS_REQUIRED: [t("paymentIncompleteTitle"), t("paymentIncomplete")],
    MAX_REQUESTS_REACHED: [t("limitTitle"), t("limitText", { limit })],
    UNAUTHENTICATED: [t("login"), t("loginKept")],
  }[blocker];
  const ways: Partial<Record<Blocker, { label: string; href: string }>> = {
    PAYMENT_METHOD_REQUIRED: { label: t("toSettings"), href: "/profile#payment" },
    PAYMENT_DETAILS_REQUIRED: { label: t("toSettings"), href: "/profile#payment" },
    UNAUTHENTICATED: login,
  };
  const way = ways[blocker];
  return (
    <div role="status" className="flex gap-3 rounded-2xl bg-accent-soft p-4 text-accent-foreground">
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 space-y-2">
        <p className="font-semibold">{title}</p>
        <p>{text}</p>
        {way && (
          <Button asChild>
            <Link href={way.href}>{way.label}</Link>
          </Button>
        )}
      </div>
    </div>
  );
}
