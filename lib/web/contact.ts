import "server-only";
import { env } from "@/lib/ground/env";

/** The operator's e-mail address, from which messages come; null where no mail is sent. */
export function contactAddress(): string | null {
  return env().mail?.from.replace(/^.*<|>.*$/g, "") ?? null;
}
