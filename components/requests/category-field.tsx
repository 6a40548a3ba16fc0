import { useTranslations } from "next-intl";
import { Field } from "@/components/shared/field";
import { Select } from "@/components/ui/select";
import { CATEGORIES } from "@/lib/ground/vocabulary";

/** What a request is for; it can stay open (giving.md, Finding). */
export function CategoryField({ defaultValue }: { defaultValue: string | null | undefined }) {
  const t = useTranslations("find");
  return (
    <Field label={t("chooseCategory")}>
      {(control) => (
        <Select {...control} name="category" defaultValue={defaultValue ?? ""}>
          <option value="">{t("noCategory")}</option>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`category.${category}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
