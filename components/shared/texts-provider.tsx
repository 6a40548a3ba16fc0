"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";

const NONE = {} as Messages;

const Given = createContext(NONE);

/** Parsed once for each language and screen, and merged with what is provided above. */
const read = new WeakMap<Messages, Map<string, Messages>>();

type Props = {
  locale: Locale;
  timeZone: string;
  /** Part of a catalogue, as JSON. */
  texts: string;
  children: ReactNode;
};

/** Provides everything below with these texts and those provided above. */
export function TextsProvider({ locale, timeZone, texts, children }: Props) {
  const messages = together(useContext(Given), texts);
  return (
    <Given value={messages}>
      <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={messages}>
        {children}
      </NextIntlClientProvider>
    </Given>
  );
}

function together(given: Messages, texts: string): Messages {
  const known = read.get(given) ?? new Map<string, Messages>();
  read.set(given, known);
  const messages = known.get(texts) ?? (merged(given, JSON.parse(texts)) as Messages);
  known.set(texts, messages);
  return messages;
}

type Tree = Record<string, unknown>;

/** A compiled text is an array or a string; an object contains texts. */
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merged(above: Tree, below: Tree): Tree {
  const all = { ...above };
  for (const [key, value] of Object.entries(below)) {
    const before = all[key];
    all[key] = isTree(before) && isTree(value) ? merged(before, value) : value;
  }
  return all;
}
