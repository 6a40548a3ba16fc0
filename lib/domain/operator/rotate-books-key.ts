import { NIL } from "uuid";
import type { Db } from "@/db/client";
import { rotateKey } from "@/lib/domain/open-books/keys";
import { insertAuditEntry } from "./audit-store";
import type { OperatorPerson } from "./types";

/** Makes a new key for the open books (firsts.md, Open kas). Nights that are published stay signed with the old one. */
export async function rotateBooksKey(
  db: Db,
  operator: OperatorPerson,
  { reason }: { reason: string },
): Promise<{ keyId: string }> {
  return db.transaction(async (tx) => {
    const { keyId } = await rotateKey(tx);
    await insertAuditEntry(tx, operator, {
      action: "rotate_books_key",
      subject: "everything",
      subjectId: NIL,
      after: { keyId },
      reason,
    });
    return { keyId };
  });
}
