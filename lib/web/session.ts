import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { db } from "@/db/client";
import { endSession } from "@/lib/domain/sessions/end-session";
import { openSession } from "@/lib/domain/sessions/open-session";
import { findProvenAt } from "@/lib/domain/sessions/store";
import { sidOf } from "@/lib/domain/sessions/token";
import { findViewerBySession } from "@/lib/domain/users/queries";
import type { Viewer } from "@/lib/domain/users/types";
import { clearedSessionCookie, deviceCookie, sessionCookie, sessionCookieName } from "./cookies";
import { newDevice } from "./known-device";
import { cachedSessionUser } from "./request-session-cache";

/** The session token this browser sent, whatever it is worth. */
export async function currentToken(): Promise<string | null> {
  return (await cookies()).get(sessionCookieName())?.value || null;
}

/** The signed-in person, looked up once per page; null for a visitor. */
export const currentViewer = cache(async (): Promise<Viewer | null> => {
  const token = await currentToken();
  if (token === null) return null;
  return cachedSessionUser(token)?.viewer ?? (await findViewerBySession(db(), token));
});

/** The signed-in person of a page; a visitor goes to /auth. The middleware brings people back to where they wanted to go. */
export async function requireViewer(): Promise<Viewer> {
  return (await currentViewer()) ?? redirect("/auth");
}

/** When the person of this browser's session proved who they are; null when that is not known. */
export async function currentProof(): Promise<Date | null> {
  const token = await currentToken();
  return token === null ? null : findProvenAt(db(), sidOf(token));
}

/**
 * Signs a person in who gave their password: a new session, its cookie, and the end of the session this browser held
 * before (D13). The browser is known to this account from now on.
 */
export async function signIn(userId: string): Promise<void> {
  const { token, expires } = await openSession(db(), userId, { replaces: await currentToken() });
  const jar = await cookies();
  jar.set(sessionCookie(token, expires));
  jar.set(deviceCookie(newDevice(userId)));
}

/** Ends the browser's session, on the server too. */
export async function signOut(): Promise<void> {
  const token = await currentToken();
  if (token !== null) await endSession(db(), token);
  (await cookies()).set(clearedSessionCookie());
}
