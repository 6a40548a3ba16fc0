import "server-only";
import { UploadEnded } from "@/lib/domain/photos/receive-upload";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import { isCutOff } from "@/lib/ground/cut-off";
import { env } from "@/lib/ground/env";
import { type Bytes, ObjectTooLarge, type PhotoStore } from "@/lib/providers/photo-store";
import { uploadProblem } from "@/lib/providers/storage/signed-upload";
import { log } from "@/lib/server/log";
import { REQUEST_ID_HEADER, requestIdNow } from "@/lib/server/request-id";

/** The errors of an upload, with the codes and statuses of S3. */
const REFUSALS = {
  SignatureDoesNotMatch: [403, "The request is not what the address was signed for."],
  AccessDenied: [403, "Request has expired"],
  EntityTooLarge: [400, "Your proposed upload exceeds the maximum allowed size"],
  OperationAborted: [409, "A later upload of yours took the place of this one."],
  ServiceUnavailable: [503, "The photo cannot be kept right now."],
} as const;

/** The uploads in progress, by person. */
const arriving = new Map<string, AbortController>();

/**
 * Receives an upload as a bucket would: authorised by the signature of its address alone, and answered in the format of
 * S3, so that a browser need not know which store it is. One at a time per person, to bound disk and memory; a later
 * upload ends the earlier one, since a phone that lost its network soon tries again.
 */
export async function takeUpload(
  store: Pick<PhotoStore, "receive">,
  request: Request,
  key: string,
): Promise<Response> {
  const requestId = requestIdNow();
  const query = new URL(request.url).searchParams;
  const contentLength = request.headers.get("content-length");
  const problem = uploadProblem(env().authSecret, key, query, {
    contentType: request.headers.get("content-type"),
    contentLength,
  });
  if (problem) return refuse(problem, requestId);
  if (Number(contentLength ?? 0) > MAX_PHOTO_BYTES) return refuse("EntityTooLarge", requestId);
  const owner = key.split("/").at(-2) ?? "";
  const upload = new AbortController();
  arriving.get(owner)?.abort();
  arriving.set(owner, upload);
  try {
    const body = request.body?.pipeThrough(new TransformStream(), { signal: upload.signal }) ?? [];
    const md5 = await store.receive(key, body as Bytes, MAX_PHOTO_BYTES);
    return answer(new Response(null, { headers: { ETag: `"${md5}"` } }), requestId);
  } catch (error) {
    if (error instanceof ObjectTooLarge) return refuse("EntityTooLarge", requestId);
    if (error instanceof UploadEnded) return refuse("AccessDenied", requestId);
    if (upload.signal.aborted || isCutOff(error)) return refuse("OperationAborted", requestId);
    log.warn({ requestId, err: error }, "an upload was not kept");
    return refuse("ServiceUnavailable", requestId);
  } finally {
    if (arriving.get(owner) === upload) arriving.delete(owner);
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
