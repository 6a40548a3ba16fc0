import Link from "next/link";
import { useTranslations } from "next-intl";
import { Night } from "./night";

/** Says in which night's books a donation is, and leads to where a browser checks it (firsts.md, Open kas). */
export function InBooks({ night, query }: { night: string; query: string }) {
  const t = useTranslations("openBooks");
  return (
    <p className="text-sm text-muted-foreground">
      {t.rich("inBooks", { night: () => <Night night={night} /> })}{" "}
      <Link
        href={`/open-books/check?${query}`}
        prefetch={false}
        className="font-medium text-foreground underline underline-offset-4"
      >
        {t("checkIt")}
      </Link>
    </p>
  );
}
