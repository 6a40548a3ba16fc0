import type { Locale, Messages } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { env } from "@/lib/ground/env";
import { TextsProvider } from "./texts-provider";

/** What the frame's own client components say; a catalogue path each. */
const FRAME = ["common", "shell", "toasts", "install.update", "errors.fields", "errors.mobile"];

type Props = { namespaces: readonly string[]; children: ReactNode };

/** Gives the client components below the texts of the given catalogue paths, beside those of the frame. */
export async function ClientMessages({ namespaces, children }: Props) {
  return <TextsProvider {...(await clientTexts(namespaces))}>{children}</TextsProvider>;
}

/**
 * What a `TextsProvider` gives: the texts of the given catalogue paths, by itself of the frame, and no others, because the whole catalogue would be
 * sent with every page. For what is to be drawn at once: React draws a component that waits in a turn of its own.
 */
export async function clientTexts(namespaces: readonly string[] = FRAME) {
  const [locale, all] = await Promise.all([getLocale(), getMessages()]);
  return { locale, timeZone: env().timeZone, texts: textsOf(all, locale, namespaces) };
}

const written = new Map<string, string>();

/** Written once for each language and screen, and as one text: of a tree, React would look at every leaf for every page. */
function textsOf(all: Messages, locale: Locale, namespaces: readonly string[]): string {
  const name = [locale, ...namespaces].join(" ");
  let texts = written.get(name);
  if (texts === undefined) {
    const messages = {};
    for (const path of namespaces) copyPath(all, messages, path.split("."));
    texts = JSON.stringify(messages);
    written.set(name, texts);
  }
  return texts;
}

function copyPath(from: Messages, to: Record<string, unknown>, [key, ...rest]: string[]): void {
  if (key === undefined) return;
  const source: unknown = from[key as keyof Messages];
  if (rest.length === 0 || typeof source !== "object" || source === null) {
    to[key] = source;
    return;
  }
  const below: Record<string, unknown> = { ...(to[key] as Record<string, unknown> | undefined) };
  copyPath(source as Messages, below, rest);
  to[key] = below;
}
