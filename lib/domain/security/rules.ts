/** The most passkeys that an account can have. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** How many recovery codes an account gets at a time. */
export const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
export const RECOVERY_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/** 49 random bits. */
export const RECOVERY_LENGTH = 10;
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`);

/** A typed code without what people put between its parts. */
const bare = (typed: string) => typed.replace(/[\s-]/g, "").toUpperCase();

/** What a person typed as a code: of their authenticator app, a recovery code, or neither. */
export function readCode(typed: string): { kind: "app" | "recovery"; code: string } | null {
  const code = bare(typed);
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  return RECOVERY_CODE.test(code) ? { kind: "recovery", code } : null;
}

/** A recovery code as it is shown: in two parts. */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}
