import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Db, Tx } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { sectionsOf } from "./export-sections";
import { selectRows } from "./export-store";
import { ACCOUNT } from "./export-tables-store";

/** A person's data as JSON of `personalDataSchema`, to be read once. */
type Exported = { exportedAt: Date; json: Readable };

let last: Promise<unknown> = Promise.resolve();

/**
 * All stored data about a person, for themselves (GDPR, articles 15 and 20), from one snapshot. Of other people it
 * contains what the person could see anyway. Amounts in cents. Large exports do not fit into memory: the data is
 * read in parts and kept compressed until it is sent, for one person at a time.
 * @throws AppError NOT_FOUND
 */
export function exportData(db: Db, viewer: Pick<Viewer, "id">): Promise<Exported> {
  const turn = last.then(() => packed(db, viewer));
  const over = () => undefined;
  last = turn.then(over, over);
  return turn;
}

/** Reads everything before the first byte is sent, so that a slow reader does not keep the transaction open. */
async function packed(db: Db, { id }: Pick<Viewer, "id">): Promise<Exported> {
  const exportedAt = now();
  const kept: Buffer[] = [];
  await db.transaction(
    (tx) =>
      pipeline(written(tx, id, exportedAt), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) kept.push(chunk);
      }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return { exportedAt, json: Readable.from(kept).pipe(createGunzip()) };
}

async function* written(tx: Tx, userId: string, exportedAt: Date): AsyncGenerator<string> {
  const [account] = await selectRows(tx, ACCOUNT, userId);
  if (!account) throw new AppError("NOT_FOUND");
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"account":${JSON.stringify(account)}`;
  for (const [name, parts] of Object.entries(sectionsOf(tx, userId))) {
    yield `,"${name}":[`;
    let between = "";
    for await (const rows of parts) {
      if (rows.length === 0) continue;
      yield between + JSON.stringify(rows).slice(1, -1);
      between = ",";
    }
    yield "]";
  }
  yield "}";
}
