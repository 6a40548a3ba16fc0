import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import type { Db, Tx } from "@/db/client";
import { findNewestKey, findPublicKeys, findServerKey, insertServerKey } from "@/db/server-keys";
import { seal, unseal } from "@/lib/ground/sealed";
import type { Statement } from "./schema";

const NAME = "open books ";
const PURPOSE = "open books private key";

export type SigningKey = Pick<Statement, "keyId" | "publicKey"> & { privateKey: KeyObject };

/** Signs a text with Ed25519; the signature in base64url. */
export const signText = (text: string, { privateKey }: Pick<SigningKey, "privateKey">): string =>
  sign(null, Buffer.from(text), privateKey).toString("base64url");

/** Whether a statement has the signature of the key that it names (Ed25519). */
export function isSigned(publicKey: string, statement: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  return verify(null, Buffer.from(statement), key, Buffer.from(signature, "base64url"));
}

type Signed = { statement: string; signature: string; said: Statement };

/** Whether one of our keys signed a statement. */
export async function isOurs(db: Db, { statement, signature, said }: Signed): Promise<boolean> {
  const known = await findPublicKeys(db, NAME);
  return known.includes(said.publicKey) && isSigned(said.publicKey, statement, signature);
}

/** The key with which the books are signed. The first one is made, and another where AUTH_SECRET was replaced. */
export async function signingKey(tx: Tx): Promise<SigningKey> {
  const newest = await findNewestKey(tx, NAME);
  return (newest && opened(newest)) ?? rotateKey(tx);
}

/** Makes a new key, with which the books are signed from now on. */
export async function rotateKey(tx: Tx): Promise<SigningKey> {
  const pair = generateKeyPairSync("ed25519");
  const publicKey = String(pair.publicKey.export({ format: "jwk" }).x);
  const secret = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
  const keyId = hash("sha256", Buffer.from(publicKey, "base64url"), "hex").slice(0, 16);
  await insertServerKey(tx, { name: `${NAME}${keyId}`, publicKey, secret: seal(PURPOSE, secret) });
  return { keyId, publicKey, privateKey: pair.privateKey };
}

/** What a key signs of the one that follows it; null where it cannot be read any more. */
export async function handOver(tx: Tx, keyId: string, to: SigningKey): Promise<Statement["handover"]> {
  const before = await findServerKey(tx, `${NAME}${keyId}`);
  const key = before && opened(before);
  return key && { keyId, signature: signText(to.publicKey, key) };
}

function opened(row: { name: string; publicKey: string; secret: string }): SigningKey | null {
  const secret = unseal(PURPOSE, row.secret);
  if (secret === null) return null;
  const privateKey = createPrivateKey({ key: Buffer.from(secret, "base64"), format: "der", type: "pkcs8" });
  return { keyId: row.name.slice(NAME.length), publicKey: row.publicKey, privateKey };
}
