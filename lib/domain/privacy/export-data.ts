import type { Db } from "@/db/client";
import { now } from "@/lib/clock";
import { photoUrlOf, uploadedPhotoUrl } from "@/lib/domain/photos/rules";
import type { Viewer } from "@/lib/domain/users/types";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import {
  selectBought,
  selectGiven,
  selectLedger,
  selectOperatorActions,
  selectReceived,
  selectSubscribed,
} from "./export-payments-store";
import { selectAccount, selectAsked, selectSignIns, selectTold } from "./export-store";
import type { PersonalData } from "./schema";

/**
 * Everything that is kept about a person, for themself (GDPR, articles 15 and 20), as it stood at one moment. Of other people it holds what the
 * person could see anyway. Amounts in cents.
 * @throws AppError NOT_FOUND
 */
export async function exportData(db: Db, { id }: Pick<Viewer, "id">): Promise<PersonalData> {
  return db.transaction(
    async (tx) => {
      const account = await selectAccount(tx, id);
      if (!account) throw new AppError("NOT_FOUND");
      const asked = await selectAsked(tx, id);
      return plain({
        exportedAt: now(),
        account,
        ...(await selectSignIns(tx, id)),
        requests: asked.requests,
        photos: asked.photos.map((photo) => ({ ...photo, address: addressOf(photo) })),
        ...(await selectGiven(tx, id)),
        donationsReceived: await selectReceived(tx, id),
        ...(await selectBought(tx, id)),
        ...(await selectSubscribed(tx, id)),
        ledgerEntries: await selectLedger(tx, id),
        notifications: await selectTold(tx, id),
        operatorActions: await selectOperatorActions(tx, id),
      });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

type Photo = { id: string; width: number | null; height: number | null };

function addressOf({ id, width, height }: Photo): string {
  const path = width !== null && height !== null ? photoUrlOf({ id, width, height }) : uploadedPhotoUrl(id);
  return env().appUrl + path;
}

/** Moments as text, as they are in JSON. */
function plain(data: object): PersonalData {
  return JSON.parse(JSON.stringify(data)) as PersonalData;
}
