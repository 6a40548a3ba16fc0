import Link from "next/link";
import { useTranslations } from "next-intl";
import { RequestPhoto } from "@/components/photos/request-photo";
import type { Helped } from "@/lib/domain/donations/types";

/** Whom a person helped: the pictures of the latest requests that they gave to; nothing when nobody. */
export function HelpedPeople({ people, isMore, requests }: Helped) {
  const t = useTranslations("myDonations");
  if (people === 0) return null;
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{t(isMore ? "helpedMore" : "helped", { people })}</h3>
      <ul className="flex flex-wrap gap-2">
        {requests.map(({ id, item, photoUrl, emoji, donations }) => (
          <li key={id} className="relative">
            <Link
              href={`/?request=${id}`}
              prefetch={false}
              aria-label={t("helpedWith", { item, donations })}
              className="grid size-14 place-items-center overflow-hidden rounded-xl border bg-muted text-[24px] leading-none"
            >
              {photoUrl === null ? (
                <span aria-hidden>{emoji}</span>
              ) : (
                <RequestPhoto photoUrl={photoUrl} item={item} shape="tile" />
              )}
            </Link>
            {donations > 1 && (
              <span
                aria-hidden
                className="pointer-events-none absolute -top-1.5 -right-1.5 rounded-full bg-primary px-1.5 text-xs font-bold text-primary-foreground tabular-nums"
              >
                {donations}×
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
