import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { db } from "@/db/client";
import { endSession } from "@/lib/domain/sessions/end-session";
import { openSession, renewSession, type SessionOptions } from "@/lib/domain/sessions/open-session";
import { findProof, findViewerBySession } from "@/lib/domain/sessions/queries";
import { sidOf } from "@/lib/domain/sessions/token";
import type { Proof } from "@/lib/domain/sessions/types";
import type { Viewer } from "@/lib/domain/users/types";
import { whereabouts } from "../client-address";
import { cookieName, sessionCookie } from "../cookies";
import { loginPath, PATH_HEADER } from "../safe-path";
import { knowBrowser } from "./known-browser";
import { cachedSessionUser } from "./request-cache";

/** The session token that this browser sent, valid or not. */
export async function currentToken(): Promise<string | null> {
  return (await cookies()).get(cookieName("session"))?.value || null;
}

/** The signed-in person, looked up once per page; null for a visitor. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const token = await currentToken();
  if (token === null) return null;
  return cachedSessionUser(token)?.viewer ?? (await findViewerBySession(db(), token));
});

/**
 * The signed-in person of a page. The middleware has redirected visitors already; what arrives here without a session
 * is the page that is drawn after a server action, or a session that ended meanwhile.
 */
export async function requireViewer(): Promise<Viewer> {
  return (await currentViewer()) ?? redirect(loginPath((await headers()).get(PATH_HEADER) ?? "/"));
}

/** The stored id of this browser's session, which need not exist. */
export async function currentSid(): Promise<string> {
  return sidOf((await currentToken()) ?? "");
}

/** When the person of this session last proved who they are. */
export async function currentProof(): Promise<Proof> {
  return findProof(db(), await currentSid());
}

/**
 * Signs in a person whose password or passkey was checked: a new session and its cookie, the end of this browser's
 * earlier session (D13), and the cookie of a known browser. `passwordHash` is what a password was checked against,
 * `accessRound` the round in which a passkey was.
 * @throws AppError INVALID_CREDENTIALS if the password was replaced since, or the passkey removed
 */
export async function signIn(
  userId: string,
  { passwordHash, accessRound }: Pick<SessionOptions, "passwordHash" | "accessRound"> = {},
): Promise<void> {
  const from = whereabouts(await headers());
  const replaces = await currentToken();
  const { token, expires } = await openSession(db(), userId, { replaces, from, passwordHash, accessRound });
  const jar = await cookies();
  jar.set(sessionCookie(token, expires));
  await knowBrowser(userId);
}

/**
 * Records that the signed-in person proved who they are, under a new token and with the cookie of a known browser.
 * Answers when that was.
 */
export async function proveSession({ id }: Pick<Viewer, "id">, by: { byPasskey: boolean }): Promise<Date> {
  const { token, expires, provenAt } = await renewSession(db(), (await currentToken()) ?? "", by);
  (await cookies()).set(sessionCookie(token, expires));
  await knowBrowser(id);
  return provenAt;
}

/** Ends the browser's session, on the server too. */
export async function signOut(): Promise<void> {
  const token = await currentToken();
  if (token !== null) await endSession(db(), token);
  (await cookies()).set(sessionCookie("", new Date(0)));
}
