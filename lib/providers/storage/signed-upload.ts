import { createHmac, timingSafeEqual } from "node:crypto";
import { now } from "@/lib/ground/clock";
import type { UploadTerms } from "../photo-store";

type Sent = { contentType: string | null; contentLength: string | null };

/** Why an upload is refused; null when its address allows it. In the words of S3, so that a browser need not know which store it is. */
export type UploadProblem = "SignatureDoesNotMatch" | "AccessDenied" | null;

/** The query of an address that takes one upload: its terms, and a signature over them and the key. */
export function signUpload(
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

/** Holds an upload against its address. */
export function uploadProblem(
  secret: string,
  key: string,
  query: URLSearchParams,
  sent: Sent,
): UploadProblem {
  const given = Buffer.from(query.get("signature") ?? "");
  const right = Buffer.from(signature(secret, key, query));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return "SignatureDoesNotMatch";
  if (Number(query.get("expires")) * 1000 <= now().getTime()) return "AccessDenied";
  const keepsTo = (name: string, value: string | null) => !query.has(name) || query.get(name) === value;
  return keepsTo("type", sent.contentType) && keepsTo("length", sent.contentLength)
    ? null
    : "SignatureDoesNotMatch";
}

function signature(secret: string, key: string, query: URLSearchParams): string {
  const terms = [key, query.get("expires"), query.get("type"), query.get("length")];
  return createHmac("sha256", secret)
    .update(`photo upload ${JSON.stringify(terms)}`)
    .digest("base64url");
}
