export const MIN_USERNAME = 3;
export const MAX_USERNAME = 20;

/** How many days until a username can be changed again (specification 5). */
const USERNAME_CHANGE_DAYS = 7;

/** The shortest password the server takes (D12). */
export const MIN_PASSWORD = 8;

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days a username that was given up is held (D39), so that it cannot be used to impersonate. */
export const USERNAME_HELD_DAYS = 90;

/** When a username that is given up now is free again. */
export function usernameFreeFrom(at: Date): Date {
  return new Date(at.getTime() + USERNAME_HELD_DAYS * DAY_MS);
}

/** When a username can be changed again; null if it can be now. */
export function usernameFixedUntil(lastChange: Date | null, at: Date): Date | null {
  if (lastChange === null) return null;
  const until = new Date(lastChange.getTime() + USERNAME_CHANGE_DAYS * DAY_MS);
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
