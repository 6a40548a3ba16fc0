import type { Db } from "@/db/client";
import { isFresh } from "@/lib/domain/sessions/rules";
import { now } from "@/lib/ground/clock";
import type { Proof } from "./schema";
import { findProof } from "./store";

/** The proof that erasing an account requires; `provenAt` is when the person last proved who they are. */
export async function proofOf(db: Db, userId: string, provenAt: Date | null): Promise<Proof> {
  const person = await findProof(db, userId);
  if (person?.password !== null) return "password";
  return isFresh(provenAt, now()) ? "username" : "google";
}
