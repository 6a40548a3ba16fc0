import { DAY, MINUTE } from "@/lib/ground/durations";
import type { LinkPurpose } from "@/lib/ground/vocabulary";

export const MIN_USERNAME = 3;
export const MAX_USERNAME = 20;

/** How many days until a username can be changed again (specification 5). */
const USERNAME_CHANGE_DAYS = 7;

/** The shortest password the server takes (D12). */
export const MIN_PASSWORD = 8;

/** How many days a username that was given up is held (D39), so that it cannot be used to impersonate. */
export const USERNAME_HELD_DAYS = 90;

/** When a username that is given up now is free again. */
export function usernameFreeFrom(at: Date): Date {
  return new Date(at.getTime() + USERNAME_HELD_DAYS * DAY);
}

/** When a username can be changed again; null if it can be now. */
export function usernameFixedUntil(lastChange: Date | null, at: Date): Date | null {
  if (lastChange === null) return null;
  const until = new Date(lastChange.getTime() + USERNAME_CHANGE_DAYS * DAY);
  return until > at ? until : null;
}

/** The maximum length of a sent avatar (D16), below the limit of a request body. */
export const MAX_SENT_AVATAR = 60_000;

/** An avatar as a browser sends it. Its content decides its type, whatever it declares. */
export const SENT_AVATAR = /^data:image\/(?:jpeg|png|webp|gif|avif);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Longer than any emoji of Unicode: families with skin tones, flags of regions. */
const MAX_EMOJI = 40;

/** Whether a text is one emoji and nothing else. */
export function isEmoji(text: string): boolean {
  return (
    text.length <= MAX_EMOJI &&
    /^[\p{Emoji}\p{Emoji_Component}]+$/u.test(text) &&
    /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(text) &&
    [...new Intl.Segmenter("en").segment(text)].length === 1
  );
}

/** For how many minutes the link for a new password works. */
export const RESET_MINUTES = 30;

/** How long the link of a message works, in milliseconds (mail-and-access.md, Accounts). */
const LINK_LIVES: Record<LinkPurpose, number> = {
  confirm_email: DAY,
  reset_password: RESET_MINUTES * MINUTE,
  change_email: DAY,
  undo_email: 7 * DAY,
  contest_undo: DAY,
  cancel_plan: DAY,
};

/** For how many days a link is stored after its end, so that its page can say what became of it. */
export const LINK_KEPT_DAYS = 30;

/** When a link that is made now ends. */
export function linkExpiry(purpose: LinkPurpose, at: Date): Date {
  return new Date(at.getTime() + LINK_LIVES[purpose]);
}

/** What became of a link. `outdated`: the account has another address by now. `unknown`: we never made it. */
export const LINK_STATES = ["open", "used", "expired", "outdated", "unknown"] as const;
export type LinkState = (typeof LINK_STATES)[number];

type JudgedLink = { purpose: LinkPurpose; address: string; expiresAt: Date; usedAt: Date | null };

/** The links that only work while the account has their address. */
const ABOUT_OWN_ADDRESS: readonly LinkPurpose[] = ["confirm_email", "reset_password", "cancel_plan"];

/** What became of a link of an account with this address; null for an erased account. */
export function linkState(link: JudgedLink, email: string | null, at: Date): Exclude<LinkState, "unknown"> {
  if (link.usedAt !== null) return "used";
  const isAboutOwnAddress = ABOUT_OWN_ADDRESS.includes(link.purpose);
  const isSame = email?.toLowerCase() === link.address.toLowerCase();
  if (email === null || (isAboutOwnAddress && !isSame)) return "outdated";
  return link.expiresAt <= at ? "expired" : "open";
}

/** What was added to an account so many days before its address changed goes with an undo (D52). */
const UNDO_REACHES_BACK_DAYS = 7;

/** What was added after this is cleared by the undo of a change of the address; what is older has to be proven. */
export function undoReach(changedAt: Date): Date {
  return new Date(changedAt.getTime() - UNDO_REACHES_BACK_DAYS * DAY);
}

/** For how many days no money moves to a person after a reset, a restored address or a lost second factor. */
export const PAYOUT_HOLD_DAYS = 7;

/** Until when payouts are held after an access that may be somebody else's; never earlier than before. */
export function payoutsHeldFrom(at: Date, heldUntil: Date | null): Date {
  const until = new Date(at.getTime() + PAYOUT_HOLD_DAYS * DAY);
  return heldUntil !== null && heldUntil > until ? heldUntil : until;
}

/** Replaces the address of an account that lost it (D42). No e-mail address has this form. */
export function lostAddress(userId: string): string {
  return `lost:${userId}`;
}

/** An account's address; null where it has none. */
export function addressOf(email: string): string | null {
  return email.includes("@") ? email : null;
}
