import "server-only";
import { headers } from "next/headers";
import { db } from "@/db/client";
import { changePassword } from "@/lib/domain/accounts/change-password";
import type { PasswordChange, UserChanges } from "@/lib/domain/accounts/schema";
import { undoProof } from "@/lib/domain/accounts/undo-email";
import { changesPayout } from "@/lib/domain/accounts/update-user";
import { proveByPasskey, proveByPassword } from "@/lib/domain/security/prove";
import type { Proof } from "@/lib/domain/security/schema";
import { freshUntil, isFresh, isFromToday } from "@/lib/domain/sessions/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { whereabouts } from "../client-address";
import { limit } from "../rate-limit/limit";
import { type Guesser, guess, guesserOf } from "./guess";
import { currentProof, currentSid, currentToken, proveSession } from "./index";
import { stayKnown } from "./known-browser";
import { acceptCodeWithinLimits } from "./log-in";
import { takeChallenge } from "./passkey";

/**
 * Demands that the person proved who they are in the last 10 minutes (mail-and-access.md, Step-up).
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireFreshProof(): Promise<void> {
  if (!isFresh((await currentProof()).provenAt, now())) throw new AppError("STEP_UP_REQUIRED");
}

/**
 * Demands that the person proved who they are in the last 24 hours.
 * @throws AppError STEP_UP_REQUIRED
 */
export async function requireProofOfToday(): Promise<void> {
  if (!isFromToday((await currentProof()).provenAt, now())) throw new AppError("STEP_UP_REQUIRED");
}

/**
 * Demands a fresh proof where settings would change how the person is paid, and counts the message about it.
 * @throws AppError STEP_UP_REQUIRED, RATE_LIMITED
 */
export async function requireProofForPayout(
  { id }: Pick<Viewer, "id">,
  changes: UserChanges,
  address: string,
): Promise<void> {
  if (!(await changesPayout(db(), id, changes))) return;
  await requireFreshProof();
  await limit(db(), "mailAddress", address);
}

/**
 * Checks that it is the signed-in person who is asking, and records it with the session: by a passkey, by a code where
 * there is a second factor, else by the password. Answers until when the proof is fresh.
 * @throws AppError VALIDATION_ERROR, WRONG_PASSWORD, WRONG_PROOF, RATE_LIMITED
 */
export async function proveAgain(viewer: { id: string }, { password, code, passkey }: Proof): Promise<Date> {
  if (passkey) {
    const challenge = await takeChallenge("use", viewer.id);
    await proveByPasskey(db(), viewer, passkey, challenge).catch(refuse);
  } else {
    const guesser = await currentGuesser(viewer);
    if (guesser.secrets?.factorSince) await proveByCode(guesser, code).catch(refuse);
    else await guess("password", guesser, () => proveByPassword(db(), viewer, password));
  }
  return freshUntil(await proveSession(viewer, { byPasskey: passkey !== undefined }));
}

/**
 * Replaces the signed-in person's password, after the present one, within the limit for guesses of it.
 * @throws AppError WRONG_PASSWORD, WEAK_PASSWORD, RATE_LIMITED
 */
export async function changePasswordOf(viewer: Pick<Viewer, "id">, change: PasswordChange): Promise<void> {
  const browser = { token: await currentToken(), from: whereabouts(await headers()) };
  const guesser = await currentGuesser(viewer);
  await stayKnown(viewer.id, () =>
    guess("password", guesser, () => changePassword(db(), viewer, change, browser)),
  );
}

async function currentGuesser({ id }: Pick<Viewer, "id">): Promise<Guesser> {
  return guesserOf(id, await currentSid());
}

function proveByCode(guesser: Guesser, code: string | undefined): Promise<void> {
  if (!code) throw new AppError("WRONG_PROOF", { fields: { code: "codeRequired" } });
  return acceptCodeWithinLimits(guesser, code);
}

/**
 * Checks what the undo of a changed address asks for beside its link: a passkey or a code of its account, which is
 * older than the change (D52). Answers whether it was given. `viewer` is signed in to this browser.
 * @throws AppError TOKEN_INVALID, WRONG_PROOF, RATE_LIMITED
 */
export async function proveForUndo(
  viewer: Pick<Viewer, "id"> | null,
  token: string,
  { code, passkey }: Pick<Proof, "code" | "passkey">,
): Promise<boolean> {
  const asked = await undoProof(db(), token);
  const owner = { id: asked.userId };
  if (passkey && asked.passkey) {
    const challenge = await takeChallenge("use", viewer?.id ?? null);
    await proveByPasskey(db(), owner, passkey, challenge, asked.since).catch(refuse);
    return true;
  }
  if (!code || !asked.code) return false;
  const guesser = { ...(await guesserOf(owner.id, null)), link: asked.linkId };
  await acceptCodeWithinLimits(guesser, code).catch(refuse);
  return true;
}

/** What refuses a login with 401 is 403 to somebody who is signed in: 401 means that their session has ended. */
function refuse(error: unknown): never {
  if (!(error instanceof AppError) || error.status !== 401) throw error;
  throw new AppError("WRONG_PROOF", { ...(error.fields && { fields: error.fields }), cause: error });
}
