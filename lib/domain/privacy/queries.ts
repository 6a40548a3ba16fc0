import type { Db } from "@/db/client";
import type { Proof } from "./rules";
import { findProof } from "./store";

/** What a person is asked for before their account is erased. */
export async function proofOf(db: Db, userId: string): Promise<Proof> {
  const person = await findProof(db, userId);
  return person?.password === null ? "username" : "password";
}
