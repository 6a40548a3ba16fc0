"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";

const NONE = {} as Messages;

const MessagesContext = createContext(NONE);

/** Parsed once for each language and screen, and merged with what is provided above. */
const cache = new WeakMap<Messages, Map<string, Messages>>();

type Props = {
  locale: Locale;
  timeZone: string;
  /** Part of a catalogue, as JSON. */
  texts: string;
  children: ReactNode;
};

/** Provides everything below with these texts and those provided above. */
export function TextsProvider({ locale, timeZone, texts, children }: Props) {
  const messages = withTexts(useContext(MessagesContext), texts);
  return (
    <MessagesContext value={messages}>
      <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={messages}>
        {children}
      </NextIntlClientProvider>
    </MessagesContext>
  );
}

function withTexts(above: Messages, texts: string): Messages {
  const merges = cache.get(above) ?? new Map<string, Messages>();
  cache.set(above, merges);
  const messages = merges.get(texts) ?? (merge(above, JSON.parse(texts)) as Messages);
  merges.set(texts, messages);
  return messages;
}

type Tree = Record<string, unknown>;

/** A compiled text is an array or a string; an object contains texts. */
const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function merge(above: Tree, below: Tree): Tree {
  const all = { ...above };
  for (const [key, value] of Object.entries(below)) {
    const before = all[key];
    all[key] = isTree(before) && isTree(value) ? merge(before, value) : value;
  }
  return all;
}
