import { createPublicKey, hash, verify } from "node:crypto";
import type { Disagreement } from "@/db/checks";
import type { Db, Tx } from "@/db/client";
import { now } from "@/lib/ground/clock";
import { DAY } from "@/lib/ground/durations";
import { presentNight } from "./publish";
import { type NightRow, selectBrokenBlocks, selectDeviating, selectNightsAfter, withNodes } from "./store";
import { rootOf } from "./tree";

/** An entry is in the books after so long, in milliseconds, also where a night was missed. */
const PUBLISHED_AFTER = 3 * DAY;
const PAGE = 200;

/** Whether the published books are those of the ledger, and whole (firsts.md, Open kas). Reads only. */
export async function findBookProblems(db: Db): Promise<Disagreement[]> {
  return db.transaction(
    async (tx) => {
      const { changed, missing } = await selectDeviating(tx, new Date(now().getTime() - PUBLISHED_AFTER));
      const broken = await selectBrokenBlocks(tx);
      const nights = broken.length === 0 ? await examineNights(tx) : [];
      return [
        { check: "an entry of the ledger is what the open books have of it", rows: changed },
        { check: "every entry of the ledger is in the open books", rows: missing },
        { check: "the tree of the open books is whole", rows: broken },
        {
          check: "the nights of the open books are signed, and each goes on from the one before",
          rows: nights,
        },
      ].filter(({ rows }) => rows.length > 0);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
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
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  if (!verify(null, Buffer.from(statement), key, Buffer.from(row.signature, "base64url"))) return "signature";
  const known = before && hash("sha256", before.statement, "hex");
  if (previous !== known && restored === null) return "chain";
  const computed = await withNodes(tx, (node) => rootOf(size, node));
  return computed.toString("hex") === root && row.root.equals(computed) && row.size === size ? null : "root";
}
