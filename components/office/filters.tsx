import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { InputField, SelectField } from "@/components/shared/field";
import { Button } from "@/components/ui/button";

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
  /** The address of the first page, where this is another one. */
  first: string | null;
  /** The address of the next page. */
  next: string | null;
};

/** The way through the pages of a list. */
export async function Pager({ first, next }: PagerProps) {
  const t = await getTranslations("office.list");
  if (first === null && next === null) return null;
  return (
    <nav aria-label={t("pages")} className="mt-4 flex flex-wrap gap-3">
      {first !== null && (
        <Button asChild variant="outline">
          <Link href={first} prefetch={false}>
            {t("first")}
          </Link>
        </Button>
      )}
      {next !== null && (
        <Button asChild variant="outline">
          <Link href={next} prefetch={false}>
            {t("next")}
          </Link>
        </Button>
      )}
    </nav>
  );
}
