// biome-ignore-all lint/a11y/noRedundantRoles: the roles are written out, because a display can drop them.
// biome-ignore-all lint/a11y/useSemanticElements: as above.

"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId, useOptimistic, useState } from "react";
import { useAction } from "@/components/shared/use-action";
import { RadioTile } from "@/components/ui/radio-tile";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { chooseLevelAction, chooseMessagesAction } from "@/lib/actions/messages";
import {
  channelsOf,
  levelChoice,
  levelOf,
  MESSAGE_LEVELS,
  type MessageLevel,
} from "@/lib/domain/messages/rules";
import type { ChoiceChange } from "@/lib/domain/messages/schema";
import type { ChosenKind } from "@/lib/domain/messages/types";
import { choosable, type MailFrequency } from "@/lib/ground/mail-kinds";

type Chosen = readonly ChosenKind[];

const GROUPS = ["money", "news"] as const;
const SWITCHES = ["app", "push"] as const;

/**
 * What a person is notified about, and how: one choice of three, and folded below it a table of kinds, which a phone
 * shows as a list with the names of the columns in it. Every change is shown and saved at once, and taken back when the
 * server refuses it.
 */
export function MessageChoices({ choices }: { choices: readonly ChosenKind[] }) {
  const t = useTranslations("messageSettings");
  const [shown, show] = useOptimistic(choices, (list, change: (list: Chosen) => Chosen) => change(list));
  const { isSaved, save, saveLevel } = useSave(show);
  const level = levelOf(shown);
  const [isOpen, setOpen] = useState(level === null);
  const id = useId();
  return (
    <>
      <fieldset className="space-y-2">
        <legend className="sr-only">{t("levels.title")}</legend>
        {MESSAGE_LEVELS.map((each) => (
          <RadioTile key={each} name="level" checked={level === each} onChange={() => saveLevel(each)}>
            <span className="grow">
              {t(`levels.${each}.name`)}
              <span className="block text-sm font-normal text-muted-foreground">
                {t(`levels.${each}.hint`)}
              </span>
            </span>
          </RadioTile>
        ))}
      </fieldset>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-3">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium">
          {t(level === null ? "levels.own" : "levels.each")}
        </summary>
        <table role="table" className="block w-full text-left sm:table" aria-label={t("columns.kind")}>
          <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
            <tr role="row" className="sm:table-row">
              {(["kind", ...SWITCHES, "mail"] as const).map((column) => (
                <th
                  key={column}
                  id={`${id}-${column}`}
                  role="columnheader"
                  scope="col"
                  className="px-2 pb-2 text-sm whitespace-nowrap font-semibold text-muted-foreground sm:first:pl-0 sm:[&:nth-child(2)]:text-center sm:[&:nth-child(3)]:text-center"
                >
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {GROUPS.map((group) => (
            <tbody key={group} role="rowgroup" className="block sm:table-row-group">
              <tr role="row" className="block sm:table-row">
                <th
                  role="rowheader"
                  scope="rowgroup"
                  colSpan={4}
                  className="block border-b pt-5 pb-2 text-base font-semibold sm:table-cell"
                >
                  {t(`groups.${group}`)}
                </th>
              </tr>
              {shown
                .filter(({ stream }) => stream === group)
                .map((choice) => (
                  <KindRow key={choice.kind} choice={choice} columns={id} save={save} />
                ))}
            </tbody>
          ))}
        </table>
      </details>
      <p role="status" className="sr-only">
        {isSaved && t("saved")}
      </p>
    </>
  );
}

/** Saves a change. Without a key: what is chosen last counts, however often it is sent. */
function useSave(show: (change: (list: Chosen) => Chosen) => void) {
  const t = useTranslations("messageSettings");
  const { run } = useAction();
  const [isSaved, setSaved] = useState(false);

  function send(change: (list: Chosen) => Chosen, act: () => ReturnType<typeof chooseMessagesAction>): void {
    setSaved(false);
    const call = () => {
      show(change);
      return act();
    };
    run(call, { failed: { title: t("failed"), more: t("failedText") }, onDone: () => setSaved(true) });
  }

  const save = ({ kind, channel, value }: ChoiceChange) =>
    send(
      (list) =>
        list.map((each) =>
          each.kind === kind ? { ...each, channels: { ...each.channels, [channel]: value } } : each,
        ),
      () => chooseMessagesAction({ kind, channel, value }),
    );
  const saveLevel = (level: MessageLevel) =>
    send(
      (list) =>
        list.map((each) => ({
          ...each,
          channels: channelsOf(each.kind, levelChoice(level, each.kind)),
        })),
      () => chooseLevelAction({ level }),
    );

  return { isSaved, save, saveLevel };
}

type RowProps = {
  choice: ChosenKind;
  /** What the ids of the columns' names begin with. */
  columns: string;
  save: (change: ChoiceChange) => void;
};

function KindRow({ choice, columns, save }: RowProps) {
  const t = useTranslations("messageSettings");
  const id = useId();
  const { kind, channels } = choice;
  const labelledBy = (column: string) => `${id} ${columns}-${column}`;
  return (
    <tr role="row" className="block border-b py-3 last:border-b-0 sm:table-row">
      <th role="rowheader" scope="row" className="block font-normal sm:table-cell sm:py-3 sm:pr-2">
        <span id={id} className="block text-base font-medium">
          {t(`kinds.${kind}.name`)}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-muted-foreground">
          {t(`kinds.${kind}.hint`)}
        </span>
      </th>
      {SWITCHES.map((column) => (
        <Cell key={column} name={t(`columns.${column}`)} isEmpty={channels[column] === null}>
          {channels[column] !== null ? (
            <Switch
              checked={channels[column] === "on"}
              aria-labelledby={labelledBy(column)}
              aria-describedby={`${id}-hint`}
              onCheckedChange={(checked) => save({ kind, channel: column, value: checked ? "on" : "off" })}
            />
          ) : (
            <Nothing text={t("none")} />
          )}
        </Cell>
      ))}
      <Cell name={t("columns.mail")}>
        {channels.mail !== null ? (
          <Select
            value={channels.mail}
            aria-labelledby={labelledBy("mail")}
            aria-describedby={`${id}-hint`}
            className="w-44"
            onChange={({ target }) => save({ kind, channel: "mail", value: target.value as MailFrequency })}
          >
            {choosable(kind).mail?.map((frequency) => (
              <option key={frequency} value={frequency}>
                {t(`frequencies.${frequency}`)}
              </option>
            ))}
          </Select>
        ) : (
          <span className="text-base text-muted-foreground sm:w-44 sm:pl-3.5">{t("fixed")}</span>
        )}
      </Cell>
    </tr>
  );
}

/** A cell; on a phone a line with the column's name, or nothing where there is nothing to choose. */
function Cell({ name, isEmpty = false, children }: { name: string; isEmpty?: boolean; children: ReactNode }) {
  return (
    <td role="cell" className={isEmpty ? "hidden sm:table-cell sm:px-2" : "block sm:table-cell sm:px-2"}>
      <span className="flex min-h-12 items-center justify-between gap-3 sm:justify-center">
        <span aria-hidden className="text-sm text-muted-foreground sm:hidden">
          {name}
        </span>
        {children}
      </span>
    </td>
  );
}

function Nothing({ text }: { text: string }) {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
