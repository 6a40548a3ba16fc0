import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";

type Props = {
  names: readonly string[];
  onChosen: () => void;
};

/** Free usernames in place of a taken one. A tap puts one into the field `username` of the form around it. */
export function UsernameSuggestions({ names, onChosen }: Props) {
  const t = useTranslations("common");
  if (names.length === 0) return null;

  function choose(form: HTMLFormElement | null, name: string) {
    const field = form?.elements.namedItem("username");
    if (!(field instanceof HTMLInputElement)) return;
    field.value = name;
    field.focus();
    onChosen();
  }

  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1.5 text-sm text-muted-foreground">{t("stillFree")}</legend>
      {names.map((name) => (
        <Button
          key={name}
          variant="outline"
          size="sm"
          onClick={({ currentTarget }) => choose(currentTarget.form, name)}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}
