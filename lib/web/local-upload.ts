import "server-only";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import { env } from "@/lib/env";
import { ObjectTooLarge } from "@/lib/providers/photo-store";
import { localFolder } from "@/lib/providers/storage";
import { keepOnDisk } from "@/lib/providers/storage/disk";
import { uploadProblem } from "@/lib/providers/storage/signed-upload";
import { REQUEST_ID_HEADER } from "./headers";
import { log } from "./log";
import { requestIdNow } from "./request-id";

/** What can be wrong with an upload, with the statuses and in the words of S3. */
const REFUSALS = {
  SignatureDoesNotMatch: [403, "The request is not what the address was signed for."],
  AccessDenied: [403, "Request has expired"],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed size"],
  ServiceUnavailable: [503, "The photo cannot be kept right now."],
} as const;

/**
 * Takes an upload into the local store, as a bucket would: judged by the signature of its address alone, written to a file as it arrives, and
 * answered in the words of S3, so that whoever uploads need not know which store it is.
 */
export async function takeUpload(request: Request, key: string): Promise<Response> {
  const requestId = requestIdNow();
  const query = new URL(request.url).searchParams;
  const contentLength = request.headers.get("content-length");
  const problem = uploadProblem(env().authSecret, key, query, {
    contentType: request.headers.get("content-type"),
    contentLength,
  });
  if (problem) return refuse(problem, requestId);
  if (Number(contentLength ?? 0) > MAX_PHOTO_BYTES) return refuse("EntityTooLarge", requestId);
  try {
    const body = (request.body ?? []) as Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
    const md5 = await keepOnDisk(localFolder(env()), key, body, MAX_PHOTO_BYTES);
    return answer(new Response(null, { headers: { ETag: `"${md5}"` } }), requestId);
  } catch (error) {
    if (error instanceof ObjectTooLarge) return refuse("EntityTooLarge", requestId);
    log.warn({ requestId, err: error }, "an upload was not kept");
    return refuse("ServiceUnavailable", requestId);
  }
}

function refuse(code: keyof typeof REFUSALS, requestId: string): Response {
  const [status, message] = REFUSALS[code];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>${requestId}</RequestId></Error>`;
  return answer(new Response(xml, { status, headers: { "Content-Type": "application/xml" } }), requestId);
}

function answer(response: Response, requestId: string): Response {
  response.headers.set(REQUEST_ID_HEADER, requestId);
  response.headers.set("Cache-Control", "no-store");
  return response;
}
