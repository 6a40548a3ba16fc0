import type { Tx } from "@/db/client";
import { giftMeterOf } from "@/lib/domain/gift-meter/meter";
import { photoUrlOf, uploadedPhotoUrl } from "@/lib/domain/photos/rules";
import { env } from "@/lib/ground/env";
import { type Key, type Part, selectOperatorActions, selectReceived, selectRows } from "./export-store";
import { type ExportedTable, TABLES } from "./export-tables-store";
import type { PersonalData } from "./schema";

/** The rows of one read: few enough that the server can answer other calls in between. */
const ROWS = 1_000;

type Section = Exclude<keyof PersonalData, "exportedAt" | "account">;
type Parts = AsyncIterable<object[]>;

/** A person's data beside their account, by section; each is read when its turn comes. */
export function sectionsOf(tx: Tx, userId: string): Record<Section, Parts> {
  const rowsOf = (table: ExportedTable): Parts =>
    table.inParts
      ? partsOf(
          (part) => selectRows(tx, table, userId, part),
          (row) => ({ at: row.createdAt, id: row.id }) as Key,
        )
      : once(() => selectRows(tx, table, userId));
  const sections = Object.entries(TABLES).map(([name, table]) => [name, rowsOf(table)]);
  return {
    ...(Object.fromEntries(sections) as Record<keyof typeof TABLES, Parts>),
    photos: once(() => selectShownPhotos(tx, userId)),
    donationsReceived: partsOf(
      (part) => selectReceived(tx, userId, part),
      ({ creditedAt, id }) => ({ at: creditedAt, id }),
    ),
    giftMeter: once(async () => {
      const { on, limit, limitIsOwn, elsewhere } = await giftMeterOf(tx, { id: userId });
      return on ? [{ limit: limitIsOwn ? limit : null, elsewhere }] : [];
    }),
    operatorActions: once(() => selectOperatorActions(tx, userId)),
  };
}

async function* once(select: () => Promise<object[]>): Parts {
  yield await select();
}

async function* partsOf<Row extends object>(
  select: (part: Part) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): Parts {
  let after: Key | null = null;
  for (;;) {
    const rows: Row[] = await select({ after, limit: ROWS });
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < ROWS) return;
    after = keyOf(end);
  }
}

async function selectShownPhotos(tx: Tx, userId: string): Promise<object[]> {
  const sent = await selectRows(tx, TABLES.photos, userId);
  return sent.map((photo) => ({ ...photo, address: addressOf(photo as Photo) }));
}

type Photo = { id: string; width: number | null; height: number | null };

function addressOf({ id, width, height }: Photo): string {
  const path = width !== null && height !== null ? photoUrlOf({ id, width, height }) : uploadedPhotoUrl(id);
  return env().appUrl + path;
}
