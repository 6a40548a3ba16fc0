import type { Locale, Messages } from "next-intl";
import { getLocale, getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { env } from "@/lib/ground/env";
import { TextsProvider } from "./texts-provider";

/** The catalogue paths of the frame's own client components. */
const FRAME = ["common", "shell", "toasts", "install.update", "errors.fields", "errors.mobile"];

/** Those of `StepUp`, on a page that asks for a fresh proof of who one is. */
export const STEP_UP_TEXTS = ["stepUp", "auth.showPassword", "auth.login.code", "auth.login.codeHint"];

type Props = { namespaces: readonly string[]; children: ReactNode };

/** Provides the client components below with the texts of these catalogue paths, and those of the frame. */
export async function ClientMessages({ namespaces, children }: Props) {
  return <TextsProvider {...(await clientTexts(namespaces))}>{children}</TextsProvider>;
}

/**
 * The props of a `TextsProvider`: the texts of these catalogue paths only, because the whole catalogue would be
 * sent with every page. For what must render at once: React renders an async component in a later pass.
 */
export async function clientTexts(namespaces: readonly string[] = FRAME) {
  const [locale, all] = await Promise.all([getLocale(), getMessages()]);
  return { locale, timeZone: env().timeZone, texts: textsOf(all, locale, namespaces) };
}

const written = new Map<string, string>();

/**
 * Serialized once for each language and screen. As text, because React would visit every leaf of an object on every
 * page.
 */
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
