import { createHash, createHmac } from "node:crypto";
import type { Db } from "@/db/client";
import { writeMail, writeOperatorMail, writeVisitorMail } from "@/lib/domain/messages/write-messages";
import { findAccount, isBlockedBetween, isVisibleTo } from "@/lib/domain/users/guards";
import type { Reader } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { env } from "@/lib/ground/env";
import { AppError } from "@/lib/ground/errors";
import type { Locale } from "@/lib/ground/vocabulary";
import { checkAgain } from "./review";
import { dueAt, needsReporter } from "./rules";
import type { NewReport, SentReport } from "./schema";
import { findReference, findReportedNote, findReportedPost, findRequestOwner, insertReport } from "./store";

/** Who reports: a person, a guest or a visitor. `browser` is a keyed hash of the known browser. */
export type Reporter = Reader & {
  locale: Locale;
  browser: string | null;
};

/**
 * Takes a report (safety.md, Report; Digital Services Act, article 16) and confirms it by mail. Of a visitor name and
 * address are asked, except for child abuse; who gives no address gets the token that opens the report.
 * @throws AppError NOT_FOUND for what the reporter does not see, VALIDATION_ERROR also for what is their own,
 * ALREADY_REPORTED
 */
export async function sendReport(
  db: Db,
  { viewer, guestId = null, locale, browser }: Reporter,
  { target, ground, text, name, email }: NewReport,
  id: string,
): Promise<SentReport> {
  const found = await findTarget(db, { viewer, guestId }, target);
  if (!found) throw new AppError("NOT_FOUND");
  if (viewer && found.personId === viewer.id)
    throw new AppError("VALIDATION_ERROR", { fields: { target: "invalid" } });
  const isNamed = viewer === null && needsReporter(ground);
  if (isNamed && name === undefined)
    throw new AppError("VALIDATION_ERROR", { fields: { name: "nameRequired" } });
  if (isNamed && email === undefined) throw new AppError("VALIDATION_ERROR", { fields: { email: "email" } });
  const token = viewer === null ? tokenOf(id) : null;
  const answer = (reference: string) =>
    token !== null && email === undefined ? { reference, token } : { reference };
  return db.transaction(async (tx) => {
    const at = now();
    const report = await insertReport(tx, {
      id,
      subject: target.kind,
      subjectId: found.subjectId,
      personId: found.personId,
      ground,
      text,
      reporterId: viewer?.id ?? null,
      ...(viewer === null && { name: name ?? null, email: email ?? null }),
      locale,
      tokenHash: token && hashOf(token),
      browser,
      createdAt: at,
      dueAt: dueAt(ground, at),
    });
    if (!report) {
      // A run that ended before its answer was stored is repeated with the same id.
      const reference = await findReference(tx, id);
      if (reference === null) throw new AppError("ALREADY_REPORTED");
      return answer(reference);
    }
    if (target.kind === "request") await checkAgain(tx, found.subjectId, at);
    const kind = "report_received";
    const cause = report.id;
    if (viewer) {
      await writeMail(tx, { kind, cause, userId: viewer.id, at });
    } else if (email !== undefined) {
      await writeVisitorMail(tx, {
        kind,
        cause,
        address: email,
        locale,
        at,
        ...(token && { secret: token }),
      });
    }
    await writeOperatorMail(tx, {
      about: "report",
      cause,
      reference: report.reference,
      at,
      facts: { ground },
    });
    return answer(report.reference);
  });
}

/**
 * What can be reported, if the reporter sees it: people's pages and messages with donations are for signed-in people
 * only (D50). Whom they blocked they can report; who blocked them is nobody to them, as everywhere. `personId` is null
 * for what a guest wrote.
 */
export async function findTarget(
  db: Db,
  reader: Reader,
  { kind, id }: NewReport["target"],
): Promise<{ subjectId: string; personId: string | null } | null> {
  const { viewer } = reader;
  const looker = viewer ?? { id: "", isOperator: false };
  if (kind === "request") {
    const found = await findRequestOwner(db, id);
    return found && isVisibleTo(looker, { ownerId: found.personId, isHidden: found.isHidden }) ? found : null;
  }
  if (kind === "post") {
    const post = await findReportedPost(db, id, reader);
    if (!post || (!post.isShown && post.personId !== viewer?.id)) return null;
    if (viewer && (await isBlockedBetween(db, post.personId, viewer.id, "first"))) return null;
    return (await findTarget(db, reader, { kind: "request", id: post.requestId })) && post;
  }
  if (viewer === null) return null;
  if (kind === "person") {
    const found = await findAccount(db, id);
    if (!found || (await isBlockedBetween(db, found.id, viewer.id, "first"))) return null;
    const isSeen = isVisibleTo(looker, { ownerId: found.id, isHidden: found.isHidden });
    return isSeen ? { subjectId: found.id, personId: found.id } : null;
  }
  const note = await findReportedNote(db, id);
  if (!note || note.isHidden) return null;
  if (note.recipientId === viewer.id) return note;
  const isOnView = note.isShown && (await findTarget(db, reader, { kind: "request", id: note.requestId }));
  const hasBlocked =
    note.personId !== null && (await isBlockedBetween(db, note.personId, viewer.id, "first"));
  return isOnView && !hasBlocked ? note : null;
}

/** The token of a visitor's report: the same for a repeat, whose first answer may have been lost. */
const tokenOf = (id: string) =>
  createHmac("sha256", env().authSecret).update(`report:${id}`).digest("base64url");

/** The hash under which a token is stored. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
