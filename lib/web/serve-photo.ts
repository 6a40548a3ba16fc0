import "server-only";
import { findPhotoKey, readPhoto } from "@/lib/domain/photos/queries";
import { requestIdNow } from "@/lib/server/request-id";
import { photos } from "./photos";
import { toAppError } from "./problem";
import { problemResponse } from "./route";

/**
 * A picture of a request, at its address. What stands there never changes, so whoever has it keeps it for good; what a deleted request showed
 * is gone for everyone else at once, because the books are asked first.
 */
export async function servePhoto(request: Request, url: string): Promise<Response> {
  try {
    const context = photos();
    const key = await findPhotoKey(context.db, url);
    if (key === null) return missing();
    const headers = { ETag: `"${key}"`, "Cache-Control": "public, max-age=31536000, immutable" };
    if (names(request.headers.get("if-none-match"), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
    const bytes = await readPhoto(context, key);
    if (!bytes) return missing();
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, "Content-Type": "image/webp" },
    });
  } catch (thrown) {
    const requestId = requestIdNow();
    return problemResponse(toAppError(thrown, requestId), requestId);
  }
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}

/** Whether `If-None-Match` names a tag; as a cache compares them, weak ones too. */
function names(header: string | null, tag: string): boolean {
  const tags = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
