import { PackageCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { PublicUser } from "@/lib/domain/users/schema";

/** Of how many requests somebody showed what became of the money (giving.md); nothing before any money arrived. */
export function Delivered({ delivered: { of, done } }: Pick<PublicUser, "delivered">) {
  const t = useTranslations("people");
  if (of === 0) return null;
  return (
    <span className="flex items-center gap-1.5 text-sm">
      <PackageCheck aria-hidden className="size-4 shrink-0 text-primary" />
      {t("delivered", { of, done })}
    </span>
  );
}
