import type { Db } from "@/db/client";
import { writeOperatorMail } from "@/lib/domain/messages/write-messages";
import { now } from "@/lib/ground/clock";
import { MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { addDays, hourOf, periodStarts } from "@/lib/ground/periods";
import { claimNight, findingsBefore, finishNight, type RememberedFinding, renewNight } from "./nightly-store";
import type { ProviderFindings } from "./provider-checks";

/** The local hour from which a day's check is made. */
const CHECKING_HOUR = 3;
/** After how many days a finding that stays the same is mentioned again. */
const REMINDED_EVERY = 7;

/** How often a server says that it still makes the check, in milliseconds: well within the hour of one that died. */
const RENEWED_EVERY = 10 * MINUTE;

/**
 * Makes the check of the day from 03:00 local time, on one server, and writes the operator what it found: at once what
 * is new or has become more, and what stays the same after every seventh day. Returns the findings; null where there
 * was nothing to do, also without OPERATOR_MAIL. A check that fails is mailed too, and made again after an hour.
 * @throws what `examine` throws
 */
export async function checkNightly(
  db: Db,
  examine: () => Promise<ProviderFindings>,
): Promise<readonly RememberedFinding[] | null> {
  const { operatorMail, timeZone } = env();
  const day = periodStarts(now(), timeZone).daily;
  if (operatorMail === null || now() < hourOf(day, CHECKING_HOUR, timeZone)) return null;
  if (!(await claimNight(db, day, now()))) return null;
  // A renewal that fails is made up for by the next.
  const renewing = setInterval(() => void renewNight(db, day, now()).catch(() => undefined), RENEWED_EVERY);
  renewing.unref();
  const examined = examine().finally(() => clearInterval(renewing));
  const { found, concerns, unasked } = await examined.catch(async (error: unknown) => {
    const facts = { "Not so: the check could be made": error instanceof Error ? error.name : "unknown" };
    const notice = { about: "findings", cause: `${day} failed`, at: now(), facts } as const;
    await db.transaction((tx) => writeOperatorMail(tx, notice));
    throw error;
  });
  const seen = [
    ...[...found, ...unasked].map((each) => ({ ...each, isConcern: false })),
    ...concerns.map((each) => ({ ...each, isConcern: true })),
  ];
  return db.transaction(async (tx) => {
    const before = new Map((await findingsBefore(tx, day)).map((each) => [each.check, each]));
    const isNews = seen.some(({ check, rows }) => isMentioned(before.get(check), rows.length, day));
    const findings = seen.map(({ check, isConcern, rows }): RememberedFinding => {
      const { since = day, mentionedOn = day } = before.get(check) ?? {};
      return { check, isConcern, rows: rows.length, since, mentionedOn: isNews ? day : mentionedOn };
    });
    const at = now();
    await finishNight(tx, day, { findings, at });
    if (isNews) {
      const facts = Object.fromEntries(
        findings.map(({ check, isConcern, rows, since }) => [
          `${isConcern ? "Worth a look" : "Not so"}: ${check}`,
          since === day ? String(rows) : `${rows}, still, since ${since}`,
        ]),
      );
      await writeOperatorMail(tx, { about: "findings", cause: day, at, facts });
    }
    return findings;
  });
}

function isMentioned(before: RememberedFinding | undefined, rows: number, day: string): boolean {
  return !before || rows > before.rows || addDays(before.mentionedOn, REMINDED_EVERY) <= day;
}
