import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Field } from "@/components/shared/field";
import { Input } from "@/components/ui/input";
import type { Place } from "@/lib/domain/finding/schema";
import { send } from "@/lib/web/http";

type Props = {
  /** The town's id and name; empty or null for none. */
  placeId: string | number | null | undefined;
  town: string | null | undefined;
  error?: string | undefined;
};

const labelOf = ({ name, country }: Place) => `${name} (${country})`;

/** The town that a request is in, of those that are offered; it can stay open (giving.md, Finding). */
export function PlaceField({ placeId, town, error }: Props) {
  const t = useTranslations("find");
  const list = useId();
  const [offered, setOffered] = useState<readonly Place[]>([]);
  const [chosen, setChosen] = useState(String(placeId ?? ""));
  const asked = useRef("");

  /** What is typed may be one of those that were offered, or the beginning of others. */
  async function look(text: string) {
    asked.current = text;
    const known = offered.find((each) => labelOf(each) === text);
    setChosen(String(known?.id ?? ""));
    if (known || text.trim().length < 2) return;
    const found = await send<Place[]>("GET", `/api/places?${new URLSearchParams({ q: text })}`).catch(
      () => [],
    );
    if (asked.current === text) setOffered(found);
  }

  /** Who leaves the field with a name that was not chosen means the first that was offered, if any. */
  function settle(input: HTMLInputElement) {
    const [first] = offered;
    if (chosen !== "" || input.value.trim() === "") return;
    input.value = first ? labelOf(first) : "";
    setChosen(String(first?.id ?? ""));
  }

  return (
    <Field label={t("choosePlace")} hint={t("placeHint")} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            name="place"
            list={list}
            autoComplete="off"
            maxLength={60}
            defaultValue={town ?? ""}
            onChange={({ target }) => void look(target.value)}
            onBlur={({ target }) => settle(target)}
          />
          <input type="hidden" name="placeId" value={chosen} />
          <datalist id={list}>
            {offered.map((each) => (
              <option key={each.id} value={labelOf(each)} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
