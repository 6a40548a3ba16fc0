import type { Db, Tx } from "@/db/client";
import { placeHold } from "@/lib/domain/holds/place-hold";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { marksOf } from "./like-texts";
import { flagsOfMaking, flagsOfMoney, isHeldBy, MADE_RULES, textOf } from "./review-rules";
import {
  deleteBrowsersBefore,
  deleteDueCheck,
  deleteOtherFlags,
  deleteText,
  findOwnerSince,
  insertDueCheck,
  insertFlags,
  insertText,
  isHeldForRisk,
  lockChecked,
  readMoneyFacts,
  selectCounting,
  selectDue,
  selectLikePhotos,
  selectLikeTexts,
  upsertBrowser,
} from "./review-store";

export {
  claimDueChecks,
  insertDueCheck as checkAgain,
  insertDueChecksOf as checkPaidTo,
} from "./review-store";

/** Makes the check of a new request due, in the transaction that makes it or changes its text or photo. */
export async function checkMade(tx: Tx, requestId: string, at: Date): Promise<void> {
  await deleteText(tx, requestId);
  await insertDueCheck(tx, requestId, at);
}

/** Runs the due checks of a donation, or of what a person is owed, before it is moved. */
export async function checkBeforeMoving(
  db: Db,
  what: { donationId: string } | { userId: string },
): Promise<void> {
  for (const id of await selectDue(db, what)) await checkRequest(db, id);
}

/**
 * Checks a request by the rules of safety.md ("Look before money moves"), unless that was done meanwhile: stores
 * what fires and holds its money at ten points, once. In a transaction of its own, so that no request and no donation
 * fails with it; until it succeeds nothing of the request is moved. Lock order: request, hold.
 */
export async function checkRequest(db: Db, id: string): Promise<"held" | "nothing" | "done"> {
  return db.transaction(async (tx) => {
    const request = await lockChecked(tx, id);
    if (!(await deleteDueCheck(tx, id)) || !request) return "done";
    const at = now();
    const { ownerId, createdAt, isNew, isDeleted } = request;
    if (isNew && !isDeleted) {
      const marks = marksOf(textOf(request));
      await insertText(tx, id, marks, createdAt);
      const flags = flagsOfMaking({
        ...request,
        ownerSince: await findOwnerSince(tx, ownerId),
        texts: await selectLikeTexts(tx, { ownerId, createdAt, marks }),
        photos: await selectLikePhotos(tx, { requestId: id, ownerId }),
      });
      await deleteOtherFlags(tx, id, {
        among: Object.keys(MADE_RULES),
        except: flags.map(({ rule }) => rule),
      });
      await insertFlags(tx, id, flags, at);
    }
    if (request.raised === 0) return "nothing";
    await insertFlags(tx, id, flagsOfMoney(await readMoneyFacts(tx, { requestId: id, ownerId })), at);
    const counting = await selectCounting(tx, id);
    if (!isHeldBy(counting) || (await isHeldForRisk(tx, id))) return "nothing";
    const decision = `rules: ${counting.map(({ rule }) => rule).join(", ")}`;
    await placeHold(tx, { subject: { requestId: id }, cause: "risk", decision, at });
    await writeOperatorMail(tx, { about: "review", cause: `${id}:${at.toISOString()}`, reference: id, at });
    return "held";
  });
}

/** Remembers that a person registered or signed in from a browser, by a keyed hash of its device cookie's number. */
export async function rememberBrowser(db: Db, userId: string, browser: string): Promise<void> {
  await upsertBrowser(db, { userId, browser, seenAt: now() });
}

/** As long as browsers keep the cookie. */
export const BROWSER_DAYS = 400;

/** Forgets the browsers from which nobody signed in for 400 days. */
export async function forgetOldBrowsers(db: Db): Promise<void> {
  await deleteBrowsersBefore(db, new Date(now().getTime() - BROWSER_DAYS * DAY));
}
