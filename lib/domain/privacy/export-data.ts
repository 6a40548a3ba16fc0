import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { Db, Tx } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { now } from "@/lib/ground/clock";
import { AppError } from "@/lib/ground/errors";
import { sectionsOf } from "./export-sections";
import { selectAccount } from "./export-store";

/** A person's data as the text of `personalDataSchema`, to be read once. */
type Exported = { exportedAt: Date; json: Readable };

let last: Promise<unknown> = Promise.resolve();

/**
 * Everything that is kept about a person, for themself (GDPR, articles 15 and 20), as it stood at one moment. Of other people it holds what the
 * person could see anyway. Amounts in cents. Whoever gave a hundred thousand times has more than fits into memory: it is read in parts and kept
 * compressed until it is sent, one person's at a time.
 * @throws AppError NOT_FOUND
 */
export function exportData(db: Db, viewer: Pick<Viewer, "id">): Promise<Exported> {
  const turn = last.then(() => packed(db, viewer));
  const over = () => undefined;
  last = turn.then(over, over);
  return turn;
}

/** Nobody who reads slowly keeps the transaction open. */
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
  const account = await selectAccount(tx, userId);
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
