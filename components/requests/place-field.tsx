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
  const id = useRef<HTMLInputElement>(null);
  const visible = useRef<HTMLInputElement>(null);
  /** Not merely in the field, where a refusal puts the focus. */
  const isTyping = useRef(false);
  const [offered, setOffered] = useState<readonly Place[]>([]);
  /** The town that a text means, once that is known; undefined while nothing was typed. */
  const meant = useRef<{ text: string; place: Place | undefined }>(undefined);

  function mean(text: string, place: Place | undefined) {
    meant.current = { text, place };
    choose(place);
  }

  function choose(place: Place | undefined) {
    if (!id.current) return;
    id.current.value = String(place?.id ?? "");
    // The form keeps a draft of what it contains.
    id.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** What is typed is one of the towns that were offered, or the beginning of others, of which it means the first. */
  async function look(input: HTMLInputElement) {
    const text = input.value;
    const known = offered.find((each) => labelOf(each) === text);
    if (known || text.trim().length < 2) return mean(text, known);
    choose(undefined);
    const found = await send<Place[]>("GET", `/api/places?${new URLSearchParams({ q: text })}`).catch(
      () => [],
    );
    if (input.value !== text) return;
    setOffered(found);
    mean(text, found[0]);
    if (!isTyping.current) settle(input);
  }

  /** Writes the whole name of the town that is meant, once that is known. */
  function settle(input: HTMLInputElement) {
    if (input.value === (town ?? "")) return;
    // It was typed before the page was interactive, or the answer is still missing.
    if (meant.current?.text !== input.value) return void look(input);
    const { place } = meant.current;
    input.value = place ? labelOf(place) : "";
    mean(input.value, place);
  }

  return (
    <Field label={t("choosePlace")} hint={t("placeHint")} error={error}>
      {(control) => (
        <>
          <Input
            {...control}
            ref={visible}
            name="place"
            list={list}
            autoComplete="off"
            maxLength={60}
            defaultValue={town ?? ""}
            onChange={({ target }) => {
              isTyping.current = true;
              void look(target);
            }}
            onBlur={({ target }) => {
              isTyping.current = false;
              settle(target);
            }}
          />
          {/*
            Not of the type hidden, to which React would give its first value back. A form gives the focus to what was
            refused by its name, so it must take it.
          */}
          <input
            ref={id}
            name="placeId"
            defaultValue={placeId ?? ""}
            aria-hidden
            tabIndex={-1}
            autoComplete="off"
            className="sr-only"
            onFocus={() => visible.current?.focus()}
          />
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
