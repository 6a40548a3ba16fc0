import { hash } from "node:crypto";
import type { Disagreement } from "@/db/checks";
import type { Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { isSigned } from "./keys";
import { type Context, readCopy } from "./last-published";
import { presentNight } from "./publish";
import {
  type NightRow,
  selectBrokenBlocks,
  selectDeviating,
  selectLastNight,
  selectNightsAfter,
  selectWrongMonths,
  sumLeaves,
  withNodes,
} from "./store";
import { rootOf } from "./tree";

/** An entry is in the books after so long, in milliseconds, also where a night was missed. */
const PUBLISHED_AFTER = 3 * DAY;
/** So long after the last night another one should be there, in milliseconds. */
const OVERDUE_AFTER = 2 * DAY;
const PAGE = 200;

/** Whether the published books are those of the ledger, and whole (firsts.md, Open kas). Reads only. */
export async function findBookProblems(context: Context): Promise<Disagreement[]> {
  const found = await context.db.transaction(
    async (tx) => {
      const { changed, missing } = await selectDeviating(tx, new Date(now().getTime() - PUBLISHED_AFTER));
      const broken = await selectBrokenBlocks(tx);
      return [
        { check: "an entry of the ledger is what the open books have of it", rows: changed },
        { check: "every entry of the ledger is in the open books", rows: missing },
        { check: "the tree of the open books is whole", rows: broken },
        {
          check: "the sums of the open books are those of their entries",
          rows: [...(await selectWrongMonths(tx, env().timeZone)), ...(await compareSums(tx))],
        },
        {
          check: "the nights of the open books are signed, and each goes on from the one before",
          rows: broken.length === 0 ? await examineNights(tx) : [],
        },
        { check: "the open books were published in the last two days", rows: await overdue(tx) },
      ];
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  const copy = await readCopy(context).catch(() => null);
  const rows = copy === "damaged" ? [{ copy: "damaged, or signed by an unknown key" }] : [];
  found.push({ check: "the copy of the last open books in the photo store is ours", rows });
  return found.filter((each) => each.rows.length > 0);
}

/** Where the newest night's sums are not those of its entries. Cents. */
async function compareSums(tx: Tx) {
  const last = await selectLastNight(tx);
  if (last === null) return [];
  const { sums } = presentNight(last);
  const computed = await sumLeaves(tx, last.size);
  return [...new Set([...Object.keys(sums), ...computed.keys()])]
    .filter((account) => (sums[account] ?? 0) !== (computed.get(account) ?? 0))
    .map((account) => ({
      night: last.night,
      account,
      said: sums[account] ?? 0,
      is: computed.get(account) ?? 0,
    }));
}

async function overdue(tx: Tx) {
  const last = await selectLastNight(tx);
  const isOverdue = last !== null && now().getTime() - last.publishedAt.getTime() > OVERDUE_AFTER;
  return isOverdue ? [{ last: last.night }] : [];
}

async function examineNights(tx: Tx): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let before: NightRow | null = null;
  for (;;) {
    const page: NightRow[] = await selectNightsAfter(tx, before?.night ?? "0001-01-01", PAGE);
    for (const row of page) {
      const problem = await problemOf(tx, row, before);
      if (problem !== null) rows.push({ night: row.night, problem });
      before = row;
    }
    if (page.length < PAGE) return rows;
  }
}

async function problemOf(tx: Tx, row: NightRow, before: NightRow | null): Promise<string | null> {
  const { root, size, previous, restored, publicKey, statement } = presentNight(row);
  if (!isSigned(publicKey, statement, row.signature)) return "signature";
  const known = before && hash("sha256", before.statement, "hex");
  if (previous !== known && restored === null) return "chain";
  const computed = await withNodes(tx, (node) => rootOf(size, node));
  return computed.toString("hex") === root && row.root.equals(computed) && row.size === size ? null : "root";
}
