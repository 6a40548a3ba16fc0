import { readReceiptToken } from "@/lib/domain/given/receipt-token";
import { findPhotoKey, readPhoto } from "@/lib/domain/photos/queries";
import { photos } from "@/lib/web/photos";
import { faultResponse } from "@/lib/web/route";
import { currentViewer } from "@/lib/web/session";

/**
 * A photo of a request or a post in one of its sizes, `<id>-<width>x<height>.webp`, or in its largest, `<id>.webp`
 * (D23); one for donors only also by the token of a guest's receipt. The bytes at an address never change, so caches
 * keep them for good. The database is asked first: the photos of a deleted
 * request are gone at once for everyone who has no copy.
 */
export async function GET(request: Request, { params }: RouteContext<"/photos/[file]">): Promise<Response> {
  try {
    const context = photos();
    const token = new URL(request.url).searchParams.get("receipt");
    const found = await findPhotoKey(context.db, `/photos/${(await params).file}`, async () => ({
      viewer: await currentViewer(),
      guestId: token === null ? null : readReceiptToken(token),
    }));
    if (!found) return missing();
    const { key, isHidden } = found;
    const headers = {
      ETag: `"${key}"`,
      "Cache-Control": isHidden ? "private, no-store" : "public, max-age=31536000, immutable",
    };
    if (matches(request.headers.get("if-none-match"), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
    const bytes = await readPhoto(context, key);
    if (!bytes) return missing();
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, "Content-Type": "image/webp" },
    });
  } catch (thrown) {
    return faultResponse(thrown);
  }
}

function missing(): Response {
  return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
}

/** Whether `If-None-Match` lists a tag. The comparison is weak (RFC 9110, 13.1.2). */
function matches(header: string | null, tag: string): boolean {
  const tags = (header ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return tags.includes(tag) || tags.includes("*");
}
