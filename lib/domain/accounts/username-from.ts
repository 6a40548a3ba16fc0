import { randomInt } from "node:crypto";
import { MAX_USERNAME, MIN_USERNAME } from "@/lib/domain/users/rules";
import { isReservedUsername } from "./reserved-names";

const FALLBACK = "helper";

/** A username made from somebody's name, which they can change later. `attempt` 0 is the name itself, later ones add digits to make it unique. */
export function usernameFrom(name: string, attempt: number, appName?: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s_]+/g, ".")
    .replace(/[^A-Za-z0-9.-]/g, "")
    .replace(/^[.-]+|[.-]+$/g, "")
    .toLowerCase();
  const base = isReservedUsername(plain, appName) ? FALLBACK : plain;
  const digits =
    attempt === 0 && base.length >= MIN_USERNAME && base !== FALLBACK ? "" : randomDigits(3 + attempt);
  return base.slice(0, MAX_USERNAME - digits.length).replace(/[.-]+$/, "") + digits;
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join("");
}
