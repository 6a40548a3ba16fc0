import type { Db } from "@/db/client";

/** Up to `limit` rows after one, by id. */
export type Batch = { after: string | null; limit: number };

/** Takes every row once, in the order of their ids, however often it is called. */
export function onceEach<Row extends { id: string }>(
  select: (db: Db, at: Date, batch: Batch) => Promise<Row[]>,
): (db: Db, at: Date, limit: number) => Promise<Row[]> {
  let after: string | null = null;
  return async (db, at, limit) => {
    const rows = await select(db, at, { after, limit });
    after = rows.at(-1)?.id ?? after;
    return rows;
  };
}
