import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { InputField, SelectField } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { viewAt } from "@/lib/web/office";

export type Filter = {
  name: string;
  label: string;
  value: string | null;
  /** What can be chosen, beside everything; without it a text is typed. */
  options?: readonly { value: string; label: string }[];
  /** One of the options, not everything. */
  isRequired?: boolean;
};

/** Narrows a list of the office by its address, so that the view can be sent to a colleague. */
export async function Filters({ path, filters }: { path: string; filters: readonly Filter[] }) {
  const t = await getTranslations("office.list");
  return (
    <form method="get" action={path} className="mb-4 flex flex-wrap items-end gap-3">
      {filters.map(({ name, label, value, options, isRequired }) => (
        <div key={name} className="min-w-40 max-sm:w-full">
          {options ? (
            <SelectField label={label} name={name} defaultValue={value ?? ""} options={options}>
              {!isRequired && <option value="">{t("all")}</option>}
            </SelectField>
          ) : (
            <InputField label={label} name={name} defaultValue={value ?? ""} autoComplete="off" />
          )}
        </div>
      ))}
      <Button type="submit" variant="outline" className="min-h-12 max-sm:w-full">
        {t("show")}
      </Button>
    </form>
  );
}

type PagerProps = {
  /** The address of the list, and what it is narrowed to. */
  path: string;
  query?: Record<string, string | null>;
  /** Where this page begins; null for the first one. */
  cursor: string | null;
  /** Where the next page begins; null for the last one. */
  next: string | null;
};

/** The way through the pages of a list. */
export async function Pager({ path, query = {}, cursor, next }: PagerProps) {
  const t = await getTranslations("office.list");
  if (cursor === null && next === null) return null;
  return (
    <nav aria-label={t("pages")} className="mt-4 flex flex-wrap gap-3">
      {cursor !== null && <PageLink href={viewAt(path, query)} text={t("first")} />}
      {next !== null && <PageLink href={viewAt(path, { ...query, cursor: next })} text={t("next")} />}
    </nav>
  );
}

function PageLink({ href, text }: { href: string; text: string }) {
  return (
    <Button asChild variant="outline">
      <Link href={href} prefetch={false}>
        {text}
      </Link>
    </Button>
  );
}
