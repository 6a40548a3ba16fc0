import { Search } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";

/** Finds a person, a payment or a report from any page of the office. */
export async function SearchForm() {
  const t = await getTranslations("office.search");
  return (
    <search className="py-1.5 max-sm:w-full">
      <form method="get" action="/office/search" className="flex gap-2">
        <Input
          name="q"
          type="search"
          aria-label={t("title")}
          placeholder={t("hint")}
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 sm:w-80"
        />
        <Button type="submit" variant="outline" size="icon" aria-label={t("title")}>
          <Search aria-hidden />
        </Button>
      </form>
    </search>
  );
}
