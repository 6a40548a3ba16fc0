import { AppError } from "@/lib/ground/errors";
import { requestIdNow } from "@/lib/server/request-id";
import { problemResponse } from "@/lib/web/route";

/** A path under /api that no call has (D34). */
async function refuse(): Promise<Response> {
  return problemResponse(new AppError("NOT_FOUND"), requestIdNow());
}

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
