import type { Db } from "@/db/client";
import { env } from "@/lib/ground/env";
import { perProcess } from "@/lib/ground/per-process";
import type { PhotoStore } from "@/lib/providers/photo-store";
import { isOurs } from "./keys";
import { type Statement, statementSchema } from "./schema";
import { type NightRow, selectNight } from "./store";

/** Where a copy of what was published last lies, outside the database: a restored dump is recognised by it. */
const KEY = "books/last-published";
const MOST_BYTES = 64_000;

type Signed = Pick<NightRow, "statement" | "signature">;
/** A copy that we signed ourselves. */
export type Copy = Signed & { said: Statement };
export type Context = { db: Db; photos: PhotoStore };

/** The night whose copy this process has stored, so that the store is not asked every few minutes. */
const stored = perProcess("last published books", (): { night?: string } => ({}));

/**
 * The copy; null where there is none, or of another installation. `damaged` where it is not what we signed.
 * @throws StoreUnavailable
 */
export async function readCopy({ db, photos }: Context): Promise<Copy | "damaged" | null> {
  const bytes = await photos.read(KEY, MOST_BYTES);
  if (bytes === null) return null;
  const copy = parse(bytes);
  if (copy === null || !(await isOurs(db, copy))) return "damaged";
  return copy.said.of === env().appUrl ? copy : null;
}

/** Stores the copy of a night. @throws StoreUnavailable */
export async function writeCopy(
  { photos }: Context,
  { night, statement, signature }: Signed & { night: string },
): Promise<void> {
  await photos.write(KEY, Buffer.from(JSON.stringify({ statement, signature })), "application/json");
  stored.night = night;
}

/** Stores the copy of the last night where that failed, unless the store knows of a night that the database lacks. */
export async function catchUp(context: Context, last: NightRow): Promise<void> {
  if (stored.night === last.night) return;
  const copy = await readCopy(context);
  if (copy !== "damaged" && (copy === null || !(await isLost(context.db, copy))))
    await writeCopy(context, last);
  stored.night = last.night;
}

/** Whether the database lacks the night of a copy: it was restored from an older dump. */
export async function isLost(db: Db, { said, statement }: Copy): Promise<boolean> {
  return (await selectNight(db, said.night))?.statement !== statement;
}

function parse(bytes: Buffer): Copy | null {
  try {
    const { statement, signature } = JSON.parse(bytes.toString());
    return { statement, signature, said: statementSchema.parse(JSON.parse(statement)) };
  } catch {
    return null;
  }
}
