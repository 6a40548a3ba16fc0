import { db } from "@/db/client";
import { findAvatarImage } from "@/lib/domain/users/queries";
import { faultResponse } from "@/lib/web/route";

/** The address is a hash of the picture: its content never changes. */
const HEADERS = { "Content-Type": "image/webp", "Cache-Control": "public, max-age=31536000, immutable" };

/** A person's own picture, `<hash>.webp` (D16). The address does not reveal whose it is. */
export async function GET(_: Request, { params }: RouteContext<"/avatars/[file]">) {
  const [, hash] = /^([^.]*)\.webp$/.exec((await params).file) ?? [];
  try {
    const image = hash === undefined ? null : await findAvatarImage(db(), hash);
    return image
      ? new Response(image, { headers: HEADERS })
      : new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  } catch (thrown) {
    return faultResponse(thrown);
  }
}
