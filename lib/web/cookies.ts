import { DAY, SECOND } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import type { Locale } from "@/lib/ground/vocabulary";

/** A cookie's full name. On https its prefix ties it to this host, so that no neighbouring host can set it. */
export function hostCookieName(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}

/** The name of the cookie with a visitor's own choice of language (D2). */
export function localeCookieName(): string {
  return hostCookieName("locale");
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

/** The name of the session cookie. */
export function sessionCookieName(): string {
  return hostCookieName("steuntje.session");
}

/** The session cookie's attributes (D13). */
export function sessionCookieOptions() {
  return { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/" } as const;
}

/** The session cookie that carries a token until its session ends. */
export function sessionCookie(token: string, expires: Date): Cookie {
  return { name: sessionCookieName(), value: token, expires, ...sessionCookieOptions() };
}

/** A cookie that removes the session cookie. */
export function clearedSessionCookie(): Cookie {
  return sessionCookie("", new Date(0));
}

/** The name of the cookie of a known device. */
export function deviceCookieName(): string {
  return hostCookieName("steuntje.device");
}

/** The cookie of a known device (session/log-in.ts), for the 400 days that browsers allow at most. */
export function deviceCookie(value: string): Cookie {
  return { name: deviceCookieName(), value, maxAge: (400 * DAY) / SECOND, ...sessionCookieOptions() };
}

/** The name of the cookie that says when its browser last changed something. */
export function wroteCookieName(): string {
  return hostCookieName("steuntje.wrote");
}

/** The cookie that says when its browser last changed something (`readDb`). */
export function wroteCookie(at: Date, maxAge: number): Cookie {
  return { name: wroteCookieName(), value: String(at.getTime()), maxAge, ...sessionCookieOptions() };
}

/** The name of the cookie with a passkey's challenge. */
export function challengeCookieName(): string {
  return hostCookieName("steuntje.challenge");
}

/** The cookie with a passkey's challenge, sealed; empty, it removes itself. */
export function challengeCookie(value: string, maxAge: number): Cookie {
  return { name: challengeCookieName(), value, maxAge, ...sessionCookieOptions() };
}

/** The cookie that remembers a choice of language. */
export function localeCookie(locale: Locale): Cookie {
  return {
    name: localeCookieName(),
    value: locale,
    sameSite: "lax",
    secure: env().secure,
    path: "/",
    maxAge: (365 * DAY) / SECOND,
  };
}
