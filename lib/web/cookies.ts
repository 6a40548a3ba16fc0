import { DAY, SECOND } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import type { Locale } from "@/lib/ground/vocabulary";

/** A cookie's full name. On https its prefix ties it to this host, so that no neighbouring host can set it. */
export function hostCookieName(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}

const NAMES = {
  session: "steuntje.session",
  /** Of a known device (session/log-in.ts). */
  device: "steuntje.device",
  /** When its browser last changed something (`readDb`). */
  wrote: "steuntje.wrote",
  /** A passkey's challenge, sealed. */
  challenge: "steuntje.challenge",
  /** A visitor's own choice of language (D2). */
  locale: "locale",
} as const;

/** The full name of one of our cookies. */
export function cookieName(of: keyof typeof NAMES): string {
  return hostCookieName(NAMES[of]);
}

/** A cookie as Next.js takes it. */
type Cookie = {
  name: string;
  value: string;
  sameSite: "lax";
  secure: boolean;
  path: "/";
  httpOnly?: boolean;
  expires?: Date;
  maxAge?: number;
};

/** The session cookie's attributes (D13). */
export function sessionCookieOptions() {
  return { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/" } as const;
}

/** The session cookie that carries a token until its session ends at the latest (C331). */
export function sessionCookie(token: string, expires: Date): Cookie {
  return { name: cookieName("session"), value: token, expires, ...sessionCookieOptions() };
}

/** A cookie that removes the session cookie. */
export function clearedSessionCookie(): Cookie {
  return sessionCookie("", new Date(0));
}

/** The cookie of a known device, for the 400 days that browsers allow at most. */
export function deviceCookie(value: string): Cookie {
  return { name: cookieName("device"), value, maxAge: (400 * DAY) / SECOND, ...sessionCookieOptions() };
}

/** The cookie that says when its browser last changed something. */
export function wroteCookie(at: Date, maxAge: number): Cookie {
  return { name: cookieName("wrote"), value: String(at.getTime()), maxAge, ...sessionCookieOptions() };
}

/** The cookie with a passkey's challenge, sealed; empty, it removes itself. */
export function challengeCookie(value: string, maxAge: number): Cookie {
  return { name: cookieName("challenge"), value, maxAge, ...sessionCookieOptions() };
}

/** The cookie that remembers a choice of language. */
export function localeCookie(locale: Locale): Cookie {
  return {
    name: cookieName("locale"),
    value: locale,
    sameSite: "lax",
    secure: env().secure,
    path: "/",
    maxAge: (365 * DAY) / SECOND,
  };
}
