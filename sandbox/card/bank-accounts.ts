import { createHmac } from "node:crypto";
import type { BankBehaviour } from "./records";

/** The provider's documented test numbers, and two of our own for money that comes back. Others are paid. */
const NUMBERS: Record<string, BankBehaviour> = {
  DE89370400440532013000: { pays: true },
  DE62370400440532013001: { pays: false, code: "no_account" },
  DE35370400440532013002: { pays: false, code: "account_closed" },
  DE08370400440532013003: { pays: false, code: "insufficient_funds" },
  NL91ABNA0417164300: { pays: true },
  NL39RABO0300065264: { pays: true, returnedAfter: 0, code: "account_closed" },
  NL20INGB0001234567: { pays: true, returnedAfter: 3, code: "incorrect_account_holder_name" },
};

/** The numbers that the hosted page offers, by what happens. */
export const EXAMPLES = [
  ["NL91ABNA0417164300", "pays"],
  ["DE62370400440532013001", "fails"],
  ["NL39RABO0300065264", "paysThenFails"],
  ["NL20INGB0001234567", "returned"],
] as const;

/** What may be stored of a bank account's number. */
export type BankFacts = { last4: string; country: string; fingerprint: string; behaviour: BankBehaviour };

/**
 * Reads the IBAN of a connected account; null when it is not one. The fingerprint is the same for the same number, and
 * tells nothing of it. Everybody who tries the sandbox types the test numbers: each represents a bank account of the
 * connected account's own, or all of them would be people who share one.
 */
export function readIban(text: string, { key, account }: { key: string; account: string }): BankFacts | null {
  const iban = text.replaceAll(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) || remainder(iban) !== 1) return null;
  const behaviour = NUMBERS[iban];
  const number = behaviour ? `${iban} ${account}` : iban;
  return {
    last4: iban.slice(-4),
    country: iban.slice(0, 2),
    fingerprint: createHmac("sha256", key).update(number).digest("base64url").slice(0, 16),
    behaviour: behaviour ?? { pays: true },
  };
}

/** An IBAN's digits modulo 97 (ISO 7064): 1 for a valid one. */
function remainder(iban: string): number {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("");
  return Number(BigInt(digits) % 97n);
}
