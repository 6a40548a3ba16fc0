import "server-only";
import { log } from "@/lib/server/log";
import { hashed } from "./rate-limit/limit";

type Login = {
  /** The account, or what was typed where there is none. */
  who: string;
  address: string;
  outcome: string;
};

/**
 * One line for each login and each refusal. Who and from where are keyed hashes: they can be compared, and name nobody.
 */
export function noteLogin({ who, address, outcome }: Login): void {
  log.info({ who: hashed(who), from: hashed(address), outcome }, "login");
}
