import { createHmac, timingSafeEqual } from "node:crypto";
import { now } from "@/lib/ground/clock";
import type { UploadAddress, UploadTerms } from "../photo-store";

/** This server's route for uploads, which counts the bytes that arrive. */
export type UploadRoute = {
  /** Its address, without the key. */
  uploadUrl: string;
  /** Signs the addresses of uploads. */
  secret: string;
};

type Sent = { contentType: string | null; contentLength: string | null };

/** Why an upload is refused, in the words of S3, so that a browser need not know the store; null if it is allowed. */
export type UploadProblem = "SignatureDoesNotMatch" | "AccessDenied" | null;

/** An address of this server that accepts one upload. */
export function uploadAddress(
  { uploadUrl, secret }: UploadRoute,
  { key, ...terms }: UploadTerms,
): UploadAddress {
  return {
    url: `${uploadUrl}/${key}?${signUpload(secret, key, terms)}`,
    headers: terms.contentType === undefined ? {} : { "Content-Type": terms.contentType },
  };
}

/** The query of an upload address: its terms, and a signature over them and the key. */
function signUpload(
  secret: string,
  key: string,
  { seconds, contentType, contentLength }: Omit<UploadTerms, "key">,
): URLSearchParams {
  const query = new URLSearchParams({ expires: String(Math.floor(now().getTime() / 1000) + seconds) });
  if (contentType !== undefined) query.set("type", contentType);
  if (contentLength !== undefined) query.set("length", String(contentLength));
  query.set("signature", signature(secret, key, query));
  return query;
}

/** Compares an upload with the terms of its address. */
export function uploadProblem(
  secret: string,
  key: string,
  query: URLSearchParams,
  sent: Sent,
): UploadProblem {
  const actual = Buffer.from(query.get("signature") ?? "");
  const expected = Buffer.from(signature(secret, key, query));
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return "SignatureDoesNotMatch";
  if (Number(query.get("expires")) * 1000 <= now().getTime()) return "AccessDenied";
  const matches = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  return matches("type", sent.contentType) && matches("length", sent.contentLength)
    ? null
    : "SignatureDoesNotMatch";
}

function signature(secret: string, key: string, query: URLSearchParams): string {
  const terms = [key, query.get("expires"), query.get("type"), query.get("length")];
  return createHmac("sha256", secret)
    .update(`photo upload ${JSON.stringify(terms)}`)
    .digest("base64url");
}
