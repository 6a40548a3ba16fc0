import { useTranslations } from "next-intl";
import { SelectField } from "@/components/shared/field";
import { CATEGORIES } from "@/lib/ground/vocabulary";

/** What a request is for; it can stay open (giving.md, Finding). */
export function CategoryField({ defaultValue }: { defaultValue: string | null | undefined }) {
  const t = useTranslations("find");
  return (
    <SelectField
      label={t("chooseCategory")}
      name="category"
      defaultValue={defaultValue ?? ""}
      options={CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))}
    >
      <option value="">{t("noCategory")}</option>
    </SelectField>
  );
}
