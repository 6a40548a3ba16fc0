import type { Db } from "@/db/client";
import { writeMail } from "@/lib/domain/messages/write-messages";
import { lockPresent } from "@/lib/domain/users/guards";
import { now } from "@/lib/ground/clock";
import { selectToAsk, setAsked } from "./store";

/** How many owners a run asks at most. */
const BATCH = 500;

/**
 * Asks owners of requests what became of the money 14, 30 and 60 days after it arrived, unless they said it
 * (giving.md). After an outage only the last of these is asked. Each is asked once, on however many servers. Returns
 * how many.
 */
export async function askForProof(db: Db): Promise<number> {
  const at = now();
  let asked = 0;
  for (const due of await selectToAsk(db, at, BATCH)) {
    const { requestId, userId, days } = due;
    await db.transaction(async (tx) => {
      // People are locked before what was delivered.
      await lockPresent(tx, [userId]);
      if (!(await setAsked(tx, due))) return;
      await writeMail(tx, { kind: "proof_asked", cause: `${requestId} ${days}`, userId, at });
      asked += 1;
    });
  }
  return asked;
}
