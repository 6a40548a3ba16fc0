import type { NextRequest } from "next/server";
import { db } from "@/db/client";
import { findSharedRequest } from "@/lib/domain/requests/queries";
import { env } from "@/lib/ground/env";
import { pictureAddress, readPictureFile } from "@/lib/share-image/address";
import { Recent } from "@/lib/share-image/recent";
import { clientAddress } from "@/lib/web/client-address";
import { limit } from "@/lib/web/rate-limit/limit";
import { faultResponse } from "@/lib/web/route";
import { drawRequest, drawSite } from "./picture";

/** The content at an address never changes. */
const HEADERS = { "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable" };

/** The last pictures drawn, of 40 to 350 kB each. */
const pictures = new Recent<Uint8Array<ArrayBuffer>>(128);

/**
 * The picture of a shared request, or of the product (D32). An outdated address redirects to the current one, so that
 * there are no more pictures than requests and languages; drawing counts against the caller's address.
 */
export async function GET(asked: NextRequest, { params }: RouteContext<"/share-image/[file]">) {
  const wanted = readPictureFile((await params).file);
  try {
    const request = wanted?.id ? await findSharedRequest(db(), wanted.id) : null;
    if (!wanted || (wanted.id !== null && !request)) return bare(404);
    const address = pictureAddress(request, wanted.locale);
    if (address !== asked.nextUrl.pathname) return bare(302, new URL(address, env().appUrl).href);
    const picture = await pictures.get(address, async () => {
      await limit(db(), "sharePictureAddress", clientAddress(asked.headers));
      return request ? drawRequest(request, wanted.locale) : drawSite(wanted.locale);
    });
    return new Response(picture, { headers: { ...HEADERS, "Content-Length": String(picture.byteLength) } });
  } catch (thrown) {
    return faultResponse(thrown);
  }
}

function bare(status: 302 | 404, location?: string): Response {
  return new Response(null, {
    status,
    headers: { "Cache-Control": "no-store", ...(location && { Location: location }) },
  });
}
