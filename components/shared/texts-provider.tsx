"use client";

import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";

/** Read once each; there are as many as languages and screens. */
const read = new Map<string, Messages>();

type Props = {
  locale: Locale;
  timeZone: string;
  /** Part of a catalogue, as JSON. */
  texts: string;
  children: ReactNode;
};

/** Gives everything below it its texts. */
export function TextsProvider({ locale, timeZone, texts, children }: Props) {
  return (
    <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={messagesOf(texts)}>
      {children}
    </NextIntlClientProvider>
  );
}

function messagesOf(texts: string): Messages {
  const messages: Messages = read.get(texts) ?? JSON.parse(texts);
  read.set(texts, messages);
  return messages;
}
