import "server-only";
import { skipCSRFCheck } from "@auth/core";
import { NextRequest } from "next/server";
import NextAuth, { customFetch, type NextAuthConfig } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import Google from "next-auth/providers/google";
import { accountsAdapter } from "@/db/auth-adapter";
import { db } from "@/db/client";
import { wakeMail } from "@/lib/delivery/wake";
import { joinWithGoogle } from "@/lib/domain/accounts/join-with-google";
import { findByGoogleId, findByProvenEmail } from "@/lib/domain/accounts/queries";
import { openSession } from "@/lib/domain/sessions/open-session";
import { newToken } from "@/lib/domain/sessions/token";
import type { Whereabouts } from "@/lib/domain/sessions/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import type { Locale } from "@/lib/ground/vocabulary";
import { log } from "@/lib/server/log";
import { cookieName, cookieOptions, hostCookieName } from "@/lib/web/cookies";
import { logLogin } from "./log-in";

/** The browser that signs in: its session token, the language of its screen, its address, and its origin. */
export type Browser = { token: string | null; locale: Locale; address: string; from: Whereabouts };

/** The page of people who are new. */
export const WELCOME = "/welcome";

/** A provider that does not answer within this counts as down. */
const PROVIDER_TIMEOUT_MS = 8_000;

/**
 * Passes a request to next-auth (D13, D14). Its address is built from APP_URL, so that no Host header decides where the
 * provider redirects, and it sees only its own cookies: the browser's session is replaced, never linked with a Google
 * account. The configuration is read per request, never when the product is built.
 */
export function askNextAuth(
  path: string,
  { cookie, browser, body }: { cookie: string | null; browser: Browser; body?: URLSearchParams },
): Promise<Response> {
  const own = (cookie ?? "").split(/;\s*/).filter((pair) => /^(__Host-)?authjs\./.test(pair));
  const request = new NextRequest(new URL(path, env().appUrl), {
    method: body ? "POST" : "GET",
    headers: { cookie: own.join("; ") },
    ...(body && { body }),
  });
  const seen: Seen = { provenAt: NEVER, accessRound: undefined };
  const { handlers } = NextAuth(async () => configuration(browser, seen));
  return body ? handlers.POST(request) : handlers.GET(request);
}

/** When the person last authenticated at the provider, as it reports, and the round in which the account was theirs. */
type Seen = { provenAt: Date; accessRound: number | undefined };

/** Where the provider does not report it: such a sign-in may be days old, so it proves nothing. */
const NEVER = new Date(0);

/**
 * Requests the time at which the person signed in at Google, which can be long ago. Google reports it only where the
 * operator enabled its "session age claims".
 */
const CLAIMS = { id_token: { auth_time: { essential: true } } };

function configuration(browser: Browser, seen: Seen): NextAuthConfig {
  const { google, secure, authSecret } = env();
  return {
    basePath: "/api/auth",
    trustHost: true,
    secret: authSecret,
    useSecureCookies: secure,
    // Sign-in starts with a link (specification 2); state, nonce and PKCE tie the callback to the browser that started.
    skipCSRFCheck,
    pages: { signIn: "/auth", error: "/auth", newUser: WELCOME },
    adapter: adapter(browser, seen),
    session: { strategy: "database", generateSessionToken: newToken },
    cookies: {
      sessionToken: { name: cookieName("session"), options: cookieOptions() },
      callbackUrl: { name: hostCookieName("authjs.callback-url") },
      pkceCodeVerifier: { name: hostCookieName("authjs.pkce.code_verifier") },
      state: { name: hostCookieName("authjs.state") },
      nonce: { name: hostCookieName("authjs.nonce") },
    },
    providers: google
      ? [
          Google({
            clientId: google.id,
            clientSecret: google.secret,
            issuer: google.issuer,
            checks: ["state", "nonce", "pkce"],
            authorization: { params: { claims: CLAIMS } },
            profile: (claims) => ({
              id: claims.sub,
              googleId: claims.sub,
              email: claims.email,
              name: claims.name ?? "",
              firstName: claims.given_name ?? null,
              lastName: claims.family_name ?? null,
              pictureUrl: claims.picture ?? null,
            }),
            // The provider's tokens are not used again, and are not stored.
            account: () => ({}),
            [customFetch]: (input, init) =>
              fetch(input, { ...init, signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) }),
          }),
        ]
      : [],
    callbacks: {
      signIn: ({ profile }) => {
        seen.provenAt = provenAt(profile?.auth_time);
        return profile?.email_verified === true && Boolean(profile.email);
      },
    },
    logger: {
      error: (error) => log.warn({ error: error.name, cause: nameOf(error.cause) }, "social sign-in failed"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Stores accounts as next-auth does; people and sessions as the rest of the product does, so that logout ends them. */
function adapter({ token, locale, address, from }: Browser, seen: Seen): Adapter {
  return {
    ...accountsAdapter(db()),
    getUserByAccount: async ({ providerAccountId }) => {
      const account = await findByGoogleId(db(), providerAccountId);
      seen.accessRound = account?.accessRound;
      return account;
    },
    // An address that its account never proved does not keep its owner out: `joinWithGoogle` takes it (D42).
    getUserByEmail: (email) => findByProvenEmail(db(), email),
    createUser: async (user) => {
      const profile = user as typeof user & Parameters<typeof joinWithGoogle>[1];
      const id = await joinWithGoogle(db(), profile, locale);
      return { id, email: profile.email, emailVerified: null };
    },
    createSession: async ({ userId }) => {
      const opened = await openSession(db(), userId, {
        replaces: token,
        from,
        ...seen,
      });
      wakeMail();
      logLogin({ who: userId, address, outcome: "SIGNED_IN" });
      return { userId, sessionToken: opened.token, expires: opened.expires };
    },
    getSessionAndUser: async () => null,
    updateSession: async () => null,
    deleteSession: async () => null,
  };
}

/** A time in seconds since the epoch (OpenID Connect), never later than now. */
function provenAt(seconds: unknown): Date {
  return typeof seconds === "number" ? new Date(Math.min(seconds * 1_000, now().getTime())) : NEVER;
}

/** A cause by name and code only: its message may contain a person's name. */
function nameOf(cause: unknown): string {
  const { err } = (cause ?? {}) as { err?: unknown };
  if (!(err instanceof Error)) return "";
  return "code" in err ? `${err.name} ${String(err.code)}` : err.name;
}
