import { servePhoto } from "@/lib/web/serve-photo";

/** A request's photo in one of its sizes, `<id>-<width>x<height>.webp`, or in its largest, `<id>.webp` (D23). */
export async function GET(request: Request, { params }: RouteContext<"/photos/[file]">) {
  return servePhoto(request, `/photos/${(await params).file}`);
}
