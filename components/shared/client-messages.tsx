import { type Messages, NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { env } from "@/lib/env";

/** What the frame's own client components say; a catalogue path each. */
const FRAME = ["common", "shell", "toasts", "install.update", "errors.fields", "errors.mobile"];

type Props = { namespaces?: readonly string[]; children: ReactNode };

/**
 * Gives the client components below the texts of the frame and of the given catalogue paths, and no others: the whole catalogue would be
 * sent with every page.
 */
export async function ClientMessages({ namespaces = [], children }: Props) {
  const all = await getMessages();
  const messages = {};
  for (const path of [...FRAME, ...namespaces]) copyPath(all, messages, path.split("."));
  return (
    <NextIntlClientProvider messages={messages} timeZone={env().timeZone}>
      {children}
    </NextIntlClientProvider>
  );
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
