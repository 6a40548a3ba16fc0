import { validate as isUuid } from "uuid";
import { env } from "@/lib/ground/env";

/** `Message-ID` of a row's message: the same for every attempt. */
export function messageIdOf(mailId: string): string {
  return `<${mailId}@${new URL(env().appUrl).hostname}>`;
}

/** The row of a `Message-ID`; null for one that is not ours. */
export function mailIdIn(messageId: string): string | null {
  const mailId = messageId.slice(1).split("@", 1)[0] ?? "";
  return isUuid(mailId) && messageId === messageIdOf(mailId) ? mailId : null;
}
