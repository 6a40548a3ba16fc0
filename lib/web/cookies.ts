import { env } from "@/lib/ground/env";

/** A cookie's full name. On https its prefix ties it to this host, so that no neighbouring host can set it. */
export function hostCookieName(name: string): string {
  return env().secure ? `__Host-${name}` : name;
}

const NAMES = {
  session: "steuntje.session",
  /** Of a known browser (session/known-browser.ts). */
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

/** The attributes of our cookies (D13). No script reads any of them. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", secure: env().secure, path: "/" } as const;
}

/** One of our cookies as Next.js takes it, for as long as it lasts (seconds); one that has ended removes itself. */
export function cookie(of: keyof typeof NAMES, value: string, lasts: { expires: Date } | { maxAge: number }) {
  return { name: cookieName(of), value, ...lasts, ...cookieOptions() };
}

/** The session cookie that carries a token until its session ends. */
export function sessionCookie(token: string, expires: Date) {
  return cookie("session", token, { expires });
}
