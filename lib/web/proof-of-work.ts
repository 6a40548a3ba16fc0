import "server-only";
import { createHmac } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { VerifySolutionOptions } from "altcha-lib/types";
import { z } from "zod";
import type { Db } from "@/db/client";
import { MINUTE } from "@/lib/ground/durations";
import { env } from "@/lib/ground/env";
import { parseJson } from "./input";
import { isWithin } from "./rate-limit/limit";

/**
 * Some hundred derivations of this many rounds: about a second of a phone, and one derivation for the server. Who tries
 * stolen cards by the thousand pays it for each of them.
 */
const COST = 5_000;

/** How long a challenge can be answered, in milliseconds. */
const VALID_FOR = 10 * MINUTE;

const secret = () => createHmac("sha256", env().authSecret).update("proof of work").digest("hex");

type Proof = Pick<VerifySolutionOptions, "challenge" | "solution">;

/** What the library reads of a proof; it takes a malformed solution as a wrong one. */
const proofSchema = z.object({
  challenge: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }),
  solution: z.record(z.string(), z.unknown()),
});

/** A challenge for a browser, as JSON text (giving.md: proof of work only on suspicion). */
export async function newChallenge(): Promise<string> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: COST,
    deriveKey,
    expiresAt: new Date(Date.now() + VALID_FOR),
    hmacSignatureSecret: secret(),
  });
  return JSON.stringify(challenge);
}

/** Whether a proof solves a challenge of ours that has not expired. Each is taken once. */
export async function isSolved(db: Db, proof: string): Promise<boolean> {
  const parsed = proofSchema.safeParse(readProof(proof));
  if (!parsed.success) return false;
  const proven = parsed.data as unknown as Proof;
  const { verified } = await verifySolution({ ...proven, deriveKey, hmacSignatureSecret: secret() });
  return verified && isWithin(db, "proofOfWork", parsed.data.challenge.signature);
}

function readProof(proof: string): unknown {
  try {
    return parseJson(proof);
  } catch {
    return null;
  }
}
