import { AppError } from "@/lib/ground/errors";

/** The most a caller may send (api.md). */
const MAX_BODY = 64 * 1024;
/** A provider's event can be larger. */
export const MAX_EVENT = 512 * 1024;

/**
 * Reads a body as text, refusing it as soon as it is too long.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE (compressed), VALIDATION_ERROR (not UTF-8)
 */
export async function readText(request: Request, max: number): Promise<string> {
  if (request.headers.has("content-encoding")) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  if (Number(request.headers.get("content-length") ?? 0) > max) throw new AppError("BODY_TOO_LARGE");
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > max) throw new AppError("BODY_TOO_LARGE");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", { cause });
  }
}

/**
 * Reads a JSON object whose values are plain: nothing in the contract is nested. Where a body is optional, none is an empty object.
 * @throws AppError BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR
 */
export async function readJsonObject(
  request: Request,
  { optionalBody = false }: { optionalBody?: boolean } = {},
): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isJson = type === "application/json";
  if (!isJson && !(optionalBody && type === undefined)) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  const text = await readText(request, MAX_BODY);
  if (optionalBody && text === "") return {};
  if (!isJson) throw new AppError("UNSUPPORTED_MEDIA_TYPE");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("VALIDATION_ERROR", { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new AppError("VALIDATION_ERROR");
  for (const field of Object.values(value)) {
    if (typeof field === "object" && field !== null) throw new AppError("VALIDATION_ERROR");
  }
  return value as Record<string, unknown>;
}
