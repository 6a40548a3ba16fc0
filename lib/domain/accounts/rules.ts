export const MIN_USERNAME = 3;
export const MAX_USERNAME = 20;

/** How long a username stays before it can be changed again (specification 5). */
const USERNAME_CHANGE_DAYS = 7;

/** The shortest password the server takes (D12). */
export const MIN_PASSWORD = 8;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long nobody else can take a username that was given up (D39), so that nobody is asked for help in a name that
 * people still trust.
 */
export const USERNAME_HELD_DAYS = 90;

/** When a username that is given up at a moment is free again. */
export function usernameFreeFrom(at: Date): Date {
  return new Date(at.getTime() + USERNAME_HELD_DAYS * DAY_MS);
}

/** When a username that was last changed then can be changed again; null if it can be now. */
export function usernameFixedUntil(lastChange: Date | null, at: Date): Date | null {
  if (lastChange === null) return null;
  const until = new Date(lastChange.getTime() + USERNAME_CHANGE_DAYS * DAY_MS);
  return until > at ? until : null;
}

/** The most characters of a picture that is sent (D16): with the rest of the call it stays below what a body may hold. */
export const MAX_SENT_AVATAR = 60_000;

/** A picture as a browser sends it. Its content decides what it is, whatever it calls itself. */
export const SENT_AVATAR = /^data:image\/(?:jpeg|png|webp|gif|avif);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The longest emoji of Unicode, families with skin tones and flags of regions, stay below this. */
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
